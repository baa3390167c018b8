"""What the results of a batch come to."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from heataco.bench.batches.log import Row
from heataco.bench.tables.cells import OPTIMAL


@dataclass(frozen=True)
class BatchSummary:
    """Means over the instances that have a result.

    Parameters
    ----------
    solved, failed
        Instances with a result, and without.
    cost
        The mean; NaN without results.
    gaps
        How many of the results have a gap.
    gap, worst
        The mean gap and the largest, in percent; NaN without gaps.
    optimal, below
        How many of those with a gap are at the best-known cost, and below it.
    seconds
        The sum of the seconds of all instances, predictions included.
    """

    solved: int
    failed: int
    cost: float
    gaps: int
    gap: float
    worst: float
    optimal: int
    below: int
    seconds: float


def summarise_rows(rows: Iterable[Row]) -> BatchSummary:
    """Sum up rows, one in memory at a time."""
    costs: list[float] = []
    gaps: list[float] = []
    failed, seconds = 0, 0.0
    for row in rows:
        if row["error"] is not None:
            failed += 1
            continue
        costs.append(row["cost"])
        seconds += row["total_seconds"]
        if row["gap"] is not None:
            gaps.append(row["gap"])
    return BatchSummary(
        solved=len(costs),
        failed=failed,
        cost=_mean(costs),
        gaps=len(gaps),
        gap=_mean(gaps),
        worst=max(gaps, default=math.nan),
        optimal=sum(abs(gap) < OPTIMAL for gap in gaps),
        below=sum(gap <= -OPTIMAL for gap in gaps),
        seconds=seconds,
    )


def _mean(values: list[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan
