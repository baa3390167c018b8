"""What the figures share: colours, panels, curve names."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from heataco.bench.summary import CellFigures
from heataco.plotting.canvas import BLUE, INK, ORANGE, PURPLE, VERMILION, require_matplotlib

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# With what is missing of the Okabe-Ito palette: green, sky blue, yellow. Ink is for the baseline.
PALETTE = (BLUE, VERMILION, "#009E73", PURPLE, ORANGE, "#56B4E9", "#F0E442")
BASELINE_COLOUR = INK
QUIET_COLOUR = "#B0B0B0"
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def source_name(one: CellFigures) -> str:
    """Return the name of the heat; that of the method without its local search where none.

    Heat that only a few instances have is marked: its mean is not over the others' instances.
    """
    source = one.cell.heatmap
    if source is not None:
        few = source.instances is not None and source.instances < one.cell.set.instances
        return f"{source.name} (first {source.instances})" if few else source.name
    return one.cell.method.variant.partition("+")[0]


def colours(figures: Sequence[CellFigures]) -> dict[str, str]:
    """Give every source of heat a colour, the same in all panels; runs without heat are black."""
    names = dict.fromkeys(source_name(one) for one in figures if one.cell.heatmap is not None)
    chosen = {name: PALETTE[place % len(PALETTE)] for place, name in enumerate(names)}
    for one in figures:
        chosen.setdefault(source_name(one), BASELINE_COLOUR)
    return chosen


def markers(names: Sequence[str]) -> dict[str, str]:
    """Give every name a marker, for readers without colours."""
    return {name: MARKERS[place % len(MARKERS)] for place, name in enumerate(names)}


def panels(
    rows: int, columns: int, width: float = 3.4, height: float = 2.6
) -> tuple["Figure", Any]:
    """Return a figure that pyplot does not know, and its axes in a rows × columns array."""
    require_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(
        figsize=(1.0 + width * columns, 0.8 + height * rows), dpi=110, layout="constrained"
    )
    return figure, figure.subplots(rows, columns, squeeze=False)


def distinct(names: Sequence[str]) -> list[str]:
    """Return names once each, in order."""
    return list(dict.fromkeys(names))


def in_panel(figures: Sequence[CellFigures], part: str, setting: str) -> list[CellFigures]:
    """Return the figures of one set and one setting."""
    return [
        one for one in figures if (one.cell.set.name, one.cell.method.setting) == (part, setting)
    ]
