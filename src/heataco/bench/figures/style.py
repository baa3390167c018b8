"""What the figures share: colours, panels, curve names."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from heataco.bench.summary import CellSummary
from heataco.plotting.canvas import BLUE, INK, ORANGE, PURPLE, VERMILION, require_matplotlib

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# With what is missing of the Okabe-Ito palette: green, sky blue, yellow. Ink is for the baseline.
PALETTE = (BLUE, VERMILION, "#009E73", PURPLE, ORANGE, "#56B4E9", "#F0E442")
BASELINE_COLOUR = INK
QUIET_COLOUR = "#B0B0B0"
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


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


def colours(
    summaries: Sequence[CellSummary], name: Callable[[CellSummary], str] = curve_name
) -> dict[str, str]:
    """Give every curve a colour, the same in all panels; the first one without heat is black."""
    names = dict.fromkeys(name(one) for one in summaries)
    plain = next((name(one) for one in summaries if not one.cell.heatmap), None)
    others = [each for each in names if each != plain]
    chosen = {each: PALETTE[place % len(PALETTE)] for place, each in enumerate(others)}
    return chosen if plain is None else {plain: BASELINE_COLOUR} | chosen


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


def in_panel(summaries: Sequence[CellSummary], part: str, setting: str) -> list[CellSummary]:
    """Return what is of one set and one setting."""
    return [one for one in summaries if (one.cell.set, one.cell.setting) == (part, setting)]
