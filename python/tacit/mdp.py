"""Environments as values: what tacit.env makes, and what goes wherever the name of an environment goes."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import _core
from ._arrays import Floats, law
from ._texts import text
from .errors import Error

__all__ = ["MDP", "Evaluation", "load_mdp"]


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
