"""Confidence bands of the heatmaps, a row for each set."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from heataco.bench.figures.style import blank, distinct, heat_name
from heataco.bench.records import Record
from heataco.bench.summary import CellSummary
from heataco.diagnostics import Bands
from heataco.diagnostics.support import pooled
from heataco.plotting import plot_bands

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw edges per node and P(opt | band), all instances of a set together."""
    sets = distinct(one.cell.set for one in summaries)
    names = distinct(map(heat_name, summaries))
    figure, axes = blank(len(sets), len(names), 4.0, 3.0)
    for ax in axes.flat:
        ax.set_visible(False)
    for one in summaries:
        ax = axes[sets.index(one.cell.set), names.index(heat_name(one))]
        ax.set_visible(True)
        plot_bands(pooled([bands_of(record) for record in one.records.values()]), ax=ax)
        ax.set_title(f"{heat_name(one)}, {one.cell.set}", fontsize="medium")
    return figure


def bands_of(record: Record) -> Bands:
    """Return the bands of a record; JSON has no infinity, which the last limit is."""
    plain = record["report"]["bands"]
    tour_edges = plain["tour_edges"]
    return Bands(
        nodes=plain["nodes"],
        limits=np.array([np.inf if limit is None else limit for limit in plain["limits"]]),
        edges=np.array(plain["edges"], np.int64),
        score_sum=np.array(plain["score_sum"]),
        tour_edges=None if tour_edges is None else np.array(tour_edges, np.int64),
    )
