"""Agents whose users come from the caller: an app, a simulator of one's own, an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from . import _core
from ._arrays import Floats
from ._core import Simulator, User
from ._texts import cores, optional_text, text
from .catalog import AgentSpec
from .certificate import Certificate
from .errors import Error
from .experiments import agent_fields, environment_fields
from .mdp import MDP

__all__ = ["DrivenAgent", "Release", "Simulator", "User", "make_agent"]


@dataclass(frozen=True)
class Release:
    """What an agent published at one point of its schedule, and what it needs to go on from there.

    Attributes:
        text: What was published, as JSON of format tacit-release/1. Public.
        followers: How many of its users followed which version of the policy. Public.
        sealed: The exact sums that went into it, before any noise, as JSON. USERS' DATA: store it where their answers
            are, and show it to nobody.
    """

    text: str = field(repr=False)
    followers: tuple[tuple[int, int], ...]
    sealed: str = field(repr=False)


class DrivenAgent:
    """An agent whose users come from the caller; `tacit.make_agent` makes it.

    >>> user = agent.user()                        # pins the policy; many users may be under way at once
    >>> action = user.act(state)                   # H times act and observe, in turn
    >>> user.observe(reward, next_state)
    >>> user.end()                                 # hands the episode over: now it is learned from, and not before

    Whatever is out of turn raises `tacit.Error`, and nothing is booked. One thread at a time may use it.
    """

    _native: _core.DrivenAgent
    _releases: list[Release]

    def __init__(self) -> None:
        raise TypeError("a DrivenAgent is made by tacit.make_agent")

    @classmethod
    def _wrap(cls, core: _core.DrivenAgent) -> DrivenAgent:
        self = cls.__new__(cls)
        self._native = core
        return self

    def user(self) -> User:
        """Lets a user come, who follows the policy of this moment to the end.

        `episodes` users are learned from. Who comes after the last of them can only `act`.
        """
        return self._native.user()

    @property
    def name(self) -> str:
        """The name of the agent."""
        return self._native.name

    @property
    def episodes(self) -> int:
        """How many users it learns from, at most."""
        return self._native.episodes

    @property
    def taken(self) -> int:
        """How many users it has learned from."""
        return self._native.taken

    @property
    def horizon(self) -> int:
        """Stages per episode."""
        return self._native.horizon

    @property
    def version(self) -> int:
        """Of the policy for users who come now; counts from 0."""
        return self._native.version

    @property
    def policy(self) -> Floats:
        """The policy for users who come now, as chances of actions, (H,S,A)."""
        table = self._native.policy
        if table is None:
            raise Error("policy: a policy is an array on finitely many states only", "policy")
        return table

    def value(self) -> float:
        """The exact value of that policy, averaged over first states, in units of the reward range.

        Raises:
            tacit.Error: Nobody knows how users behave here.
        """
        return self._native.value()

    @property
    def certificate(self) -> Certificate | None:
        """What was promised and spent so far; None for agents without a budget."""
        written = self._native.certificate()
        return None if written is None else Certificate(written)

    @property
    def releases(self) -> tuple[Release, ...]:
        """All that was published so far. An agent that was made alike goes on from there: see `resume`."""
        return tuple(Release(a, tuple(b), c) for a, b, c in self._native.releases())

    def resume(self, releases: Iterable[Release]) -> None:
        """Takes the releases of an agent that was made with the same arguments, before anybody comes.

        Nothing is drawn or charged again. The next user is the one after the last who was in them (`taken`): those who
        came later come again, and with seeded noise all goes on bit for bit.
        """
        self._native.resume([(r.text, list(r.followers), r.sealed) for r in releases])

    def __repr__(self) -> str:
        return f"<DrivenAgent {self.name}: {self.taken} of {self.episodes} users, policy {self.version}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a driven agent does not pickle: a copy would spend the budget twice. Store its releases and resume"
        )

    def __copy__(self) -> NoReturn:
        raise TypeError("a driven agent is not copied: a copy would spend the budget twice")

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise TypeError("a driven agent is not copied: a copy would spend the budget twice")


def spec_of(
    env: dict[str, Any],
    agent: str | AgentSpec,
    *,
    episodes: float,
    epsilon: float | None,
    delta: float | None,
    seed: int,
    adjacency: str | None,
    noise: str,
    jobs: int | None,
) -> _core.RunSpec:
    """One run of it, as the lab would have it."""
    if not isinstance(agent, (str, AgentSpec)):
        raise Error(
            f"agent: {type(agent).__name__} is not allowed; expected a name or what tacit.agent makes",
            "agent",
            type(agent).__name__,
        )
    return _core.RunSpec(
        **env,
        **agent_fields(agent),  # type: ignore[arg-type]
        episodes=text(episodes, "episodes"),
        seed=text(seed, "seed"),
        runs="1",
        epsilon=optional_text(epsilon, "epsilon"),
        delta=optional_text(delta, "delta"),
        adjacency=adjacency,
        noise=noise,
        simulation=None,
        jobs=cores(jobs),
    )


def make_agent(
    agent: str | AgentSpec,
    env: str | MDP,
    *,
    episodes: float,
    epsilon: float | None = None,
    delta: float | None = None,
    seed: int = 1,
    horizon: int | None = None,
    adjacency: str | None = None,
    noise: str = "simulation",
    jobs: int | None = None,
) -> DrivenAgent:
    """An agent for users of one's own, with the budget that `tacit.run` would give it.

    Of the environment it is told the problem: states, actions, features, horizon. What users do is up to the caller;
    with ``m.simulator(seed)`` the loop equals ``tacit.run(m, agent, seed=seed, simulation="users")`` to the last bit.

    Args:
        agent: A name of `tacit.agents()`, or what `tacit.agent` makes.
        env: A name of `tacit.environments()`, the path of a file, or an MDP.
        episodes: How many users it learns from.
        epsilon: The privacy budget of a private agent.
        delta: Its delta; the largest power of ten not above 1/(10 episodes) unless given.
        seed: Of all that is drawn: noise, plans and ties.
        horizon: Stages per episode; the environment's own unless given.
        adjacency: ``"replace-one"`` (unless given) or ``"add-remove"``.
        noise: ``"simulation"``, ``"lattice"`` or ``"production"``. Only the last protects people: noise from a seed is
            not for deployment.
        jobs: Threads that a large plan may use; one per processor unless given. No result depends on it.
    """
    spec = spec_of(
        environment_fields(env, horizon),
        agent,
        episodes=episodes,
        epsilon=epsilon,
        delta=delta,
        seed=seed,
        adjacency=adjacency,
        noise=noise,
        jobs=jobs,
    )
    return DrivenAgent._wrap(_core.DrivenAgent.make(spec))
