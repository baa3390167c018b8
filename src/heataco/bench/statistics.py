"""The paper's statistics: means over instances, wins and losses, the signed-rank test."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

TIE = 1e-9  # gaps, in percent, that differ by less are equal
SIGNIFICANCE = 0.05
# With fewer observations the signed-rank test cannot give p < 0.05, whatever they are.
MIN_OBSERVATIONS = 6

# Differences of zero are dropped before ranking (Wilcoxon's own way).
ZERO_METHOD = "wilcox"

Gaps = Mapping[tuple[int, int], float]  # by instance and seed


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


def observations(gaps: Gaps, by_seed: bool) -> dict[int, float]:
    """Return the mean gap of each instance, or of each seed where there is one instance."""
    parts: dict[int, list[float]] = {}
    for (index, seed), gap in gaps.items():
        parts.setdefault(seed if by_seed else index, []).append(gap)
    return {key: float(np.mean(values)) for key, values in parts.items()}


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean and the sample standard deviation, None for a single value."""
    deviation = float(np.std(values, ddof=1)) if len(values) > 1 else None
    return float(np.mean(values)), deviation


def compare(gaps: Gaps, baseline: Gaps, by_seed: bool) -> Comparison | None:
    """Compare a method with its baseline on the instances and seeds that both have.

    Returns
    -------
    Comparison or None
        None where they have nothing in common.

    Raises
    ------
    ImportError
        If SciPy is not installed.
    """
    common = gaps.keys() & baseline.keys()
    if not common:
        return None
    ours = observations({key: gaps[key] for key in common}, by_seed)
    theirs = observations({key: baseline[key] for key in common}, by_seed)
    change = np.array([ours[key] - theirs[key] for key in sorted(ours)])
    change[np.abs(change) < TIE] = 0.0
    return Comparison(
        wins=int((change < 0).sum()),
        ties=int((change == 0).sum()),
        losses=int((change > 0).sum()),
        delta=float(change.mean()),
        p_value=_signed_rank(change) if change.any() else 1.0,
    )


def _signed_rank(change: np.ndarray) -> float:
    try:
        from scipy.stats import wilcoxon
    except ImportError:
        raise ImportError("comparisons need SciPy: pip install 'heataco[bench]'") from None
    return float(wilcoxon(change, zero_method=ZERO_METHOD, alternative="two-sided").pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values after Holm's step-down correction for all of them, in their order."""
    count = len(p_values)
    order = sorted(range(count), key=lambda place: p_values[place])
    adjusted, highest = [0.0] * count, 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (count - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted
