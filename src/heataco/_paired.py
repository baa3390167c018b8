"""Paired comparison of two methods: wins and losses, and the signed-rank test."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

TIE = 1e-9  # gaps, in percent, that differ by less are equal
SIGNIFICANCE = 0.05
# With fewer observations the signed-rank test cannot give p < 0.05, whatever they are.
MIN_OBSERVATIONS = 6
# Differences for which the distribution is computed; beyond it is close to a normal one.
MAX_EXACT = 50


class Outcome(StrEnum):
    """What a comparison says."""

    BETTER = "↑"
    EQUAL = "="
    WORSE = "↓"
    TOO_FEW = " (too few)"


@dataclass(frozen=True)
class Comparison:
    """A method beside its baseline, on what both have.

    Parameters
    ----------
    wins, ties, losses
        Observations, instances or seeds, on which the gap is lower, equal, higher.
    delta
        Mean gap minus that of the baseline.
    p_value
        Of the two-sided signed-rank test; 1 where all are equal.
    """

    wins: int
    ties: int
    losses: int
    delta: float
    p_value: float

    @property
    def testable(self) -> bool:
        """Whether there are enough observations for a test."""
        return self.wins + self.ties + self.losses >= MIN_OBSERVATIONS

    def outcome(self, p_value: float | None = None) -> Outcome:
        """Return the arrow, given the p-value after a correction, by default that of the test."""
        if not self.testable:
            return Outcome.TOO_FEW
        if (self.p_value if p_value is None else p_value) >= SIGNIFICANCE:
            return Outcome.EQUAL
        return Outcome.BETTER if self.delta < 0 else Outcome.WORSE


def compare_changes(changes: Sequence[float] | NDArray[Any]) -> Comparison:
    """Count and test differences of gaps, in percent, one for each observation."""
    change = np.array(changes, np.float64)
    change[np.abs(change) < TIE] = 0.0
    return Comparison(
        wins=int((change < 0).sum()),
        ties=int((change == 0).sum()),
        losses=int((change > 0).sum()),
        delta=float(change.mean()),
        p_value=signed_rank(change),
    )


def signed_rank(change: NDArray[np.float64]) -> float:
    """Return p of the two-sided Wilcoxon signed-rank test, 1 where all differences are zero.

    Zero differences are dropped before ranking, as Wilcoxon did; equal ones share their mean
    rank. Up to `MAX_EXACT` differences p is exact, given the ranks.
    """
    change = change[change != 0]
    if not len(change):
        return 1.0
    _, places, counts = np.unique(np.abs(change), return_inverse=True, return_counts=True)
    # Twice the ranks, so that mean ranks are integers, too.
    ranks = (2 * np.cumsum(counts) - counts + 1)[places.ravel()]
    positive = int(ranks[change > 0].sum())
    extreme = min(positive, int(ranks.sum()) - positive)
    if len(change) <= MAX_EXACT:
        return min(1.0, 2 * _probability_up_to(extreme, ranks))
    deviations = (ranks.sum() / 2 - extreme) / math.sqrt((ranks.astype(float) ** 2).sum() / 4)
    return math.erfc(deviations / math.sqrt(2))


def _probability_up_to(limit: int, ranks: NDArray[np.integer]) -> float:
    """Return how likely a sum of ranks, each taken or left by a fair coin, is at most a limit."""
    ways = np.zeros(int(ranks.sum()) + 1)
    ways[0] = 1
    for rank in ranks:
        ways[rank:] += ways[:-rank].copy()
    return float(ways[: limit + 1].sum() / 2.0 ** len(ranks))
