"""The paper's figures; matplotlib is imported when one is drawn, not before."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from heataco.bench.experiment import Experiment
from heataco.bench.figures.bands import draw_bands
from heataco.bench.figures.caps import draw_caps
from heataco.bench.figures.convergence import draw_convergence
from heataco.bench.figures.violins import draw_violins
from heataco.bench.summary import CellFigures

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FORMS: dict[str, Callable[[Sequence[CellFigures]], "Figure"]] = {
    "violins": draw_violins,
    "convergence": draw_convergence,
    "caps": draw_caps,
    "bands": draw_bands,
}


def draw_figure(experiment: Experiment, figures: Sequence[CellFigures]) -> "Figure":
    """Draw the figure of an experiment, of the cells that have results.

    Raises
    ------
    ValueError
        If the experiment has no figure, or there is nothing to draw in it.
    ImportError
        If matplotlib is not installed.
    """
    layout = experiment.figure
    if layout is None:
        raise ValueError(f"{experiment.path}: there is no [figure]; heataco table shows its table")
    shown = [one for one in figures if _shown(one, layout.form, layout.settings)]
    if not shown:
        raise ValueError(f"{experiment.path}: no result can be drawn as {layout.form}")
    picture = _FORMS[layout.form](shown)
    picture.suptitle(experiment.title, fontsize="large")
    return picture


def _shown(one: CellFigures, form: str, settings: tuple[str, ...] | None) -> bool:
    if form == "bands":
        return any("report" in record for record in one.records)
    setting = one.cell.method.setting
    # Methods without a setting, such as greedy, have no panel.
    return bool(one.gaps) and bool(setting) and (settings is None or setting in settings)


__all__ = ["draw_figure"]
