"""What there is: environments and agents by name, with their settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from . import _core
from ._texts import optional_text, settings_text
from .mdp import MDP

__all__ = ["AgentInfo", "AgentSpec", "EnvironmentInfo", "Setting", "agent", "agents", "env", "environments"]


@dataclass(frozen=True)
class Setting:
    """One thing that can be set of an environment or an agent."""

    name: str
    default: int | float | str
    allowed: str
    help: str


@dataclass(frozen=True)
class EnvironmentInfo:
    """An environment of the catalogue; `tacit.env(name, ...)` makes it."""

    name: str
    summary: str
    settings: tuple[Setting, ...] = field(repr=False)


@dataclass(frozen=True)
class AgentInfo:
    """An agent of the catalogue; its name goes into `tacit.run`, `tacit.agent(name, ...)` changes its settings.

    Attributes:
        guarantee: ``"joint-dp"``, or ``"none"``.
        takes_budget: Whether it needs an epsilon.
        start_with_it: For whom it is the one to start with; empty: for nobody.
    """

    name: str
    summary: str
    guarantee: str
    takes_budget: bool
    start_with_it: str
    settings: tuple[Setting, ...] = field(repr=False)


@dataclass(frozen=True)
class AgentSpec:
    """An agent of the catalogue with settings of one's own, as `tacit.agent` makes it.

    Attributes:
        label: How it is called in tables and figures.
    """

    name: str
    settings: tuple[tuple[str, str], ...] = ()
    label: str = ""


def _settings(entry: _core.EnvironmentEntry | _core.AgentEntry) -> tuple[Setting, ...]:
    return tuple(Setting(s.name, s.default, s.allowed, s.help) for s in entry.settings)


def environments() -> list[EnvironmentInfo]:
    """All environments of the catalogue. ``pandas.DataFrame(tacit.environments())`` is a table of them."""
    return [EnvironmentInfo(e.name, e.summary, _settings(e)) for e in _core.environments()]


def agents() -> list[AgentInfo]:
    """All agents of the catalogue. ``pandas.DataFrame(tacit.agents())`` is a table of them."""
    return [
        AgentInfo(a.name, a.summary, a.guarantee, a.takes_budget, a.advice, _settings(a)) for a in _core.agents()
    ]


def env(name: str, *, horizon: int | None = None, **settings: Any) -> MDP:
    """An environment of the catalogue, or from a file, with settings of one's own.

    Args:
        name: A name of `tacit.environments()`, or the path of a file (it has a ``/``, or ends in .json or .npz).
        horizon: Stages per episode; the environment's own unless given.
        **settings: Such as ``states=50`` or ``seed=3``. The seed of a random environment is 1 unless given.

    >>> tacit.env("simplex", states=50, seed=3)
    <MDP simplex: 50 states, 10 actions, dimension 5, horizon 10>
    """
    given = settings_text(settings, "env")
    made = _core.Environment.make(name, optional_text(horizon, "horizon"), given)
    return MDP._from_catalog(made, name, horizon, given)


def agent(name: str, *, label: str | None = None, **settings: Any) -> AgentSpec:
    """An agent of the catalogue with settings of one's own, for wherever a name goes.

    Args:
        name: A name of `tacit.agents()`.
        label: How it is called in tables and figures; its name with the settings unless given.
        **settings: Such as ``ratio=1.5``.
    """
    given = settings_text(settings, "agent")
    _core.check_agent(name, given)
    named = " ".join([name, *(f"{key}={value}" for key, value in given)])
    return AgentSpec(name, tuple(given), label if label is not None else named)
