"""From the results of an experiment to its picture."""

from collections.abc import Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from heataco.bench.header import Header
from heataco.bench.summary import CellSummary

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_figure(header: Header, summaries: Sequence[CellSummary]) -> "Figure":
    """Draw the figure of an experiment, of the cells that have results.

    Raises
    ------
    ValueError
        If the experiment has no figure, or there is nothing to draw in it.
    ImportError
        If matplotlib is not installed.
    """
    layout = header.figure
    if layout is None:
        raise ValueError(f"{header.name}: there is no [figure]; heataco table shows its table")
    # Where methods have settings, those without, such as greedy, have no panel.
    wanted = layout.settings or {one.cell.setting for one in summaries if one.cell.setting} or {""}
    shown = [one for one in summaries if _shown(one, layout.form, wanted)]
    if not shown:
        raise ValueError(f"{header.name}: no result can be drawn as {layout.form}")
    picture: Figure = import_module(f"heataco.bench.figures.{layout.form}").draw(shown)
    picture.suptitle(header.title, fontsize="large")
    return picture


def _shown(one: CellSummary, form: str, settings: Collection[str]) -> bool:
    if form == "bands":
        return bool(one.values("report"))
    return bool(one.gaps) and not one.cell.reference and one.cell.setting in settings
