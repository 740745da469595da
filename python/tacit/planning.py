"""Before anything is run: what the theorems promise, and how many users it takes."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._optional import optional
from ._progress import Progress, shown
from ._texts import cores, listed, optional_text, text
from .catalog import AgentSpec, env as make_env
from .errors import Error, Interrupted
from .experiments import agent_fields, environment_fields
from .figures import draw
from .mdp import MDP

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Need", "NeedRow", "Theory", "need", "theory"]


class Theory:
    """What the theorems promise, agent by agent. Prints as the program's table; `agents` has the numbers."""

    def __init__(self, document: str, table: str) -> None:
        self._document = document
        self._table = table
        self._fields: dict[str, Any] = json.loads(document)

    @property
    def agents(self) -> dict[str, dict[str, Any]]:
        """By name: constants, bounds on regret and on switches, as docs/cli.md describes them."""
        return {agent["name"]: agent for agent in self._fields["agents"]}

    @property
    def trivial_bound(self) -> float:
        """H K: more regret nobody can have, so a bound above it says nothing."""
        return float(self._fields["trivial_bound"])

    def to_dict(self) -> dict[str, Any]:
        """All fields, as docs/cli.md describes them."""
        fields: dict[str, Any] = json.loads(self._document)
        return fields

    def to_json(self) -> str:
        """The text that ``tacit theory --json`` prints."""
        return self._document

    def __str__(self) -> str:
        return self._table

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self._table)}</pre>"

    def __reduce__(self) -> tuple[object, ...]:
        return Theory, (self._document, self._table)


def theory(
    env: str | MDP | None = None,
    *,
    episodes: float,
    epsilon: float | None = None,
    delta: float | None = None,
    dimension: int | None = None,
    horizon: int | None = None,
    rewards: str = "known",
) -> Theory:
    """What the theorems promise for an environment, or for sizes: constants, switches, regret; as ``tacit theory``.

    Args:
        env: A name, a file or an MDP; or none, with `dimension` and `horizon`.
        episodes: Number of users.
        epsilon: Shows the private agents, too.
        rewards: ``"known"`` or ``"learned"``, where sizes are given.

    Every O(.) is read with 1 inside: the numbers show how bounds scale and compare, they are not guarantees.
    """
    shared = (text(episodes, "episodes"), optional_text(epsilon, "epsilon"), optional_text(delta, "delta"))
    if env is not None:
        if dimension is not None:
            raise Error("dimension: an environment has one of its own", "dimension")
        mdp = make_env(env, horizon=horizon) if isinstance(env, str) else env
        core = _core.theory(mdp._native, *shared)
    else:
        if dimension is None or horizon is None:
            raise Error("env: expected an environment, or dimension and horizon", "env")
        if rewards not in ("known", "learned"):
            raise Error(f"rewards: '{rewards}' is not allowed; expected one of known, learned", "rewards", rewards)
        core = _core.theory_of_size(
            text(dimension, "dimension"), text(horizon, "horizon"), rewards == "learned", *shared
        )
    return Theory(core.json(), core.table())


@dataclass(frozen=True)
class NeedRow:
    """How many users are needed at one budget.

    Attributes:
        epsilon: The budget; None for an agent without one.
        users: The least number tried from which on the mean gap stays within; None: not up to the most tried.
        between: The same by the two ends of the 95 % interval of the mean.
        tried: Numbers of users that were tried.
        gap: The mean gap at each, as a part of V*.
        ci95: Its interval at each, (n, 2).
    """

    epsilon: float | None
    users: int | None
    between: tuple[int | None, int | None]
    tried: npt.NDArray[np.int64]
    gap: npt.NDArray[np.float64]
    ci95: npt.NDArray[np.float64]


class Need:
    """How many users an agent needs, one row for each budget."""

    def __init__(self, core: _core.NeedReport) -> None:
        self._native = core
        self._fields: dict[str, Any] = json.loads(core.json())

    @property
    def rows(self) -> tuple[NeedRow, ...]:
        """One for each budget."""
        return tuple(
            NeedRow(
                row["epsilon"],
                row["users_needed"],
                (row["between"][0], row["between"][1]),
                np.array([point["users"] for point in row["points"]], dtype=np.int64),
                np.array([point["gap"] for point in row["points"]]),
                np.array([point["ci95"] for point in row["points"]]).reshape(-1, 2),
            )
            for row in self._fields["budgets"]
        )

    @property
    def users(self) -> int | None:
        """How many, where there is one budget or none."""
        if len(self.rows) != 1:
            raise Error(f"users: there are {len(self.rows)} budgets; rows has one for each", "users")
        return self.rows[0].users

    def to_json(self) -> str:
        """The text that ``tacit need --json`` prints."""
        return self._native.json()

    def to_pandas(self) -> pd.DataFrame:
        """One row for each budget and number of users tried."""
        frame: pd.DataFrame = optional("pandas", "pandas", "to_pandas").DataFrame(
            {
                "epsilon": np.concatenate([np.full(len(r.tried), r.epsilon or np.nan) for r in self.rows]),
                "users": np.concatenate([r.tried for r in self.rows]),
                "gap": np.concatenate([r.gap for r in self.rows]),
                "low": np.concatenate([r.ci95[:, 0] for r in self.rows]),
                "high": np.concatenate([r.ci95[:, 1] for r in self.rows]),
            }
        )
        return frame

    def plot(self, ax: Axes | None = None) -> Axes:
        """The gap over the number of users, a line for each budget."""
        return draw(self._native.figure(), ax)

    def __repr__(self) -> str:
        answers = ", ".join(
            ("" if row.epsilon is None else f"epsilon {row.epsilon:g}: ")
            + ("more than were tried" if row.users is None else f"{row.users:,} users")
            for row in self.rows
        )
        return f"<Need of {self._fields['agent']} on {self._fields['env']}: {answers}>"


def need(
    env: str | MDP,
    agent: str | AgentSpec,
    *,
    epsilon: float | Sequence[float] | None = None,
    delta: float | None = None,
    within: float = 0.05,
    most: float = 1e8,
    runs: int = 5,
    seed: int = 1,
    horizon: int | None = None,
    noise: str = "simulation",
    jobs: int | None = None,
    progress: Progress = None,
) -> Need:
    """How many users an agent needs until its policy is nearly the best, as ``tacit need``.

    Args:
        epsilon: A budget or several, for an agent that takes one.
        within: How near to the best value: a part of it.
        most: The largest number of users to try.
        runs: For each number of users.

    The other arguments are those of `tacit.run`.

    Raises:
        tacit.Interrupted: Ctrl-C. What was measured until then is in its ``result``.
    """
    spec = _core.RunSpec(
        **environment_fields(env, horizon),  # type: ignore[arg-type]
        **agent_fields(agent),  # type: ignore[arg-type]
        episodes="1",
        seed=text(seed, "seed"),
        runs=text(runs, "runs"),
        epsilon=None,
        delta=optional_text(delta, "delta"),
        adjacency=None,
        noise=noise,
        simulation=None,
        jobs=cores(jobs),
    )
    with shown(progress, "numbers of users") as callback:
        core, interrupted = _core.need(
            spec, [text(value, "epsilon") for value in listed(epsilon)], float(within), text(most, "most"), callback
        )
    result = Need(core)
    if interrupted:
        raise Interrupted("more users were still to be tried", result if result.rows else None)
    return result
