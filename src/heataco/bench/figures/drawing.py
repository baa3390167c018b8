"""From the results of an experiment to its picture; a function for each of the `FORMS`."""

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heataco._arrays import FloatArray
from heataco.bench.figures.style import (
    BASELINE_COLOUR,
    QUIET_COLOUR,
    Look,
    blank,
    curve_name,
    distinct,
    heat_name,
    panels,
)
from heataco.bench.header import Header
from heataco.bench.records import Record
from heataco.bench.summary import CellSummary
from heataco.decoders import HeatACO
from heataco.diagnostics import Bands
from heataco.diagnostics.support import pooled
from heataco.plotting import plot_bands

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ROOM = 1.6  # of the highest gap up to the default cap; what is above is clipped
_DEFAULT_CAP = HeatACO().evidence_cap or 0.0
_POINTS = 200

_Course = tuple[FloatArray, FloatArray]  # iterations and gaps of the improvements


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
    picture: Figure = _DRAWN[layout.form](shown)
    picture.suptitle(header.title, fontsize="large")
    return picture


def _shown(one: CellSummary, form: str, settings: Collection[str]) -> bool:
    if form == "bands":
        return bool(one.values("report"))
    drawable = _courses(one) if form == "convergence" else one.gaps
    return bool(drawable) and not one.cell.reference and one.cell.setting in settings


def violins(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw violins of the mean gaps of the instances, with their median and the gaps themselves."""
    return panels(summaries, _draw_violins, y="gap %", legend=False)


def _draw_violins(ax: Any, summaries: Sequence[CellSummary], chosen: dict[str, Look]) -> None:
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


def convergence(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw a curve for each method and heat, a row of panels for each set, as the paper does.

    The vertical axis is the excess of the mean gap over the lowest final mean of the panel, on a
    logarithmic scale; the best curve therefore ends where it reaches its final value.
    """
    axes = ("set", "setting")
    return panels(summaries, _draw_convergence, x="iteration", y="excess gap %", axes=axes)


def mean_curve(courses: Sequence[_Course], iterations: FloatArray) -> FloatArray:
    """Return the mean over courses of the best gap at each iteration; NaN before the first."""
    curves = []
    for steps, gaps in courses:
        place = np.searchsorted(steps, iterations, side="right") - 1
        curves.append(np.where(place >= 0, gaps[np.maximum(place, 0)], np.nan))
    return np.asarray(np.mean(curves, axis=0))


def _courses(one: CellSummary) -> list[_Course]:
    """Return the course of each record that has one and a gap; packed records have none."""
    courses = []
    for place, gap in one.gaps.items():
        cost, course = one.records[place]["cost"], one.records[place].get("improvements")
        if course and course["iteration"] and cost and math.isfinite(gap):
            gaps = np.array(course["best"]) / cost * (100 + gap) - 100
            courses.append((np.array(course["iteration"], float), gaps))
    return courses


def _draw_convergence(ax: Any, summaries: Sequence[CellSummary], chosen: dict[str, Look]) -> None:
    last = max((int(count) for one in summaries for count in one.values("iterations")), default=0)
    steps = np.unique(np.round(np.geomspace(1, max(last, 2), _POINTS)))
    curves = {curve_name(one): mean_curve(_courses(one), steps) for one in summaries}
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


def caps(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw a curve for each heat.

    The dashed dark line is MMAS without heat, the dashed light one the default cap. Gaps far
    above the rest are clipped: a triangle at the edge, with the gap beside it.
    """
    return panels(summaries, _draw_caps, x="evidence cap", y="mean gap %", name=heat_name)


def _draw_caps(ax: Any, summaries: Sequence[CellSummary], chosen: dict[str, Look]) -> None:
    curves: dict[str, dict[float, float]] = {}
    plain = [one.gap[0] for one in summaries if one.gap and not one.cell.heatmap][-1:]
    for one in summaries:
        # The axis has no place for evidence without a cap.
        for cap in one.values("task", "method", "parameters", "evidence_cap")[:1]:
            if one.gap and one.cell.heatmap:
                curves.setdefault(heat_name(one), {})[cap] = one.gap[0]
    points = [point for curve in curves.values() for point in curve.items()]
    usual = [gap for cap, gap in points if cap <= _DEFAULT_CAP]
    limit = _ROOM * max([*usual, *plain], default=0.0) or np.inf
    for name, curve in curves.items():
        caps, gaps = np.array(sorted(curve.items())).T
        ax.plot(caps, np.minimum(gaps, limit), label=name, **chosen[name])
        for cap, gap in zip(caps[gaps > limit], gaps[gaps > limit], strict=True):
            ax.plot(cap, limit, "^", color=chosen[name]["color"], markersize=8, clip_on=False)
            ax.annotate(f"{gap:.2f}", (cap, limit), fontsize="x-small", ha="right", va="top")
    for gap in plain:
        ax.axhline(gap, color=BASELINE_COLOUR, linestyle="--", linewidth=1.2, label="MMAS")
    ax.axvline(_DEFAULT_CAP, color=QUIET_COLOUR, linestyle="--", linewidth=1)
    ax.set_xscale("log", base=2)
    ticks = sorted({cap for cap, _ in points})
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks], fontsize="small")


def bands(summaries: Sequence[CellSummary]) -> "Figure":
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


_DRAWN = {form.__name__: form for form in (violins, convergence, caps, bands)}
