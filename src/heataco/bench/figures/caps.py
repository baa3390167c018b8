"""Mean gap by the cap of the evidence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heataco.bench.figures.style import BASELINE_COLOUR, QUIET_COLOUR, Look, heat_name, panels
from heataco.bench.summary import CellSummary
from heataco.decoders import HeatACO

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ROOM = 1.6  # of the highest gap up to the default cap; what is above is clipped
_DEFAULT_CAP = HeatACO().evidence_cap or 0.0


def draw(summaries: Sequence[CellSummary]) -> "Figure":
    """Draw a curve for each heat.

    The dashed dark line is MMAS without heat, the dashed light one the default cap. Gaps far
    above the rest are clipped: a triangle at the edge, with the gap beside it.
    """
    return panels(summaries, _draw, x="evidence cap", y="mean gap %", name=heat_name)


def _draw(ax: Any, summaries: Sequence[CellSummary], chosen: dict[str, Look]) -> None:
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
