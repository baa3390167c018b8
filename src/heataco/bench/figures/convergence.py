"""Mean best-so-far gap by iteration."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heataco._arrays import FloatArray
from heataco.bench.figures.style import (
    colours,
    curve_name,
    distinct,
    in_panel,
    markers,
    panels,
)
from heataco.bench.records import Record
from heataco.bench.summary import CellSummary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_POINTS = 200


def draw(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw a row for each set and a column for each local search, as the paper does.

    The vertical axis is the excess of the mean gap over the lowest final mean of the panel, on a
    logarithmic scale; the best curve therefore ends where it reaches its final value.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    traced = [one for one in summaries if any(_course(record) for record in one.records.values())]
    sets = distinct([one.cell.set for one in traced])
    settings = distinct([one.cell.setting for one in traced])
    chosen = colours(traced)
    signs = markers(list(chosen))
    figure, axes = panels(len(sets), len(settings), width=4.0)
    for row, part in enumerate(sets):
        for column, setting in enumerate(settings):
            ax = axes[row, column]
            _draw(ax, in_panel(traced, part, setting), chosen, signs)
            ax.set_title(", ".join(filter(None, (part, setting))), fontsize="medium")
            if column == 0:
                ax.set_ylabel("excess gap %")
            if row == len(sets) - 1:
                ax.set_xlabel("iteration")
    handles = {
        line.get_label(): line for ax in axes.flat for line in ax.get_lines() if line.get_label()
    }
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=6)
    return figure


def mean_curve(records: Sequence[Record], iterations: FloatArray) -> FloatArray:
    """Return the mean over records of the best gap at each iteration; NaN before the first."""
    curves = []
    for record in records:
        course = _course(record)
        if course is None:
            continue
        steps, gaps = course
        place = np.searchsorted(steps, iterations, side="right") - 1
        curves.append(np.where(place >= 0, gaps[np.maximum(place, 0)], np.nan))
    return np.asarray(np.mean(curves, axis=0))


def _course(record: Record) -> tuple[FloatArray, FloatArray] | None:
    """Return iterations and gaps of the improvements; None where there are none to show."""
    course = record.get("improvements")
    if not course or not course["iteration"] or not record.get("best_known"):
        return None
    best = np.array(course["best"]) / record["best_known"]
    return np.array(course["iteration"], float), 100 * (best - 1)


def _draw(
    ax: Any, summaries: Sequence[CellSummary], chosen: dict[str, str], signs: dict[str, str]
) -> None:
    last = max(
        (int(record["iterations"] or 0) for f in summaries for record in f.records.values()),
        default=0,
    )
    steps = np.unique(np.round(np.geomspace(1, max(last, 2), _POINTS)))
    curves = {curve_name(one): mean_curve(list(one.records.values()), steps) for one in summaries}
    lowest = min((float(np.nanmin(curve)) for curve in curves.values()), default=0.0)
    for name, curve in curves.items():
        excess = curve - lowest
        shown = excess > 0
        ax.plot(
            steps[shown],
            excess[shown],
            color=chosen[name],
            marker=signs[name],
            markevery=0.12,
            markersize=4,
            linewidth=1.4,
            label=name,
        )
    ax.set_xscale("log")
    # With nothing above 0 there is no such scale: all curves begin where they end.
    if any(np.any(curve > lowest) for curve in curves.values()):
        ax.set_yscale("log")
    ax.grid(which="major", linewidth=0.4, alpha=0.5)
