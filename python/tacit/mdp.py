"""Environments as values: what tacit.env makes, and what goes wherever the name of an environment goes."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from . import _core
from ._arrays import Floats, law, numbers, shaped, whole
from ._texts import text
from .errors import Error

__all__ = ["MDP", "Evaluation", "LinearMDP", "TabularMDP", "load_mdp"]


@dataclass(frozen=True)
class Evaluation:
    """What a policy is worth, exactly. Arrays are read-only, in units of the environment's reward range.

    Attributes:
        q: The value of every action, (H,S,A).
        v: The value of every state, (H,S).
        policy: The policy, as chances of actions, (H,S,A).
        value: Of the first stage, averaged over first states.
    """

    q: Floats
    v: Floats
    policy: Floats
    value: float

    def __repr__(self) -> str:
        h, s, a = self.q.shape
        return f"<Evaluation: value {self.value:.6g}, {h} stages, {s} states, {a} actions>"


def _evaluation(q: Floats, value: float, policy: Floats) -> Evaluation:
    v = (policy * q).sum(axis=-1)
    v.flags.writeable = False
    return Evaluation(q, v, policy, value)


@dataclass(frozen=True)
class _Origin:
    """How the catalogue makes an environment again, so that a run can say which one it was in."""

    name: str
    horizon: int | None
    settings: tuple[tuple[str, str], ...]


class MDP:
    """An episodic linear MDP that never changes.

    `tacit.env` makes those of the catalogue, `LinearMDP` and `TabularMDP` those of one's own, `tacit.load_mdp` reads
    files and `tacit.from_gym` environments of Gymnasium.
    """

    def __init__(self) -> None:
        raise TypeError("an MDP is made by tacit.env, LinearMDP, TabularMDP, tacit.load_mdp or tacit.from_gym")

    _native: _core.Environment
    _origin: _Origin | None

    @classmethod
    def _wrap(cls, core: _core.Environment, origin: _Origin | None = None) -> MDP:
        self = cls.__new__(cls)
        self._native = core
        self._origin = origin
        return self

    @classmethod
    def _from_catalog(
        cls, core: _core.Environment, name: str, horizon: int | None, settings: Sequence[tuple[str, str]]
    ) -> MDP:
        from_file = name != core.name
        pinned = [] if from_file or any(key == "seed" for key, _ in settings) else [("seed", "1")]
        return cls._wrap(core, None if from_file else _Origin(name, horizon, (*settings, *pinned)))

    @property
    def name(self) -> str:
        """How it is called in results."""
        return self._native.name

    @property
    def horizon(self) -> int:
        """Stages per episode, H."""
        return self._native.horizon

    @property
    def states(self) -> int | None:
        """How many states, S; None where there are infinitely many."""
        return self._native.states

    @property
    def actions(self) -> int:
        """How many actions, A."""
        return self._native.actions

    @property
    def dimension(self) -> int:
        """Of the features, d."""
        return self._native.dimension

    @property
    def rewards_known(self) -> bool:
        """Whether a learner is told the mean rewards."""
        return self._native.rewards_known

    @property
    def reward_range(self) -> tuple[float, float]:
        """The rewards that count as 0 and as 1."""
        return self._native.reward_range

    @cached_property
    def optimal_value(self) -> float:
        """V*: the value of the best policy, averaged over first states, in units of the reward range."""
        return self._native.optimal_value()

    @property
    def ended(self) -> int | None:
        """The state of those who stopped early; None where there is none."""
        return _core.mdp_ended(self._native)

    @property
    def alike(self) -> tuple[bool, bool]:
        """Whether all stages are declared to have the same transitions; the same rewards."""
        return _core.mdp_alike(self._native)

    @cached_property
    def _arrays(self) -> tuple[Floats, Floats, Floats, Floats]:
        return _core.mdp_arrays(self._native)

    @property
    def features(self) -> Floats:
        """phi, (S,A,d)."""
        return self._arrays[0]

    @property
    def transitions(self) -> Floats:
        """P, (H,S,A,S); (S,A,S) where all stages are declared alike."""
        return self._arrays[1] if not self.alike[0] else self._arrays[1][0]

    @property
    def rewards(self) -> Floats:
        """Mean rewards in their own units, (H,S,A); (S,A) where all stages are declared alike."""
        return self._arrays[2] if not self.alike[1] else self._arrays[2][0]

    @property
    def start(self) -> Floats:
        """The distribution of first states, (S,)."""
        return self._arrays[3]

    def optimal(self) -> Evaluation:
        """The best policy, and what it is worth. Of actions that are as good, each is as likely."""
        q, _, value, policy = _core.solve(self._native)
        return _evaluation(q, value, policy)

    def evaluate(self, policy: Any) -> Evaluation:
        """What a policy is worth, exactly.

        Args:
            policy: Actions, (H,S), or chances of actions, (H,S,A).
        """
        if self.states is None:
            raise Error(f"policy: '{self.name}' has infinitely many states; no array is a policy there", "policy")
        chances = law(policy, self.horizon, self.states, self.actions)
        q, _, value, _ = _core.evaluate(self._native, chances)
        if chances is policy or chances.base is not None:
            chances = chances.copy()
        chances.flags.writeable = False
        return _evaluation(q, value, chances)

    def simulator(self, seed: int = 1) -> _core.Simulator:
        """Users one after another, with the luck that ``tacit.run(..., seed=seed)`` gives them.

        ``start()`` lets the next user come and returns the first state, ``step(action)`` returns reward and next
        state, ``over`` says whether the episode is over. Rewards count from 0 to 1.
        """
        return _core.Simulator(self._native, text(seed, "seed"))

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes it as tacit-mdp/1, JSON or NPZ by the ending of the name; `tacit run --env FILE` reads it too."""
        _core.save_mdp(self._native, os.fspath(file))

    def __repr__(self) -> str:
        states = f"{self.states} states" if self.states is not None else "infinitely many states"
        return (
            f"<{type(self).__name__} {self.name}: {states}, {self.actions} actions, "
            f"dimension {self.dimension}, horizon {self.horizon}>"
        )

    def _repr_html_(self) -> str:
        rows = [
            ("states", "infinitely many" if self.states is None else f"{self.states:,}"),
            ("actions", f"{self.actions:,}"),
            ("dimension", f"{self.dimension:,}"),
            ("horizon", f"{self.horizon:,}"),
            ("optimal value", f"{self.optimal_value:.6g}"),
        ]
        cells = "".join(f"<tr><th>{a}</th><td>{b}</td></tr>" for a, b in rows)
        return f"<table><caption>{html.escape(self.name)}</caption>{cells}</table>"

    def __reduce__(self) -> tuple[object, ...]:
        if self._origin is not None:
            return _again, (self._origin,)
        return _parsed, (type(self), _core.mdp_json(self._native))


def _again(origin: _Origin) -> MDP:
    horizon = None if origin.horizon is None else str(origin.horizon)
    core = _core.Environment.make(origin.name, horizon, list(origin.settings))
    return MDP._wrap(core, origin)


def _parsed(kind: type[MDP], json: str) -> MDP:
    return kind._wrap(_core.parse_mdp(json))


def load_mdp(file: str | os.PathLike[str]) -> MDP:
    """Reads an MDP from a file of format tacit-mdp/1, JSON or NPZ; docs/environments.md describes it."""
    return MDP._wrap(_core.load_mdp(os.fspath(file)))


def _flat(array: Floats | None, behind: int) -> Floats | None:
    """State and action as one index, which they are in files."""
    if array is None:
        return None
    shape = array.shape
    return np.ascontiguousarray(array.reshape(shape[0], shape[1] * shape[2], *shape[3 : 3 + behind]))


class _Own(MDP):
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


class TabularMDP(_Own):
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


class LinearMDP(_Own):
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
