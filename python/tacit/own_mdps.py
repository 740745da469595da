"""MDPs of one's own, from arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._arrays import Floats, numbers, shaped, whole
from .errors import Error
from .mdp import MDP

__all__ = ["LinearMDP", "OwnMDP", "TabularMDP"]


def _flat(array: Floats | None, behind: int) -> Floats | None:
    """State and action as one index, which they are in files."""
    if array is None:
        return None
    shape = array.shape
    return np.ascontiguousarray(array.reshape(shape[0], shape[1] * shape[2], *shape[3 : 3 + behind]))


class OwnMDP(MDP):
    """What is made from arrays; the library finds out whether they are a linear MDP."""

    def __init__(
        self,
        sizes: dict[str, int],
        *,
        horizon: float | None,
        start: Any,
        transitions: Any = None,
        rewards: Any = None,
        features: Any = None,
        measures: Any = None,
        theta: Any = None,
        ended: int | None,
        reward_range: tuple[float, float] | None,
        bernoulli: bool,
        rewards_known: bool,
        name: str,
    ) -> None:
        if horizon is not None:
            sizes["H"] = whole(horizon, "horizon")
        phi = None
        if features is not None:
            phi = shaped(numbers(features, "phi"), "phi", "SAd", {**sizes, "H": 1})[0]
            sizes.update(zip("SAd", phi.shape, strict=True))
        given = {}
        for field, value, letters in [
            ("transitions", transitions, "SAS"),
            ("measures", measures, "dS"),
            ("rewards", rewards, "SA"),
            ("theta", theta, "d"),
        ]:
            said = "rewards" if field == "theta" else "mean_rewards" if phi is not None and field == "rewards" else field
            given[field] = None if value is None else shaped(numbers(value, said), said, letters, sizes)
        if "H" not in sizes:
            raise Error("horizon: is missing; no array has stages in front that would tell", "horizon")
        first = shaped(numbers(start, "start"), "start", "S", {**sizes, "H": 1})[0]
        span = None
        if reward_range is not None:
            low, high = numbers(reward_range, "reward_range").ravel().tolist()
            span = (low, high)
        p = _flat(given["transitions"], 1)
        r = given["rewards"]
        self._origin = None
        self._native = _core.assemble(
            name,
            sizes["H"],
            sizes["S"],
            sizes["A"],
            np.ascontiguousarray(first),
            p,
            None if r is None else np.ascontiguousarray(r.reshape(r.shape[0], -1)),
            None if phi is None else np.ascontiguousarray(phi.reshape(-1, phi.shape[2])),
            given["measures"],
            given["theta"],
            None if ended is None else whole(ended, "ended", 0),
            span,
            bool(bernoulli),
            bool(rewards_known),
        )


class TabularMDP(OwnMDP):
    """An MDP of one's own, every pair of state and action for itself.

    Args:
        transitions: P, (S,A,S), or (H,S,A,S) where stages differ: chances of next states.
        rewards: R, (S,A) or (H,S,A): mean rewards, from 0 to 1 or in `reward_range`.
        start: Chances of first states, (S,).
        horizon: Stages per episode, H; may be left out where an array has it in front.
        ended: A state that nobody leaves and that pays 0: where users are who stopped early. Learners know it.
        reward_range: The rewards that count as 0 and as 1.
        bernoulli: Rewards are drawn, the low or the high one, with the mean that is given; False: they are their means.
        rewards_known: Whether a learner is told the mean rewards.
        name: How it is called in results.

    Arrays without stages in front declare that all stages are alike, and learners may use that.

    Raises:
        tacit.Error: The field, and the row of it, that is wrong.

    >>> m = tacit.TabularMDP(P, R, start=[1, 0], horizon=10)
    >>> tacit.run(m, "dp-block-ucb", episodes=1e5, epsilon=1)
    """

    def __init__(
        self,
        transitions: Any,
        rewards: Any,
        start: Any,
        *,
        horizon: float | None = None,
        ended: int | None = None,
        reward_range: tuple[float, float] | None = None,
        bernoulli: bool = True,
        rewards_known: bool = False,
        name: str = "mdp",
    ) -> None:
        super().__init__(
            {},
            horizon=horizon,
            start=start,
            transitions=transitions,
            rewards=rewards,
            ended=ended,
            reward_range=reward_range,
            bernoulli=bernoulli,
            rewards_known=rewards_known,
            name=name,
        )


class LinearMDP(OwnMDP):
    """An MDP of one's own whose transitions and rewards are linear in features.

    Args:
        phi: Features, (S,A,d), of norm at most 1.
        measures: M, (d,S) or (H,d,S): P = phi M. Or give `transitions`.
        transitions: P, (S,A,S) or (H,S,A,S); the measures are then found by least squares, and P is refused where the
            features explain some row of it only up to more than 1e-9.
        rewards: theta, (d,) or (H,d): mean rewards are phi theta, as they count, from 0 to 1. Or give `mean_rewards`.
        mean_rewards: R, (S,A) or (H,S,A), in their own units; theta is then found by least squares.
        start: Chances of first states, (S,).
        horizon: Stages per episode, H; may be left out where an array has it in front.

    The rest is as in `TabularMDP`.
    """

    def __init__(
        self,
        phi: Any,
        *,
        start: Any,
        measures: Any = None,
        transitions: Any = None,
        rewards: Any = None,
        mean_rewards: Any = None,
        horizon: float | None = None,
        ended: int | None = None,
        reward_range: tuple[float, float] | None = None,
        bernoulli: bool = True,
        rewards_known: bool = False,
        name: str = "mdp",
    ) -> None:
        super().__init__(
            {},
            horizon=horizon,
            start=start,
            transitions=transitions,
            rewards=mean_rewards,
            features=phi,
            measures=measures,
            theta=rewards,
            ended=ended,
            reward_range=reward_range,
            bernoulli=bernoulli,
            rewards_known=rewards_known,
            name=name,
        )
