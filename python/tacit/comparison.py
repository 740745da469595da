"""Several agents among the same users: compare, sweep, load."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

from . import _core
from ._optional import optional
from ._progress import Progress, shown
from ._texts import cores, listed, optional_text, text
from .catalog import AgentSpec
from .errors import Error, Interrupted
from .experiments import agent_fields, environment_fields, label_of, warn_of_budget
from .figures import draw
from .mdp import MDP
from .own_agents import Agent, BatchAgent
from .result import Floats, Result, svg
from .tables import Table

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from matplotlib.axes import Axes

__all__ = ["Comparison", "compare", "load", "sweep"]


class Comparison(Sequence[Result]):
    """Results of several agents in the same environments, among the same users: a sequence of `Result`.

    Run r of every agent meets the same users, so differences are taken run by run before anything is averaged.

    Attributes:
        unfinished: Ids of cells of a sweep that are still to be run.
        failed: Cells of a sweep that failed, each with the reason.
    """

    def __init__(
        self,
        results: Iterable[Result],
        unfinished: Iterable[str] = (),
        failed: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._results = tuple(results)
        self.unfinished = tuple(unfinished)
        self.failed = tuple(failed)

    @property
    def results(self) -> tuple[Result, ...]:
        """One for each environment, agent and budget, in the order in which they were named."""
        return self._results

    @property
    def labels(self) -> tuple[str, ...]:
        """The agents, each once."""
        return tuple(dict.fromkeys(result.label for result in self._results))

    def find(self, label: str, *, epsilon: float | None = None, env: str | None = None) -> Result:
        """The result of an agent by its label; with several budgets or environments, say which."""
        found = list(self._results)
        for field, wanted in (("label", label), ("epsilon", epsilon), ("env", env)):
            if wanted is None:
                continue
            left = [r for r in found if getattr(r, field) == wanted]
            if not left:
                known = ", ".join(dict.fromkeys(str(getattr(r, field)) for r in found))
                raise Error(f"{field}: '{wanted}' is not there; there are {known}", field, str(wanted), known)
            found = left
        if len(found) == 1:
            return found[0]
        raise Error(f"label: '{label}' is there {len(found)} times; say which epsilon or env", "label", label)

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> Comparison: ...
    def __getitem__(self, index: int | slice) -> Result | Comparison:
        if isinstance(index, slice):
            return Comparison(self._results[index])
        return self._results[index]

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def _cells(self) -> list[_core.CellResult]:
        return [result._native for result in self._results]

    def table(self, kind: str = "final", *, reference: str | None = None, env: str | None = None) -> Table:
        """A table of the report, with intervals and numbers of runs.

        Args:
            kind: ``"final"`` regret and gap; ``"difference"`` to the reference, run by run; ``"privacy"``: what was
                claimed and spent; ``"price"`` of privacy.
            reference: A label; the first agent without privacy unless given.
            env: Which environment, where there are several; all of them unless given.
        """
        tables = [(place, Table._wrap(core)) for place, core in _core.tables(self._cells(), kind, reference or "")]
        if env is not None:
            known = ", ".join(place for place, _ in tables)
            tables = [(place, table) for place, table in tables if place == env]
            if not tables:
                raise Error(f"env: '{env}' is not there; there are {known}", "env", env, known)
        if len(tables) == 1:
            return tables[0][1]
        shape = next((table for _, table in tables if table.rows), tables[0][1])
        rows = tuple((place, *row) for place, table in tables for row in table.rows)
        return Table(shape.caption, ("environment", *shape.columns), rows, (False, *shape.numeric))

    def figures(self, kind: str = "regret", *, reference: str | None = None) -> tuple[str, ...]:
        """Names of the figures of this kind, for `plot`: one for each environment and budget that there is to show."""
        return tuple(f.name for f in _core.figures(self._cells(), kind, reference or "", "mean"))

    def plot(
        self,
        kind: str = "regret",
        ax: Axes | None = None,
        *,
        figure: str | int = 0,
        reference: str | None = None,
        bands: str = "mean",
    ) -> Axes:
        """Draws a figure of the report and returns the axes.

        Args:
            kind: ``"regret"`` over users, final regret over the ``"budget"``, or the ``"difference"`` to the reference,
                run by run.
            ax: Where to draw; new axes unless given.
            figure: Which, where there are several: a name of `figures`, or its place.
            reference: A label; the first agent without privacy unless given.
            bands: ``"mean"`` with its 95 % interval, or ``"quantiles"``: median, 10 and 90 %.
        """
        found = _core.figures(self._cells(), kind, reference or "", bands)
        if not found:
            raise Error(f"kind: there is nothing to show for '{kind}'", "kind", kind)
        names = [one.name for one in found]
        if isinstance(figure, str):
            if figure not in names:
                raise Error(f"figure: '{figure}' is not there; there are {names}", "figure", figure, ", ".join(names))
            figure = names.index(figure)
        elif not -len(found) <= figure < len(found):
            raise Error(f"figure: {figure} is not allowed; there are {names}", "figure", str(figure), ", ".join(names))
        return draw(found[figure].figure, ax)

    def to_pandas(self) -> pd.DataFrame:
        """A DataFrame with one row for each agent, budget, run and checkpoint."""
        pandas = optional("pandas", "pandas", "to_pandas")
        frame: pd.DataFrame = pandas.concat([result.to_pandas() for result in self._results], ignore_index=True)
        return frame

    def to_arrow(self) -> pa.Table:
        """The same as a table of Apache Arrow."""
        pyarrow = optional("pyarrow", "arrow", "to_arrow")
        table: pa.Table = pyarrow.concat_tables([result.to_arrow() for result in self._results])
        return table

    def __repr__(self) -> str:
        envs = ", ".join(dict.fromkeys(result.env for result in self._results))
        return f"<Comparison of {', '.join(self.labels)} on {envs}: {len(self)} results>"

    def _repr_html_(self) -> str:
        return self.table()._repr_html_() + svg(self) if self._results else repr(self)

    def __reduce__(self) -> tuple[object, ...]:
        return Comparison, (self._results, self.unfinished, self.failed)


def compare(
    env: str | MDP | Sequence[str | MDP],
    agents: str | AgentSpec | Agent | BatchAgent | Sequence[str | AgentSpec | Agent | BatchAgent],
    *,
    episodes: float,
    epsilon: float | Sequence[float] | Floats | None = None,
    delta: float | None = None,
    runs: int = 1,
    seed: int = 1,
    horizon: int | None = None,
    adjacency: str | None = None,
    noise: str = "simulation",
    simulation: str | None = None,
    jobs: int | None = None,
    progress: Progress = None,
) -> Comparison:
    """Several agents among the same users, at several budgets: tables, plots, differences run by run.

    Args:
        env: An environment, or several: names, files, MDPs.
        agents: Names of `tacit.agents()`, what `tacit.agent` makes, or agents that are written in Python, with which
            runs go one after another. Those that take no budget run once.
        epsilon: A budget or several, for the agents that take one.

    The other arguments are those of `tacit.run`.

    >>> c = tacit.compare("simplex", ["lsvi-ucb++", "dp-block-ucb"], episodes=1e5, epsilon=[0.1, 1], runs=10)
    >>> c.table()
    >>> c.plot("budget")
    """
    maker = _core.SweepMaker()
    budgets = [text(value, "epsilon") for value in listed(epsilon)]
    for one in listed(env):
        fields = environment_fields(one, horizon)
        maker.add_environment(fields["env"], fields["horizon"], fields["env_settings"])  # type: ignore[arg-type]
    for agent in listed(agents):
        named = agent_fields(agent)
        maker.add_agent(named["agent"], label_of(agent), named["agent_settings"], budgets)  # type: ignore[arg-type]
    maker.set(
        text(episodes, "episodes"),
        text(runs, "runs"),
        text(seed, "seed"),
        optional_text(delta, "delta"),
        adjacency,
        noise,
        simulation,
    )
    for budget in budgets:
        warn_of_budget(float(budget), delta, episodes, stacklevel=3)
    with shown(progress) as callback:
        own = any(isinstance(agent, (Agent, BatchAgent)) for agent in listed(agents))
        cells, interrupted = maker.run("1" if own else cores(jobs), callback)
    result = Comparison(Result._wrap(cell) for cell in cells)
    if interrupted:
        raise Interrupted(f"{len(result)} results are finished or begun", result if cells else None)
    return result


def sweep(
    file: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    jobs: int | None = None,
    shard: str | None = None,
    force: bool = False,
    progress: Progress = None,
) -> Comparison:
    """Runs what a file says (docs/lab.md) into a directory, as ``tacit sweep``; what is finished is not run again.

    Args:
        file: What to run, in TOML.
        out: Where the results go; results/NAME unless given.
        jobs: Runs at a time; one per processor unless given.
        shard: ``"2/8"``: only the second of eight parts, for several machines.
        force: Into a directory that holds another sweep.
        progress: True for a bar, or what is called with (done, total).

    Cells that fail leave the others alone: a warning names each, and ``failed`` has the reasons.
    """
    path = os.fspath(file)
    directory = Path(os.fspath(out)) if out is not None else Path("results") / _core.sweep_name(path)
    with shown(progress) as callback:
        end = _core.sweep(path, str(directory), cores(jobs), shard, force, callback)
    for cell, why in end.failures:
        warnings.warn(f"{cell}: {why}", RuntimeWarning, stacklevel=2)
    result = load(directory) if end.finished else Comparison(())
    result = Comparison(result, result.unfinished, end.failures)
    if end.interrupted:
        raise Interrupted(f"{end.finished} of {end.cells} cells are finished in {directory}", result)
    return result


def load(*directories: str | os.PathLike[str]) -> Comparison:
    """The results of a sweep, or of several parts of one, from their directories; every file is checked.

    >>> tacit.load("results/figure-1a").table()
    """
    if not directories:
        raise Error("directories: expected at least one", "directories")
    cells, unfinished = _core.load([os.fspath(directory) for directory in directories])
    return Comparison((Result._wrap(cell) for cell in cells), unfinished)
