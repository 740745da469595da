"""Draws the report's figures with matplotlib: the same curves, axes, colours and bands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._optional import optional

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw"]

_MARKS = {5: "s", 7: "o", 9: "^", 11: "v", 13: "D", 15: "p"}
_LINE_WIDTH = 1.8
_LABEL_GAP = 0.058  # Between two names at line ends, as a part of the height.


def _dashes(dash: str) -> Any:
    if dash == "solid":
        return "-"
    lengths = [float(part) / 4 for part in dash.strip("()").split(",")]
    return (0, tuple(lengths))


def _spread(places: list[float]) -> list[float]:
    """Heights near those wanted at which texts do not cover each other, by pushing neighbours apart."""
    order = sorted(range(len(places)), key=places.__getitem__)
    spread = list(places)
    for _ in range(60):
        for below, above in zip(order, order[1:], strict=False):
            overlap = _LABEL_GAP - (spread[above] - spread[below])
            if overlap > 1e-9:
                spread[below] -= overlap / 2
                spread[above] += overlap / 2
    return spread


def _axis(axes: Axes, which: str, axis: _core.Axis, reverse: bool = False) -> None:
    if axis.logarithmic:
        getattr(axes, f"set_{which}scale")("log")
    ends = (axis.high, axis.low) if reverse else (axis.low, axis.high)
    getattr(axes, f"set_{which}lim")(*ends)
    chosen = getattr(axes, f"{which}axis")
    chosen.set_ticks([at for at, _ in axis.ticks], [label for _, label in axis.ticks])
    chosen.set_ticks(list(axis.minor), minor=True)
    if axis.logarithmic:
        from matplotlib.ticker import NullFormatter

        chosen.set_minor_formatter(NullFormatter())


def _on(axis: _core.Axis, values: list[float]) -> list[float]:
    """What does not fit on a logarithmic axis is drawn on its edge."""
    return [max(value, axis.low) for value in values] if axis.logarithmic else list(values)


def _series(axes: Axes, figure: _core.Figure, i: int, x_axis: _core.Axis, y_axis: _core.Axis) -> None:
    series, look = figure.series[i], figure.looks[i]
    if figure.kind == "lines":
        x, y = _on(x_axis, series.x), _on(y_axis, series.mean)
        if series.low:
            axes.fill_between(
                x, _on(y_axis, series.low), _on(y_axis, series.high), color=look.colour, alpha=0.15, linewidth=0
            )
        axes.plot(x, y, color=look.colour, linestyle=_dashes(look.dash), linewidth=_LINE_WIDTH, label=series.label)
        return
    beside = figure.sideways(i)
    face = "white" if look.open else look.colour
    if figure.kind == "rows":
        at, values = [v + beside for v in series.x], _on(x_axis, series.mean)
        low, high = _on(x_axis, series.low or series.mean), _on(x_axis, series.high or series.mean)
        axes.hlines(at, low, high, color=look.colour, linewidth=_LINE_WIDTH)
        axes.plot(values, at, _MARKS[look.mark], color=look.colour, markerfacecolor=face, label=series.label)
        return
    at = [v + beside for v in _on(x_axis, series.x)] if figure.names else _on(x_axis, series.x)
    low, high = _on(y_axis, series.low or series.mean), _on(y_axis, series.high or series.mean)
    axes.vlines(at, low, high, color=look.colour, linewidth=_LINE_WIDTH)
    axes.plot(
        at,
        _on(y_axis, series.mean),
        color=look.colour,
        linestyle=_dashes(look.dash) if not figure.names else "none",
        linewidth=_LINE_WIDTH / 2,
        marker=_MARKS[look.mark],
        markersize=7 * look.size,
        markerfacecolor=face,
        label=series.label,
    )


def _references(axes: Axes, figure: _core.Figure, y_axis: _core.Axis) -> None:
    for reference, look in zip(figure.references, figure.looks[len(figure.series) :], strict=True):
        if figure.kind == "rows":
            axes.axvline(reference.value, color=look.colour, linestyle=_dashes(look.dash), label=reference.label)
            continue
        if reference.band:
            low, high = _on(y_axis, list(reference.band))
            axes.axhspan(low, high, color=look.colour, alpha=0.15, linewidth=0)
        (value,) = _on(y_axis, [reference.value])
        axes.axhline(
            value, color=look.colour, linestyle=_dashes(look.dash), linewidth=_LINE_WIDTH, label=reference.label
        )


def _names(axes: Axes, figure: _core.Figure, y_axis: _core.Axis) -> None:
    """Each line is named at its right end."""
    ends = [_on(y_axis, series.mean[-1:])[0] for series in figure.series]
    ends += [_on(y_axis, [reference.value])[0] for reference in figure.references]
    labels = [series.label for series in figure.series] + [reference.label for reference in figure.references]
    to_part = axes.transAxes.inverted()
    places = [float(to_part.transform(axes.transData.transform((1, end)))[1]) for end in ends]
    for place, label, look in zip(_spread(places), labels, figure.looks, strict=True):
        axes.text(1.02, place, label, color=look.ink, transform=axes.transAxes, va="center", ha="left")


def draw(figure: _core.Figure, ax: Axes | None = None) -> Axes:
    """Draws a figure of the library on `ax`, or on new axes of its own."""
    axes: Axes = ax if ax is not None else optional("matplotlib.pyplot", "plot", "plot").subplots(figsize=(7.2, 4.2), layout="constrained")[1]
    x_axis, y_axis = figure.x_axis, figure.y_axis
    rows = figure.kind == "rows"
    _axis(axes, "x", x_axis)
    _axis(axes, "y", y_axis, reverse=rows)
    axes.grid(axis="x" if rows else "y", color=_core.GRID_COLOUR, linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(_core.FRAME_COLOUR)
    for i in range(len(figure.series)):
        _series(axes, figure, i, x_axis, y_axis)
    _references(axes, figure, y_axis)
    axes.set_xlabel(figure.x_label)
    if not rows:
        axes.set_ylabel(figure.y_label)
    notes = "\n".join([figure.subtitle, *figure.notes])
    axes.set_title(figure.title, loc="left", color=_core.INK, pad=14 + 11 * (notes.count("\n") + 1), fontsize="large")
    axes.text(0, 1.02, notes, transform=axes.transAxes, va="bottom", color=_core.SECONDARY_INK, fontsize="small")
    if rows:
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1.0), ncols=3)
    else:
        _names(axes, figure, y_axis)
    return axes
