"""Distributions of the gaps of the instances, a violin for each source of heat."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heataco.bench.figures.style import Look, curve_name, panels
from heataco.bench.summary import CellSummary

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw violins of the mean gaps of the instances, with their median and the gaps themselves."""
    return panels(summaries, _draw, y="gap %", legend=False)


def _draw(ax: Any, summaries: Sequence[CellSummary], chosen: dict[str, Look]) -> None:
    names = [curve_name(one) for one in summaries]
    for place, one in enumerate(summaries):
        values = np.array(list(one.observations.values()))
        colour = chosen[names[place]]["color"]
        if len(values) > 1 and np.ptp(values) > 0:
            parts = ax.violinplot([values], [place], widths=0.8, showextrema=False)
            for body in parts["bodies"]:
                body.set(facecolor=colour, edgecolor=colour, alpha=0.35)
        # Points side by side, so that equal ones can be told from one.
        offsets = np.linspace(-0.12, 0.12, len(values)) if len(values) > 1 else np.zeros(1)
        ax.plot(place + offsets, values, "o", color=colour, markersize=2.5, alpha=0.7)
        ax.hlines(np.median(values), place - 0.3, place + 0.3, colors=colour, linewidth=2)
    ax.set_xticks(range(len(names)), names, rotation=35, ha="right", fontsize="small")
    ax.grid(axis="y", linewidth=0.4, alpha=0.5)
