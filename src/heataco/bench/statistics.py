"""The paper's statistics: means over instances, wins and losses, the signed-rank test."""

from collections.abc import Mapping, Sequence

import numpy as np

from heataco._paired import Comparison, compare_changes

Gaps = Mapping[tuple[int, int], float]  # by instance and seed


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
    """
    common = gaps.keys() & baseline.keys()
    if not common:
        return None
    ours = observations({key: gaps[key] for key in common}, by_seed)
    theirs = observations({key: baseline[key] for key in common}, by_seed)
    return compare_changes([ours[key] - theirs[key] for key in sorted(ours)])


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values after Holm's step-down correction for all of them, in their order."""
    count = len(p_values)
    order = sorted(range(count), key=lambda place: p_values[place])
    adjusted, highest = [0.0] * count, 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (count - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted
