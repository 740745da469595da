"""Environments of Gymnasium: as MDPs where their model is known, and learned in as they are where it is not."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from .mdp import MDP, _Own
from .observations import RBF, Bins, Hats, View, view_of
from .result import Result

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["GymMDP", "Learned", "Stopped", "from_gym", "learn"]

Range = tuple[float, float]


class GymMDP(_Own):
    """An environment of Gymnasium as an MDP; `tacit.from_gym` makes it.

    Its states are the observations that users can come to, and last, where episodes can end early, the state of those
    whose episodes did.
    """

    observations: npt.NDArray[np.int64]
    """The observation of each state, but for that of those who ended."""

    def __reduce__(self) -> tuple[object, ...]:
        return _gym_mdp, (_core.mdp_json(self._native), self.observations)


def _gym_mdp(json: str, observations: npt.NDArray[np.int64]) -> MDP:
    made = GymMDP._wrap(_core.parse_mdp(json))
    assert isinstance(made, GymMDP)
    made.observations = observations
    return made


def _horizon_of(env: Any, horizon: float | None) -> int:
    if horizon is not None:
        return whole(horizon, "horizon")
    limit = getattr(getattr(env, "spec", None), "max_episode_steps", None)
    if limit is None:
        raise Error("horizon: is missing, and the environment has no limit on steps", "horizon")
    return int(limit)


def _actions_of(env: Any) -> tuple[int, int]:
    """How many, and the first."""
    from gymnasium import spaces

    if not isinstance(env.action_space, spaces.Discrete):
        raise Error(
            f"env: actions {env.action_space} are not allowed; expected Discrete ones", "env", str(env.action_space)
        )
    return int(env.action_space.n), int(env.action_space.start)


def _name_of(env: Any, name: str | None) -> str:
    if name is not None:
        return name
    spec = getattr(env, "spec", None)
    known = spec.id if spec is not None else type(getattr(env, "unwrapped", env)).__name__
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in known)[:64] or "gym"


@dataclass(frozen=True)
class _Rewards:
    """Rewards as they count, from 0 to 1."""

    low: float
    high: float
    clip: bool

    @classmethod
    def of(cls, given: Range | None, seen: Sequence[float] | None, clip: bool) -> _Rewards:
        if given is not None:
            low, high = (float(bound) for bound in given)
        elif seen is not None:
            low, high = min(0.0, *seen), max(0.0, *seen)
            if low == high:
                high = low + 1
        else:
            raise Error(
                "reward_range: is missing: give (low, high), from what is known about the environment and not from "
                "what users did",
                "reward_range",
            )
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            allowed = "finite (low, high) with low < high"
            raise Error(
                f"reward_range: ({low}, {high}) is not allowed; expected {allowed}",
                "reward_range",
                f"({low}, {high})",
                allowed,
            )
        return cls(low, high, clip)

    def counted(self, reward: float) -> float:
        if not math.isfinite(reward):
            raise Error(f"reward: {reward} is not allowed; expected a finite number", "reward", str(reward))
        if not self.low <= reward <= self.high:
            if not self.clip:
                allowed = f"a number from {self.low:g} to {self.high:g} (reward_range)"
                raise Error(
                    f"reward: {reward:g} is not allowed; expected {allowed}, or clip=True", "reward", f"{reward:g}", allowed
                )
            reward = min(max(reward, self.low), self.high)
        return (reward - self.low) / (self.high - self.low)

    @property
    def ended(self) -> float:
        if not self.low <= 0 <= self.high:
            raise Error(
                f"reward_range: ({self.low:g}, {self.high:g}) is without 0, which is what users get whose episodes "
                "ended early",
                "reward_range",
            )
        return self.counted(0.0)


def _changed_by(env: Any) -> str:
    """The wrapper that makes the environment another one than its model says; empty where none does."""
    import gymnasium

    changing = (gymnasium.ObservationWrapper, gymnasium.RewardWrapper, gymnasium.ActionWrapper)
    while isinstance(env, gymnasium.Wrapper):
        if isinstance(env, changing):
            return type(env).__name__
        env = env.env
    return ""


def _first_states(env: Any, start: Any) -> Floats:
    given = start if start is not None else getattr(env.unwrapped, "initial_state_distrib", None)
    if given is None:
        raise Error("start: is missing; give chances of first observations", "start")
    return np.asarray(given, dtype=np.float64).ravel()


def from_gym(
    env: Any,
    *,
    horizon: float | None = None,
    reward_range: Range | None = None,
    clip: bool = False,
    start: Any = None,
    name: str | None = None,
) -> GymMDP:
    """The MDP of an environment whose model is written down in ``env.unwrapped.P``, as in Gymnasium's toy text.

    Observations that nobody can come to are left out. ``terminated`` leads to one state more, which nobody leaves and
    which pays 0; all its actions share one feature. Stages are alike, and declared so. Where the reward of some action
    is random, rewards are drawn anew with that mean: the low or the high one of the range.

    Args:
        env: Such as ``gymnasium.make("FrozenLake-v1")``.
        horizon: Steps per episode; the environment's limit unless given.
        reward_range: What counts as 0 and as 1; the extremes of P and 0 unless given.
        clip: Whether rewards outside of that range count as its ends; otherwise they are an error.
        start: Chances of first observations; ``env.unwrapped.initial_state_distrib`` unless given.
        name: How it is called in results.

    >>> m = tacit.from_gym(gymnasium.make("FrozenLake-v1"), horizon=20)
    >>> tacit.run(m, "dp-block-ucb", episodes=1e5, epsilon=1).final_gap
    """
    model = getattr(env.unwrapped, "P", None)
    if model is None:
        raise Error("env: has no model P; tacit.learn learns in it as it is", "env")
    wrapper = _changed_by(env)
    if wrapper:
        raise Error(f"env: its model P knows nothing of {wrapper}; give env.unwrapped, or learn in it as it is", "env")
    stages = _horizon_of(env, horizon)
    actions, _ = _actions_of(env)
    first = _first_states(env, start)
    reached = [int(s) for s in np.flatnonzero(first)]
    index = {s: i for i, s in enumerate(reached)}
    ends = False
    for s in reached:  # It grows while one looks.
        for a in range(actions):
            for p, to, _, terminated in model[s][a]:
                ends |= bool(terminated) and p > 0
                if p > 0 and not terminated and int(to) not in index:
                    index[int(to)] = len(reached)
                    reached.append(int(to))
    reached.sort()
    index = {s: i for i, s in enumerate(reached)}
    states = len(reached) + ends
    paid = [float(r) for s in reached for a in range(actions) for p, _, r, _ in model[s][a] if p > 0]
    rewards = _Rewards.of(reward_range, paid, clip)

    dimension = len(reached) * actions + ends
    measures = np.zeros((dimension, states))
    theta = np.zeros(dimension)
    drawn = False
    for i, s in enumerate(reached):
        for a in range(actions):
            row = i * actions + a
            outcomes = [(float(p), int(to), float(r), bool(t)) for p, to, r, t in model[s][a] if p > 0]
            for p, to, r, terminated in outcomes:
                measures[row, states - 1 if terminated else index[to]] += p
                theta[row] += p * rewards.counted(r)
            same = {rewards.counted(r) for _, _, r, _ in outcomes}
            drawn |= len(same) > 1
            theta[row] = same.pop() if len(same) == 1 else min(theta[row], 1.0)
    features = np.zeros((states, actions, dimension))
    for row in range(len(reached) * actions):
        features[row // actions, row % actions, row] = 1
    if ends:
        measures[-1, -1] = 1
        theta[-1] = rewards.ended
        features[-1, :, -1] = 1
    arrivals = np.zeros(states)
    arrivals[: len(reached)] = first[reached]
    made = GymMDP(
        {},
        horizon=stages,
        start=arrivals,
        features=features,
        measures=measures,
        theta=theta,
        ended=states - 1 if ends else None,
        reward_range=(rewards.low, rewards.high),
        bernoulli=drawn,
        rewards_known=False,
        name=_name_of(env, name),
    )
    made.observations = np.array(reached, dtype=np.int64)
    made.observations.flags.writeable = False
    return made


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
                 rewards: _Rewards, gaps: _Gaps | None) -> None:  # fmt: skip
        self.env, self.agent, self.state, self.ended, self.over = env, agent, state, ended, over
        self.rewards, self.gaps = rewards, gaps
        self.first_action = _actions_of(env)[1]
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


def _declared(view: View, actions: int, stages: int, rewards: _Rewards) -> tuple[_core.Problem, Any, bool]:
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
    known = getattr(env.unwrapped, "P", None) is not None and features == "auto" and not _changed_by(env)
    if simulate == "tacit" and not known:
        raise Error("simulate: 'tacit' needs a model, env.unwrapped.P, and features 'auto'", "simulate", "'tacit'")
    users = whole(episodes, "episodes")
    stages = agent.horizon if isinstance(agent, DrivenAgent) else _horizon_of(env, horizon)
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
        rewards = _Rewards(*mdp.reward_range, clip)
        states = {int(o): i for i, o in enumerate(mdp.observations)}
        driven = agent if isinstance(agent, DrivenAgent) else make_agent(agent, mdp, **rest)
        return _Loop(env, driven, lambda o: states[int(o)], mdp.ended, True, rewards, _Gaps(mdp))
    actions, _ = _actions_of(env)
    rewards = _Rewards.of(reward_range, None, clip)
    view = view_of(env.observation_space, actions, features, dimension, cover)
    problem, ended, over = _declared(view, actions, stages, rewards)
    if isinstance(agent, DrivenAgent):
        driven = agent
    else:
        unnamed: dict[str, Any] = {"env": _name_of(env, None), "horizon": None, "env_settings": []}
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
