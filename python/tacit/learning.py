"""Learning in environments of Gymnasium, as they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Floats, whole
from ._progress import Progress, shown
from .catalog import AgentSpec
from .certificate import Certificate
from .driven import DrivenAgent, make_agent, spec_of
from .errors import Error, Interrupted
from .experiments import run
from .gym_mdp import GymMDP, Range, Rewards, actions_of, changed_by, from_gym, horizon_of, name_of
from .observations import RBF, Bins, Hats, View, view_of
from .result import Result

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Learned", "Stopped", "learn"]

class Learned:
    """What an agent learned from users of an environment of Gymnasium.

    Attributes:
        agent: The agent as it stands. Give it to `tacit.learn` again to go on, or let it `act`.
        returns: What each user got in sum, in the environment's own units, (users,).
        mdp: The model, where the environment has one.
    """

    def __init__(self, agent: DrivenAgent, returns: Floats, mdp: GymMDP | None, gaps: Floats | None) -> None:
        self.agent = agent
        self.returns = returns
        self.returns.flags.writeable = False
        self.mdp = mdp
        self._gaps = gaps

    @property
    def regret(self) -> Floats:
        """Cumulative and exact regret after each user, (users,); only where the environment has a model."""
        if self._gaps is None:
            raise Error("regret: nobody knows the best policy here; look at returns", "regret")
        return np.cumsum(self._gaps)

    @property
    def policy(self) -> Floats:
        """The last policy, as chances of actions, (H,S,A)."""
        return self.agent.policy

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """That of the run; empty for agents without a budget. Seeded noise is not for deployment, and it says so."""
        certificate = self.agent.certificate
        return () if certificate is None else (certificate,)

    def mean_return(self, last: int | None = None) -> tuple[float, float, float]:
        """The mean return of the last users, and its 95 % interval: (mean, low, high).

        Args:
            last: How many of the last users; the last tenth unless given.
        """
        count = max(1, len(self.returns) // 10) if last is None else whole(last, "last")
        some = self.returns[-count:]
        if len(some) == 0:
            raise Error("last: nobody has come yet", "last")
        mean = float(some.mean())
        half = 1.96 * float(some.std(ddof=1)) / math.sqrt(len(some)) if len(some) > 1 else math.inf
        return mean, mean - half, mean + half

    def to_pandas(self) -> pd.DataFrame:
        """One row for each user: ``user``, ``return``, and ``regret`` where it is known."""
        try:
            import pandas as pd
        except ImportError as missing:
            raise ImportError("to_pandas needs pandas: pip install 'tacit[pandas]'") from missing
        columns: dict[str, Any] = {"user": np.arange(len(self.returns)), "return": self.returns}
        if self._gaps is not None:
            columns["regret"] = self.regret
        return pd.DataFrame(columns)

    def __repr__(self) -> str:
        if len(self.returns) < 20:
            return f"<Learned: {self.agent.name}, {len(self.returns)} users>"
        mean, low, high = self.mean_return()
        return (
            f"<Learned: {self.agent.name}, {len(self.returns)} users, mean return of the last tenth {mean:.4g} "
            f"({low:.4g} to {high:.4g})>"
        )


class Stopped(Error):
    """Learning had to stop. The user who was under way is not booked, and all before are kept.

    Attributes:
        result: What was learned so far; ``result.agent`` goes on where it stands.
    """

    def __init__(self, message: str, field: str = "", value: str = "", allowed: str = "", result: Any = None) -> None:
        super().__init__(message, field, value, allowed)
        self.result = result


class _Gaps:
    """V* - V of the policy that each user met, at the state in which they came."""

    def __init__(self, mdp: GymMDP) -> None:
        self._mdp = mdp
        self._best = mdp.optimal().v[0]
        self._version = -1
        self._at = self._best

    def of(self, agent: DrivenAgent, version: int, state: int) -> float:
        if version != self._version:
            self._at = self._best - self._mdp.evaluate(agent.policy).v[0]
            self._version = version
        return float(self._at[state])


class _Loop:
    """Users of an environment, one after another."""

    def __init__(self, env: Any, agent: DrivenAgent, state: Callable[[Any], Any], ended: Any, over: bool,
                 rewards: Rewards, gaps: _Gaps | None) -> None:  # fmt: skip
        self.env, self.agent, self.state, self.ended, self.over = env, agent, state, ended, over
        self.rewards, self.gaps = rewards, gaps
        self.first_action = actions_of(env)[1]
        self.returns: list[float] = []
        self.regrets: list[float] = []

    def one(self, seed: int | None) -> None:
        """One user; handed over at the end, and not before."""
        agent = self.agent
        user = agent.user()
        observation, _ = self.env.reset(seed=seed)
        here = self.state(observation)
        regret = 0.0 if self.gaps is None else self.gaps.of(agent, user.version, here)
        total = 0.0
        for h in range(agent.horizon):
            action = user.act(here)
            observation, reward, terminated, truncated, _ = self.env.step(action + self.first_action)
            reward = float(reward)
            counted = self.rewards.counted(reward)
            total += reward
            if terminated:
                self.leave(user, counted)
                break
            if truncated and h + 1 < agent.horizon:
                raise Error(
                    f"horizon: the environment cut an episode off after {h + 1} steps, before the {agent.horizon} of "
                    "the horizon; make it with a higher limit, or take a shorter horizon",
                    "horizon",
                    str(agent.horizon),
                )
            here = self.state(observation)
            user.observe(counted, here)
        user.end()
        self.returns.append(total)
        self.regrets.append(regret)

    def leave(self, user: _core.User, counted: float) -> None:
        user.observe(counted, self.ended)
        while not user.over and not self.over:  # Where learners do not know the end, they are told of every stage.
            user.act(self.ended)
            user.observe(self.rewards.ended, self.ended)

    def learned(self, mdp: GymMDP | None) -> Learned:
        gaps = None if self.gaps is None else np.array(self.regrets)
        return Learned(self.agent, np.array(self.returns), mdp, gaps)


def _declared(view: View, actions: int, stages: int, rewards: Rewards) -> tuple[_core.Problem, Any, bool]:
    """The problem, with a state more for those whose episodes ended; that state; whether learners know it."""
    points, _, dimension = view.points.shape
    features = np.zeros((points + 1, actions, dimension + 1))
    features[:points, :, :dimension] = view.points
    features[-1, :, -1] = 1
    problem = _core.Problem.declare(
        stages,
        actions,
        features.reshape(-1, dimension + 1),
        view.finite,
        True,
        points if view.finite else -1,
        rewards.ended if view.finite else 0.0,
    )
    return problem, points if view.finite else np.ascontiguousarray(features[-1]), view.finite


def _widened(view: View) -> Callable[[Any], Any]:
    if view.finite:
        return view.state
    return lambda observation: np.ascontiguousarray(np.pad(view.state(observation), ((0, 0), (0, 1))))


def learn(
    env: Any,
    agent: str | AgentSpec | DrivenAgent,
    *,
    episodes: float,
    horizon: float | None = None,
    epsilon: float | None = None,
    delta: float | None = None,
    features: str | Bins | Hats | RBF | Callable[[Any, int], Any] = "auto",
    dimension: int | None = None,
    cover: Sequence[Any] | npt.NDArray[Any] | None = None,
    reward_range: Range | None = None,
    clip: bool = False,
    simulate: str | None = None,
    seed: int = 1,
    adjacency: str | None = None,
    noise: str = "simulation",
    jobs: int | None = None,
    progress: Progress = None,
) -> Result | Learned:
    """Lets an agent learn in an environment of Gymnasium. One episode is one user, the unit of privacy.

    Noise comes from a seed unless ``noise="production"``: that is for research, and not for deployment.

    Args:
        env: With discrete actions.
        agent: A name of `tacit.agents()`, what `tacit.agent` makes, or the agent of what was learned before, to go on.
        episodes: Users; of an agent that goes on, how many more.
        horizon: Steps per episode; the environment's limit unless given.
        epsilon, delta, adjacency, noise, jobs: As in `tacit.run`.
        features: ``"auto"``: every observation for itself, where there are finitely many. `Bins`, `Hats` or `RBF` for a
            bounded Box. Or phi(observation, action), with `dimension`. At most 400.
        dimension: How many numbers phi gives.
        cover: Public observations, for phi on a Box: they show what users may see.
        reward_range: (low, high), which count as 0 and 1; the extremes of the model and 0 where it is known. Never from
            what users did.
        clip: Whether rewards outside of that range count as its ends; otherwise they stop learning with an error.
        simulate: ``"gym"``: users play in the environment itself even where its model is known.
        seed: Of the agent, and of the environment's first reset.
        progress: True for a bar, or what is called with (done, total).

    ``terminated`` before the horizon is a state that pays 0 until then. ``truncated`` before it is an error.

    Returns:
        Where the model is known (``env.unwrapped.P``) and simulate is not "gym": a `Result`, with exact regret, played
        in C++. Else a `Learned`, with returns in the environment's own units.

    Raises:
        tacit.Stopped: A reward left its range, or an episode was cut off. The user under way is not booked, all before
            are kept, in its ``result``.
        tacit.Interrupted: Ctrl-C; likewise.
    """
    if simulate not in (None, "gym", "tacit"):
        raise Error(f"simulate: {simulate!r} is not allowed; expected 'gym' or 'tacit'", "simulate", repr(simulate))
    known = getattr(env.unwrapped, "P", None) is not None and features == "auto" and not changed_by(env)
    if simulate == "tacit" and not known:
        raise Error("simulate: 'tacit' needs a model, env.unwrapped.P, and features 'auto'", "simulate", "'tacit'")
    users = whole(episodes, "episodes")
    stages = agent.horizon if isinstance(agent, DrivenAgent) else horizon_of(env, horizon)
    budget: dict[str, Any] = {"epsilon": epsilon, "delta": delta, "adjacency": adjacency, "noise": noise}
    mdp = from_gym(env, horizon=stages, reward_range=reward_range, clip=clip) if known else None
    if mdp is not None and mdp.dimension > 400:
        raise Error(
            f"features: {mdp.dimension} of them are too many: noise grows with them; expected at most 400. Give "
            "phi(observation, action) with dimension=",
            "features",
            str(mdp.dimension),
            "at most 400",
        )
    if mdp is not None and simulate != "gym" and not isinstance(agent, DrivenAgent):
        return run(mdp, agent, episodes=users, seed=seed, jobs=jobs, progress=progress, **budget)
    loop = _loop(env, agent, mdp, users, stages, features, dimension, cover, reward_range, clip, seed, jobs, budget)
    return _played(loop, mdp, users, seed, progress)


def _loop(
    env: Any,
    agent: str | AgentSpec | DrivenAgent,
    mdp: GymMDP | None,
    users: int,
    stages: int,
    features: Any,
    dimension: int | None,
    cover: Any,
    reward_range: Range | None,
    clip: bool,
    seed: int,
    jobs: int | None,
    budget: dict[str, Any],
) -> _Loop:
    rest: dict[str, Any] = {"episodes": users, "seed": seed, "jobs": jobs, **budget}
    if mdp is not None:
        rewards = Rewards(*mdp.reward_range, clip)
        states = {int(o): i for i, o in enumerate(mdp.observations)}
        driven = agent if isinstance(agent, DrivenAgent) else make_agent(agent, mdp, **rest)
        return _Loop(env, driven, lambda o: states[int(o)], mdp.ended, True, rewards, _Gaps(mdp))
    actions, _ = actions_of(env)
    rewards = Rewards.of(reward_range, None, clip)
    view = view_of(env.observation_space, actions, features, dimension, cover)
    problem, ended, over = _declared(view, actions, stages, rewards)
    if isinstance(agent, DrivenAgent):
        driven = agent
    else:
        unnamed: dict[str, Any] = {"env": name_of(env, None), "horizon": None, "env_settings": []}
        driven = DrivenAgent._wrap(_core.DrivenAgent.declare(spec_of(unnamed, agent, **rest), problem))
    return _Loop(env, driven, _widened(view), ended, over, rewards, None)


def _played(loop: _Loop, mdp: GymMDP | None, users: int, seed: int, progress: Progress) -> Learned:
    if users > loop.agent.episodes - loop.agent.taken:
        left = loop.agent.episodes - loop.agent.taken
        raise Error(
            f"episodes: {users} is not allowed; expected at most {left}, which are left", "episodes", str(users), str(left)
        )
    try:
        with shown(progress) as callback:
            for k in range(users):
                loop.one(seed if k == 0 else None)
                if callback is not None and ((k + 1) % 64 == 0 or k + 1 == users):
                    callback(k + 1, users)
    except KeyboardInterrupt as interrupt:
        done = len(loop.returns)
        raise Interrupted(f"{done} of {users} users are finished", loop.learned(mdp)) from interrupt
    except Error as error:
        done = len(loop.returns)
        raise Stopped(
            f"{error}. {done} of {users} users are finished; the one under way was not booked",
            error.field,
            error.value,
            error.allowed,
            loop.learned(mdp),
        ) from error
    return loop.learned(mdp)
