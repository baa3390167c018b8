"""Mean gap by the cap of the evidence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heataco.bench.figures.style import (
    BASELINE_COLOUR,
    QUIET_COLOUR,
    colours,
    distinct,
    heat_name,
    in_panel,
    markers,
    panels,
)
from heataco.bench.summary import CellSummary
from heataco.decoders import HeatACO

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ROOM = 1.6  # of the highest gap up to the default cap; what is above is clipped
_DEFAULT_CAP = HeatACO().evidence_cap


def draw(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw a column for each set, a row for each local search, a curve for each heat.

    The dashed dark line is MMAS without heat, the dashed light one the default cap. Gaps far
    above the rest are clipped: a triangle at the edge, with the gap beside it.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    sets = distinct([one.cell.set for one in summaries])
    settings = distinct([one.cell.setting for one in summaries])
    chosen = colours(summaries, heat_name)
    signs = markers(list(chosen))
    figure, axes = panels(len(settings), len(sets))
    for row, setting in enumerate(settings):
        for column, part in enumerate(sets):
            ax = axes[row, column]
            _draw(ax, in_panel(summaries, part, setting), chosen, signs)
            if row == 0:
                ax.set_title(part, fontsize="medium")
            if column == 0:
                ax.set_ylabel(f"{setting}\nmean gap %")
            if row == len(settings) - 1:
                ax.set_xlabel("evidence cap")
    lines = [line for ax in axes.flat for line in ax.get_lines()]
    handles = {
        line.get_label(): line for line in lines if not str(line.get_label()).startswith("_")
    }
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=6)
    return figure


def _cap(one: CellSummary) -> float | None:
    """Return the cap of the evidence; None for methods without one."""
    caps = one.values("task", "method", "parameters", "evidence_cap")
    return caps[0] if caps else None


def _draw(
    ax: Any, summaries: Sequence[CellSummary], chosen: dict[str, str], signs: dict[str, str]
) -> None:
    curves: dict[str, list[tuple[float, float]]] = {}
    baseline = None
    for one in summaries:
        cap, gap = _cap(one), one.gap
        if gap is None:
            continue
        if not one.cell.heatmap:
            baseline = gap[0]
        elif cap is not None:  # the axis has no place for an unlimited one
            curves.setdefault(heat_name(one), []).append((cap, gap[0]))
    limit = _limit(curves, baseline)
    for name, points in curves.items():
        caps, gaps = np.array(sorted(points)).T
        style = {"color": chosen[name], "marker": signs[name], "markersize": 4, "linewidth": 1.4}
        ax.plot(caps, np.minimum(gaps, limit), label=name, **style)
        for cap, gap in zip(caps[gaps > limit], gaps[gaps > limit], strict=True):
            ax.plot(cap, limit, "^", color=chosen[name], markersize=8, clip_on=False)
            ax.annotate(f"{gap:.2f}", (cap, limit), fontsize="x-small", ha="right", va="top")
    if baseline is not None:
        ax.axhline(baseline, color=BASELINE_COLOUR, linestyle="--", linewidth=1.2, label="MMAS")
    ax.axvline(_DEFAULT_CAP, color=QUIET_COLOUR, linestyle="--", linewidth=1)
    ax.set_xscale("log", base=2)
    ticks = sorted({cap for points in curves.values() for cap, _ in points})
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks], fontsize="small")


def _limit(curves: dict[str, list[tuple[float, float]]], baseline: float | None) -> float:
    """Return the highest gap that is drawn in full."""
    usual = [gap for points in curves.values() for cap, gap in points if cap <= (_DEFAULT_CAP or 0)]
    return _ROOM * max([*usual, baseline or 0.0], default=np.inf) or np.inf
