"""Distributions of the gaps of the instances, a violin for each source of heat."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heataco.bench.figures.style import colours, curve_name, distinct, in_panel, panels
from heataco.bench.summary import CellSummary

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw a column for each set, a row for each local search, as the paper does.

    A violin is made of the mean gaps of the instances; the bar is their median, the points are
    the gaps themselves.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    sets = distinct([one.cell.set for one in summaries])
    settings = distinct([one.cell.setting for one in summaries])
    chosen = colours(summaries)
    figure, axes = panels(len(settings), len(sets))
    for row, setting in enumerate(settings):
        for column, part in enumerate(sets):
            ax = axes[row, column]
            _draw(ax, in_panel(summaries, part, setting), chosen)
            if row == 0:
                ax.set_title(part, fontsize="medium")
            if column == 0:
                ax.set_ylabel(f"{setting}\ngap %")
    return figure


def _draw(ax: Any, summaries: Sequence[CellSummary], chosen: dict[str, str]) -> None:
    names = []
    for place, one in enumerate(summaries):
        values = np.array(list(one.observations.values()))
        colour = chosen[curve_name(one)]
        if len(values) > 1 and np.ptp(values) > 0:
            parts = ax.violinplot([values], [place], widths=0.8, showextrema=False)
            for body in parts["bodies"]:
                body.set(facecolor=colour, edgecolor=colour, alpha=0.35)
        # Points side by side, so that equal ones can be told from one.
        offsets = np.linspace(-0.12, 0.12, len(values)) if len(values) > 1 else np.zeros(1)
        ax.plot(place + offsets, values, "o", color=colour, markersize=2.5, alpha=0.7)
        ax.hlines(np.median(values), place - 0.3, place + 0.3, colors=colour, linewidth=2)
        names.append(curve_name(one))
    ax.set_xticks(range(len(names)), names, rotation=35, ha="right", fontsize="small")
    ax.grid(axis="y", linewidth=0.4, alpha=0.5)
