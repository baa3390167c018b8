"""Whether scores are probabilities."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray, FrozenArrays
from heataco.diagnostics.arcs import Mask

BINS = 10
MAX_PROBABILITY = 1.001  # 1, and what the rounding of a network adds


@dataclass(frozen=True, eq=False, repr=False)
class Calibration(FrozenArrays):
    """Scores of the supported edges beside how often these are in the reference tour.

    Parameters
    ----------
    limits
        Bin b holds the scores from `limits[b]`, included, to `limits[b + 1]`, excluded; 1 is in
        the last one.
    edges
        Supported edges in each bin.
    predicted
        Their mean score; NaN in an empty bin.
    observed
        The share that is in the reference tour; NaN in an empty bin.
    error
        Expected calibration error: the mean of |predicted − observed|, weighted by edges.
    brier
        Brier score: the mean of (score − 1)² over edges of the tour and score² over others.
    """

    limits: FloatArray
    edges: NDArray[np.int64]
    predicted: FloatArray
    observed: FloatArray
    error: float
    brier: float


def measure_calibration(scores: FloatArray, in_tour: Mask) -> Calibration | None:
    """Compare the scores of edges with what they are.

    None without an edge, or where a score is above 1: no probability then.
    """
    if len(scores) == 0 or scores.max() > MAX_PROBABILITY:
        return None
    scores = np.minimum(scores, 1.0)
    limits = np.linspace(0, 1, BINS + 1)
    bins = np.minimum(np.searchsorted(limits, scores, side="right") - 1, BINS - 1)
    edges = np.bincount(bins, minlength=BINS)
    filled = np.maximum(edges, 1)
    empty = np.where(edges > 0, 0.0, np.nan)
    predicted = np.bincount(bins, scores, BINS) / filled + empty
    observed = np.bincount(bins, in_tour, BINS) / filled + empty
    return Calibration(
        limits=limits,
        edges=edges,
        predicted=predicted,
        observed=observed,
        error=float(np.nansum(edges * np.abs(predicted - observed)) / len(scores)),
        brier=float(np.mean((scores - in_tour) ** 2)),
    )
