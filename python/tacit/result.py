"""What tacit.run returns."""

from __future__ import annotations

import html
import io
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._optional import optional
from .certificate import Certificate
from .errors import Error
from .figures import draw

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from matplotlib.axes import Axes

__all__ = ["Result"]

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Result:
    """What an agent found in an environment: exact regret over users, run by run.

    Arrays are read-only. Regret and gaps are in units of the environment's reward range.
    """

    _native: _core.CellResult
    _policy: Floats | None

    def __init__(self) -> None:
        raise TypeError("a Result is made by tacit.run, tacit.compare or tacit.load")

    @classmethod
    def _wrap(cls, core: _core.CellResult, policy: Floats | None = None) -> Result:
        self = cls.__new__(cls)
        self._native = core
        self._policy = policy if policy is not None else core.policy
        return self

    # What it is of.

    @property
    def env(self) -> str:
        """The name of the environment."""
        return self._native.env

    @property
    def agent(self) -> str:
        """The name of the agent."""
        return self._native.agent

    @property
    def label(self) -> str:
        """How the agent with its settings is called in tables and figures."""
        return self._native.label

    @property
    def options(self) -> dict[str, int | float | str]:
        """All settings of the agent, those left at their defaults too."""
        return self._native.options

    @property
    def episodes(self) -> int:
        """How many users each run had."""
        return self._native.episodes

    @property
    def epsilon(self) -> float | None:
        """The budget that was promised; None without one."""
        return self._native.epsilon

    @property
    def delta(self) -> float | None:
        """The delta of the promise; None without one."""
        return self._native.delta

    @property
    def noise(self) -> str | None:
        """``"simulation"``, ``"lattice"`` or ``"production"``; None for agents without a budget."""
        return self._native.noise

    @property
    def simulation(self) -> str:
        """How users were simulated: ``"users"``, one by one, or ``"counts"``, many at once by the same law."""
        return self._native.simulation

    @property
    def optimal_value(self) -> float:
        """V*, the value of the best policy."""
        return self._native.optimal_value

    # What was found.

    @cached_property
    def checkpoints(self) -> Integers:
        """Numbers of users at which regret was noted, (n,)."""
        return self._native.checkpoints

    @cached_property
    def regret(self) -> Floats:
        """Cumulative and exact regret at the checkpoints, (runs, n)."""
        return self._native.regret

    @cached_property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of each run, (runs,)."""
        return self._native.seeds

    @cached_property
    def final_gap(self) -> Floats:
        """V* - V of the last policy of each run, (runs,)."""
        return self._native.final_gap

    @cached_property
    def switches(self) -> Integers:
        """How often each run changed its policy, (runs,)."""
        return self._native.switches

    @cached_property
    def seconds(self) -> Floats:
        """How long each run took, (runs,)."""
        return self._native.seconds

    @property
    def mean_regret(self) -> float:
        """Mean final regret over the runs."""
        return self._native.mean_regret

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The 95 % bootstrap interval of the mean regret; None for one run."""
        return self._native.ci95

    @property
    def epsilon_spent(self) -> float | None:
        """What releases cost at the promised delta, the most of any run; None where nothing is promised and kept."""
        return self._native.epsilon_spent

    @property
    def policy(self) -> Floats:
        """The last policy of each run: probabilities of actions, (runs, H, S, A)."""
        if self._policy is None:
            raise Error(
                "policy: is kept on finitely many states only, and not in files of results", "policy"
            )
        return self._policy

    @cached_property
    def certificates(self) -> tuple[Certificate, ...]:
        """One for each run of an agent with a budget; empty for others."""
        return tuple(Certificate(text) for text in self._native.certificates)

    # What can be done with it.

    def to_json(self) -> str:
        """The text that ``tacit run --json`` prints."""
        return self._native.json()

    def _columns(self) -> dict[str, Any]:
        runs, n = self.regret.shape
        rows = runs * n
        return {
            "env": [self._native.env_label] * rows,
            "agent": [self.agent] * rows,
            "label": [self.label] * rows,
            "epsilon": np.full(rows, np.nan if self.epsilon is None else self.epsilon),
            "delta": np.full(rows, np.nan if self.delta is None else self.delta),
            "env_seed": np.full(rows, self._native.env_seed),
            "run_seed": np.repeat(self.seeds, n),
            "episode": np.tile(self.checkpoints, runs),
            "regret": self.regret.ravel().copy(),
        }

    def to_pandas(self) -> pd.DataFrame:
        """A DataFrame with one row for each run and checkpoint: the columns of the program's CSV files."""
        frame: pd.DataFrame = optional("pandas", "pandas", "to_pandas").DataFrame(self._columns())
        return frame

    def to_arrow(self) -> pa.Table:
        """The same as a table of Apache Arrow."""
        table: pa.Table = optional("pyarrow", "arrow", "to_arrow").table(self._columns())
        return table

    def save(self, directory: str | os.PathLike[str]) -> None:
        """Writes run.json, regret.csv and, of a private agent, certificate.json, as ``tacit run --out`` does."""
        self._native.save(os.fspath(directory))

    def plot(self, ax: Axes | None = None, *, bands: str = "mean") -> Axes:
        """Draws regret over users, as the report does, and returns the axes.

        Args:
            ax: Where to draw; new axes unless given.
            bands: ``"mean"`` with its 95 % interval, or ``"quantiles"``: median, 10 and 90 %.
        """
        return draw(_core.figures([self._native], "regret", "", bands)[0].figure, ax)

    def __repr__(self) -> str:
        budget = "" if self.epsilon is None else f", epsilon {self.epsilon:g}"
        runs = self.regret.shape[0]
        return (
            f"<Result: {self.label} on {self.env}{budget}: {self.episodes} users, {runs} run{'s' * (runs != 1)}, "
            f"mean regret {self.mean_regret:.6g}>"
        )

    def _rows(self) -> list[tuple[str, str]]:
        between = "" if self.ci95 is None else f" ({self.ci95[0]:.4g} to {self.ci95[1]:.4g})"
        rows = [
            ("environment", self.env),
            ("agent", self.label),
            ("users", f"{self.episodes:,}"),
            ("runs", str(self.regret.shape[0])),
            ("mean regret", f"{self.mean_regret:.6g}{between}"),
            ("mean final gap", f"{self._native.mean_final_gap:.4g}"),
        ]
        if self._native.broken:
            rows.append(("privacy", f"none: {self._native.broken}"))
        elif self.epsilon is not None:
            spent = f"{self.epsilon:g} promised, {self.epsilon_spent:.4g} spent, at delta {self.delta:g}"
            rows += [("epsilon", spent), ("noise", str(self.noise))]
        return rows

    def _repr_html_(self) -> str:
        cells = (f"<tr><th>{html.escape(a)}</th><td>{html.escape(b)}</td></tr>" for a, b in self._rows())
        return f"<table>{''.join(cells)}</table>{svg(self)}"

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self._native.cell_json(), self._policy)


def _again(cell: str, policy: Floats | None) -> Result:
    if policy is not None:
        policy.flags.writeable = False
    return Result._wrap(_core.CellResult.from_json(cell), policy)


def svg(drawable: Any) -> str:
    """Its plot as an <svg> element; nothing where matplotlib is not installed."""
    try:
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError:
        return ""
    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    FigureCanvasSVG(figure)
    drawable.plot(ax=figure.add_subplot())
    text = io.StringIO()
    figure.savefig(text, format="svg")
    return text.getvalue()[text.getvalue().index("<svg") :]
