"""Agents that are written in Python, for wherever the name of an agent goes."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Floats, law
from .errors import Error

__all__ = ["Agent", "BatchAgent", "Problem"]

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Problem:
    """What a learner may know before it meets its first user.

    Attributes:
        horizon: Stages per episode, H.
        states: How many states, S.
        actions: How many actions, A.
        features: phi, (S,A,d).
        rewards: Mean rewards, (H,S,A), where they are known; else None.
        ended: The state of those who stopped early; None where there is none.
        episodes: How many users will come.
        seed: For all that the agent draws.
    """

    horizon: int
    states: int
    actions: int
    features: Floats
    rewards: Floats | None
    ended: int | None
    episodes: int
    seed: int


class _Own(ABC):
    problem: Problem

    @property
    def name(self) -> str:
        """How it is called in results: the name of its class, unless this is overridden."""
        return type(self).__name__

    def begin(self, problem: Problem) -> None:  # noqa: B027
        """Called before the first user of a run, on a copy of the agent: runs know nothing of each other."""

    @abstractmethod
    def policy(self) -> Any:
        """The present policy: actions, (H,S), or chances of actions, (H,S,A). Regret is computed from it, exactly."""

    def _law(self) -> Floats:
        p = self.problem
        return law(self.policy(), p.horizon, p.states, p.actions)

    def _begun(self, *known: Any) -> _Own:
        made = copy.deepcopy(self)
        made.problem = Problem(*known)
        made.begin(made.problem)
        return made


class Agent(_Own):
    """A learner that is told of every step. It promises no privacy: its guarantee is ``"none"``.

    Give an instance to `tacit.run` or `tacit.compare`. Each run copies it and calls `begin`.

    >>> class Greedy(tacit.Agent):
    ...     def begin(self, problem):
    ...         self.sums = np.zeros((problem.horizon, problem.states, problem.actions))
    ...     def observe(self, h, state, action, reward, next_state):
    ...         self.sums[h, state, action] += reward
    ...     def policy(self):
    ...         return self.sums.argmax(-1)
    >>> tacit.run("two-state", Greedy(), episodes=1000)
    """

    def act(self, h: int, state: int) -> int:
        """The action of the user who is under way. Where this is not overridden, it is drawn from `policy`.

        Whoever overrides it vouches for `policy` being the law of it.
        """
        raise NotImplementedError

    def observe(self, h: int, state: int, action: int, reward: float, next_state: int) -> None:  # noqa: B027
        """One step of a user whose episode is over; they come in order, one after another."""

    def end_episode(self) -> bool:
        """The user's steps were told. True: `policy` has changed, and is asked for again."""
        return True


class BatchAgent(_Own):
    """A learner that is told how many users did what: one call for each plan, however many users there are.

    It promises no privacy: its guarantee is ``"none"``.
    """

    @abstractmethod
    def batch(self) -> int:
        """How many users meet the present policy before `learn` is called; at least 1."""

    @abstractmethod
    def learn(self, visits: Counts, rewards: Floats, transitions: Counts) -> None:
        """What the users of one batch did; then `policy` and `batch` are asked for again.

        Args:
            visits: How many were in a state and took an action, (H,S,A).
            rewards: What they were paid together, (H,S,A).
            transitions: Where they went, (H,S,A,S); 0 after the last stage.
        """


def own_agent(agent: object) -> _core.OwnAgent | None:
    """What the lab makes the agents of its runs from; None where this is no agent that is written in Python."""
    if isinstance(agent, type) and issubclass(agent, _Own):
        raise Error(
            f"agent: the class {agent.__name__} is not allowed; expected an instance, {agent.__name__}(...)",
            "agent",
            f"the class {agent.__name__}",
            "an instance",
        )
    if not isinstance(agent, _Own):
        return None
    batch = isinstance(agent, BatchAgent)
    acts = isinstance(agent, Agent) and type(agent).act is not Agent.act
    return _core.own_agent(agent.name, agent._begun, batch, acts)
