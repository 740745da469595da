"""Tables as the report has them: text for people, with a way to pandas."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _core
from ._optional import optional

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Table"]


@dataclass(frozen=True)
class Table:
    """Rows of text under headers. Prints as text, shows as a table in notebooks."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]

    @classmethod
    def _wrap(cls, core: _core.Table) -> Table:
        return cls(core.caption, tuple(core.columns), tuple(map(tuple, core.rows)), tuple(core.numeric))

    def to_pandas(self) -> pd.DataFrame:
        """The same as a DataFrame of texts; `Comparison.to_pandas` has the numbers."""
        pandas = optional("pandas", "pandas", "to_pandas")
        frame: pd.DataFrame = pandas.DataFrame(list(self.rows), columns=list(self.columns))
        return frame

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self.rows)

    def __str__(self) -> str:
        lines = [self.columns, *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]
        padded = (
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(line, widths, self.numeric, strict=True)
            ).rstrip()
            for line in lines
        )
        return "\n".join([self.caption, *padded])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        def row(cells: tuple[str, ...], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        body = "".join(row(cells, "td") for cells in self.rows)
        return f"<table><caption>{html.escape(self.caption)}</caption>{row(self.columns, 'th')}{body}</table>"
