"""Mean best-so-far gap by iteration."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heataco._arrays import FloatArray
from heataco.bench.figures.style import Look, curve_name, panels
from heataco.bench.records import Record
from heataco.bench.summary import CellSummary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_POINTS = 200


def draw(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw a curve for each method and heat, a row of panels for each set, as the paper does.

    The vertical axis is the excess of the mean gap over the lowest final mean of the panel, on a
    logarithmic scale; the best curve therefore ends where it reaches its final value.
    """
    traced = [one for one in summaries if any(map(_course, one.records.values()))]
    axes = ("set", "setting")
    return panels(traced, _draw, x="iteration", y="excess gap %", axes=axes)


def mean_curve(records: Sequence[Record], iterations: FloatArray) -> FloatArray:
    """Return the mean over records of the best gap at each iteration; NaN before the first."""
    curves = []
    for steps, gaps in filter(None, map(_course, records)):
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


def _draw(ax: Any, summaries: Sequence[CellSummary], chosen: dict[str, Look]) -> None:
    last = max((int(count) for one in summaries for count in one.values("iterations")), default=0)
    steps = np.unique(np.round(np.geomspace(1, max(last, 2), _POINTS)))
    curves = {curve_name(one): mean_curve(list(one.records.values()), steps) for one in summaries}
    lowest = min((float(np.nanmin(curve)) for curve in curves.values()), default=0.0)
    for name, curve in curves.items():
        excess = curve - lowest
        shown = excess > 0
        ax.plot(steps[shown], excess[shown], label=name, markevery=0.12, **chosen[name])
    ax.set_xscale("log")
    # With nothing above 0 there is no such scale: all curves begin where they end.
    if any(np.any(curve > lowest) for curve in curves.values()):
        ax.set_yscale("log")
    ax.grid(which="major", linewidth=0.4, alpha=0.5)
