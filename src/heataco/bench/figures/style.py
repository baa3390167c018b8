"""What the figures share: colours, panels, curve names."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from heataco.bench.summary import CellSummary
from heataco.plotting.canvas import BLUE, INK, ORANGE, PURPLE, VERMILION, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# With what is missing of the Okabe-Ito palette: green, sky blue, yellow. Ink is for the baseline.
PALETTE = (BLUE, VERMILION, "#009E73", PURPLE, ORANGE, "#56B4E9", "#F0E442")
BASELINE_COLOUR = INK
QUIET_COLOUR = "#B0B0B0"
MARKERS = ("o", "s", "^", "D", "v", "P", "X")

Name = Callable[[CellSummary], str]
Look = dict[str, Any]  # options of `Axes.plot`
Panel = Callable[[Any, Sequence[CellSummary], dict[str, Look]], None]


def curve_name(one: CellSummary) -> str:
    """Return the method, without the local search that the panel names, and its heat.

    Heat that only a few instances have is marked: its mean is not over the others' instances.
    """
    cell = one.cell
    method = cell.variant.partition("+")[0] if cell.setting else cell.variant
    return ", ".join(filter(None, (method, heat_name(one))))


def heat_name(one: CellSummary) -> str:
    """Return the name of the heat, with the number of its instances where these are few."""
    cell = one.cell
    few = cell.heat_instances is not None
    return f"{cell.heatmap} (first {cell.heat_instances})" if few else cell.heatmap


def looks(summaries: Sequence[CellSummary], name: Name) -> dict[str, Look]:
    """Give every curve a colour and a marker; the first one without heat is black."""
    names = distinct(map(name, summaries))
    plain = next((name(one) for one in summaries if not one.cell.heatmap), None)
    colours = iter(PALETTE * len(names))
    return {
        each: {
            "color": BASELINE_COLOUR if each == plain else next(colours),
            "marker": MARKERS[place % len(MARKERS)],
            "markersize": 4,
            "linewidth": 1.4,
        }
        for place, each in enumerate(sorted(names, key=lambda each: each != plain))
    }


def blank(rows: int, columns: int, width: float, height: float) -> tuple["Figure", Any]:
    """Return a figure that pyplot does not know, and its axes in a rows × columns array."""
    figure = new_figure(1.0 + width * columns, 0.8 + height * rows, dpi=110)
    return figure, figure.subplots(rows, columns, squeeze=False)


def panels(
    summaries: Sequence[CellSummary],
    draw: Panel,
    *,
    x: str = "",
    y: str,
    name: Name = curve_name,
    axes: tuple[str, str] = ("setting", "set"),
    legend: bool = True,
) -> "Figure":
    """Draw a row and a column for each value of two axes of the grid."""
    places = [tuple(getattr(one.cell, axis) for axis in axes) for one in summaries]
    rows, columns = (distinct(place[axis] for place in places) for axis in (0, 1))
    chosen = looks(summaries, name)
    figure, grid = blank(len(rows), len(columns), 3.4, 2.6)
    for row, column in product(rows, columns):
        ax = grid[rows.index(row), columns.index(column)]
        held = [one for one, at in zip(summaries, places, strict=True) if at == (row, column)]
        draw(ax, held, chosen)
    for ax, row in zip(grid[:, 0], rows, strict=True):
        ax.set_ylabel("\n".join(filter(None, (row, y))))
    for top, bottom, column in zip(grid[0], grid[-1], columns, strict=True):
        top.set_title(column, fontsize="medium")
        bottom.set_xlabel(x)
    if legend:
        lines = [line for ax in grid.flat for line in ax.get_lines()]
        shown = {str(line.get_label()): line for line in lines}
        shown = {label: line for label, line in shown.items() if label[:1] not in ("", "_")}
        figure.legend(shown.values(), shown.keys(), loc="outside lower center", ncols=6)
    return figure


def distinct(names: Iterable[str]) -> list[str]:
    """Return names once each, in order."""
    return list(dict.fromkeys(names))
