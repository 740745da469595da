"""Environments of Gymnasium whose model is known, as MDPs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Floats, whole
from .errors import Error
from .mdp import MDP
from .own_mdps import OwnMDP

__all__ = ["GymMDP", "Range", "Rewards", "actions_of", "changed_by", "from_gym", "horizon_of", "name_of"]

Range = tuple[float, float]


class GymMDP(OwnMDP):
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


def horizon_of(env: Any, horizon: float | None) -> int:
    """What is given, or the environment's limit on steps."""
    if horizon is not None:
        return whole(horizon, "horizon")
    limit = getattr(getattr(env, "spec", None), "max_episode_steps", None)
    if limit is None:
        raise Error("horizon: is missing, and the environment has no limit on steps", "horizon")
    return int(limit)


def actions_of(env: Any) -> tuple[int, int]:
    """How many, and the first."""
    from gymnasium import spaces

    if not isinstance(env.action_space, spaces.Discrete):
        raise Error(
            f"env: actions {env.action_space} are not allowed; expected Discrete ones", "env", str(env.action_space)
        )
    return int(env.action_space.n), int(env.action_space.start)


def name_of(env: Any, name: str | None) -> str:
    """What is given, or the environment's name, as results may have it."""
    if name is not None:
        return name
    spec = getattr(env, "spec", None)
    known = spec.id if spec is not None else type(getattr(env, "unwrapped", env)).__name__
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in known)[:64] or "gym"


@dataclass(frozen=True)
class Rewards:
    """Rewards as they count, from 0 to 1."""

    low: float
    high: float
    clip: bool

    @classmethod
    def of(cls, given: Range | None, seen: Sequence[float] | None, clip: bool) -> Rewards:
        """The range that is given, or the extremes of a model and 0."""
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
        """What a reward counts as. Raises Error where it is outside of the range."""
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
        """What 0 counts as, which is what users get whose episodes ended."""
        if not self.low <= 0 <= self.high:
            raise Error(
                f"reward_range: ({self.low:g}, {self.high:g}) is without 0, which is what users get whose episodes "
                "ended early",
                "reward_range",
            )
        return self.counted(0.0)


def changed_by(env: Any) -> str:
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
    wrapper = changed_by(env)
    if wrapper:
        raise Error(f"env: its model P knows nothing of {wrapper}; give env.unwrapped, or learn in it as it is", "env")
    stages = horizon_of(env, horizon)
    actions, _ = actions_of(env)
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
    rewards = Rewards.of(reward_range, paid, clip)

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
        name=name_of(env, name),
    )
    made.observations = np.array(reached, dtype=np.int64)
    made.observations.flags.writeable = False
    return made
