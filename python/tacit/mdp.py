"""Environments as values: what tacit.env makes, and what goes wherever the name of an environment goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from . import _core

__all__ = ["MDP"]


@dataclass(frozen=True)
class _Origin:
    """How the catalogue makes an environment again, so that a run can say which one it was in."""

    name: str
    horizon: int | None
    settings: tuple[tuple[str, str], ...]


class MDP:
    """An episodic linear MDP that never changes. `tacit.env` makes those of the catalogue."""

    def __init__(self) -> None:
        raise TypeError("an MDP is made by tacit.env")

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

    def __repr__(self) -> str:
        states = f"{self.states} states" if self.states is not None else "infinitely many states"
        return (
            f"<{type(self).__name__} {self.name}: {states}, {self.actions} actions, "
            f"dimension {self.dimension}, horizon {self.horizon}>"
        )

    def __reduce__(self) -> tuple[object, ...]:
        if self._origin is None:
            raise TypeError("an MDP that is not of the catalogue does not pickle yet")
        return _again, (self._origin,)


def _again(origin: _Origin) -> MDP:
    horizon = None if origin.horizon is None else str(origin.horizon)
    core = _core.Environment.make(origin.name, horizon, list(origin.settings))
    return MDP._wrap(core, origin)
