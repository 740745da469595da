"""How observations of Gymnasium become states or features: one-hot, bins, hats, radial functions, or one's own."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ._arrays import Floats, numbers, whole
from .errors import Error

__all__ = ["RBF", "Bins", "Hats", "View", "view_of"]

MOST_FEATURES = 400


class View(Protocol):
    """What a learner sees of an environment: points with their features, and which of them, or what, is seen now."""

    points: Floats  # (points, A, d)
    finite: bool

    def state(self, observation: Any) -> Any:
        """The number of the point, or the features of all actions, (A,d)."""
        ...


def _sizes(counts: int | Sequence[int], dimensions: int, least: int) -> list[int]:
    given = [counts] * dimensions if isinstance(counts, int) else list(counts)
    if len(given) != dimensions:
        allowed = f"one number, or {dimensions}"
        raise Error(f"features: {len(given)} numbers are not allowed; expected {allowed}", "features", "", allowed)
    return [whole(n, "features", least) for n in given]


def _bounds(space: Any, low: Any, high: Any) -> tuple[Floats, Floats]:
    size = int(np.prod(space.shape))
    below = np.asarray(space.low if low is None else low, dtype=np.float64)
    above = np.asarray(space.high if high is None else high, dtype=np.float64)
    below, above = (np.broadcast_to(b, space.shape).reshape(size) for b in (below, above))
    # Gymnasium writes what has no bounds as the largest number of 32 bits, too.
    unbounded = ~(np.isfinite(below) & np.isfinite(above) & (np.abs(below) < 1e30) & (np.abs(above) < 1e30))
    if unbounded.any() or (below >= above).any():
        where = int(np.flatnonzero(unbounded | (below >= above))[0])
        raise Error(
            f"features: coordinate {where} of the observation has no bounds; give low= and high=", "features"
        )
    return below, above


@dataclass(frozen=True)
class Bins:
    """Boxes of equal size: every one is a state of its own. For a bounded `Box`.

    Args:
        counts: How many along each coordinate, or one number for all.
        low, high: Bounds, where the space has none; what lies outside counts as lying on them.
    """

    counts: int | Sequence[int]
    low: Any = None
    high: Any = None

    def _view(self, space: Any, actions: int) -> View:
        below, above = _bounds(space, self.low, self.high)
        sizes = _sizes(self.counts, len(below), 1)
        return _Grid(below, above, sizes, actions)


@dataclass(frozen=True)
class Hats:
    """Nodes of a grid, and between them mixtures of those around: features are the weights. For a bounded `Box`.

    Args:
        counts: How many nodes along each coordinate, at least 2, or one number for all.
        low, high: As in `Bins`.
    """

    counts: int | Sequence[int]
    low: Any = None
    high: Any = None

    def _view(self, space: Any, actions: int) -> View:
        below, above = _bounds(space, self.low, self.high)
        sizes = _sizes(self.counts, len(below), 2)

        def weights(x: Floats) -> Floats:
            at = (np.clip(x, below, above) - below) / (above - below) * (np.array(sizes) - 1)
            product = np.ones(1)
            for position, n in zip(at, sizes, strict=True):
                product = np.outer(product, np.clip(1 - np.abs(np.arange(n) - position), 0, None)).ravel()
            return product

        return _Mixed(weights, _lattice(below, above, [2 * n - 1 for n in sizes]), actions)


@dataclass(frozen=True)
class RBF:
    """Radial functions around the nodes of a grid, divided by their sum. For a bounded `Box`.

    Args:
        counts: How many nodes along each coordinate, at least 2, or one number for all.
        width: Of the functions, in distances between neighbours.
        low, high: As in `Bins`.
    """

    counts: int | Sequence[int]
    width: float = 0.7
    low: Any = None
    high: Any = None

    def _view(self, space: Any, actions: int) -> View:
        if not self.width > 0:
            raise Error(f"features: width {self.width} is not allowed; expected a number above 0", "features")
        below, above = _bounds(space, self.low, self.high)
        sizes = _sizes(self.counts, len(below), 2)
        steps = (above - below) / (np.array(sizes) - 1)
        nodes = _lattice(below, above, sizes)

        def weights(x: Floats) -> Floats:
            away = (((np.clip(x, below, above) - nodes) / (steps * self.width)) ** 2).sum(axis=1)
            near = np.exp(-0.5 * (away - away.min()))
            normalised: Floats = near / near.sum()
            return normalised

        return _Mixed(weights, _lattice(below, above, [2 * n - 1 for n in sizes]), actions)


def _lattice(below: Floats, above: Floats, sizes: Sequence[int]) -> Floats:
    axes = [np.linspace(a, b, n) for a, b, n in zip(below, above, sizes, strict=True)]
    return np.array(list(itertools.product(*axes)))


def _too_many(dimension: int, hint: str) -> None:
    if dimension > MOST_FEATURES:
        numbers_ = dimension * dimension
        raise Error(
            f"features: {dimension} of them are too many: noise grows with them, and each stage takes sums of "
            f"{numbers_:,} numbers; expected at most {MOST_FEATURES}{hint}",
            "features",
            str(dimension),
            f"at most {MOST_FEATURES}",
        )


class _OneHot:
    finite = True

    def __init__(self, states: int, actions: int) -> None:
        _too_many(states * actions, ". Give Bins, Hats, RBF, or phi(observation, action) with dimension=")
        self.points = np.eye(states * actions).reshape(states, actions, states * actions)

    def state(self, observation: Any) -> int:
        return int(observation)


class _Digits(_OneHot):
    """Several discrete numbers as one."""

    def __init__(self, starts: Sequence[int], sizes: Sequence[int], actions: int) -> None:
        super().__init__(int(np.prod(sizes)), actions)
        self._starts = np.array(starts)
        self._sizes = tuple(sizes)

    def state(self, observation: Any) -> int:
        digits = np.asarray(observation).ravel() - self._starts
        return int(np.ravel_multi_index(tuple(digits), self._sizes))


class _Grid(_OneHot):
    def __init__(self, below: Floats, above: Floats, sizes: Sequence[int], actions: int) -> None:
        super().__init__(int(np.prod(sizes)), actions)
        self._below, self._above, self._sizes = below, above, tuple(sizes)

    def state(self, observation: Any) -> int:
        x = np.clip(np.asarray(observation, dtype=np.float64).ravel(), self._below, self._above)
        at = (x - self._below) / (self._above - self._below) * np.array(self._sizes)
        bins = np.minimum(at.astype(np.int64), np.array(self._sizes) - 1)
        return int(np.ravel_multi_index(tuple(bins), self._sizes))


class _Mixed:
    """Weights of an observation, for every action in coordinates of its own."""

    finite = False

    def __init__(self, weights: Callable[[Floats], Floats], cover: Floats, actions: int) -> None:
        self._weights, self._actions = weights, actions
        self._count = len(weights(cover[0]))
        _too_many(self._count * actions, ". Take fewer")
        self.points = np.array([self.state(x) for x in cover])

    def state(self, observation: Any) -> Floats:
        weights = self._weights(np.asarray(observation, dtype=np.float64).ravel())
        block = np.zeros((self._actions, self._actions, self._count))
        block[np.arange(self._actions), np.arange(self._actions)] = weights
        return block.reshape(self._actions, -1)


class _Own:
    """phi(observation, action), as somebody wrote it."""

    def __init__(
        self, phi: Callable[[Any, int], Any], dimension: int, actions: int, cover: Sequence[Any], finite: bool
    ) -> None:
        _too_many(dimension, "")
        self._phi, self._shape, self.finite = phi, (actions, dimension), finite
        self.points = np.array([self._block(x) for x in cover])
        norms = np.linalg.norm(self.points, axis=-1)
        if norms.max() > 1 + 1e-9:
            p, a = np.unravel_index(int(norms.argmax()), norms.shape)
            raise Error(
                f"features: phi({cover[int(p)]!r}, {a}) has norm {norms.max():.6g}; expected at most 1", "features"
            )

    def _block(self, observation: Any) -> Floats:
        block = np.empty(self._shape)
        for a in range(self._shape[0]):
            row = numbers(self._phi(observation, a), "features")
            if row.shape != self._shape[1:] or not np.isfinite(row).all():
                said = f"phi({observation!r}, {a}) gave shape {row.shape}"
                raise Error(f"features: {said}; expected {self._shape[1]} finite numbers", "features")
            block[a] = row
        return block

    def state(self, observation: Any) -> Any:
        if self.finite:
            return int(observation)
        block = self._block(observation)
        norms = np.linalg.norm(block, axis=-1, keepdims=True)
        return np.ascontiguousarray(block / np.maximum(norms, 1))  # Where not all can be seen, it is projected.


def _discrete(space: Any) -> tuple[list[int], list[int]] | None:
    """First numbers and sizes of spaces that are made of discrete ones; None of others."""
    from gymnasium import spaces

    if isinstance(space, spaces.Discrete):
        return [int(space.start)], [int(space.n)]
    if isinstance(space, spaces.MultiDiscrete):
        return [int(s) for s in space.start.ravel()], [int(n) for n in space.nvec.ravel()]
    if isinstance(space, spaces.MultiBinary):
        return [0] * int(np.prod(space.shape)), [2] * int(np.prod(space.shape))
    if isinstance(space, spaces.Tuple):
        parts = [_discrete(part) for part in space.spaces]
        if all(part is not None and len(part[1]) == 1 for part in parts):
            return [p[0][0] for p in parts if p], [p[1][0] for p in parts if p]
    return None


def view_of(
    space: Any, actions: int, features: Any, dimension: int | None, cover: Sequence[Any] | npt.NDArray[Any] | None
) -> View:
    """How observations of this space are seen, as `tacit.learn` was told."""
    from gymnasium import spaces

    discrete = _discrete(space)
    if isinstance(features, (Bins, Hats, RBF)):
        if not isinstance(space, spaces.Box):
            raise Error(f"features: {type(features).__name__} are for a Box, not for {space}", "features")
        return features._view(space, actions)
    if callable(features):
        if dimension is None:
            raise Error("dimension: is missing; how many numbers does phi(observation, action) give?", "dimension")
        size = whole(dimension, "dimension")
        if discrete is not None and len(discrete[1]) == 1 and cover is None:
            first = discrete[0][0]
            states = range(first, first + discrete[1][0])
            return _shifted(_Own(features, size, actions, states, True), first)
        if cover is None:
            raise Error("cover: is missing; give public observations that show what users may see", "cover")
        return _Own(features, size, actions, list(cover), False)
    if features != "auto":
        raise Error(
            f"features: {features!r} is not allowed; expected 'auto', Bins, Hats, RBF or phi(observation, action)",
            "features",
            repr(features),
        )
    if discrete is None:
        raise Error(
            f"features: {space} has no finite number of observations; give Bins, Hats, RBF, or "
            "phi(observation, action) with dimension= and cover=",
            "features",
        )
    return _Digits(*discrete, actions)


def _shifted(view: _Own, first: int) -> View:
    if first:
        inner = view.state
        view.state = lambda observation: inner(int(observation) - first)  # type: ignore[method-assign]
    return view
