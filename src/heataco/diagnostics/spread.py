"""How the scores spread over a row, and how far the two directions of an edge agree."""

from dataclasses import dataclass

import numpy as np

from heataco._arrays import FloatArray, FrozenArrays
from heataco.diagnostics.arcs import reverse_scores
from heataco.diagnostics.reading import Reading
from heataco.diagnostics.separation import LEVELS
from heataco.heatmaps import Heatmap


@dataclass(frozen=True, eq=False, repr=False)
class Spread(FrozenArrays):
    """The scores of a row, their sum and entropy; NaN where nothing is supported.

    Parameters
    ----------
    largest
        The highest score of all, supported or not; 0 without any.
    row_sum
        Mean over all nodes of the sum of the supported scores. Probabilities of the edges of a
        tour sum to d*.
    entropy
        Mean of H = −Σ p log p, in nats, over the rows with support, p their scores divided by
        the sum.
    effective_neighbours
        Mean of exp(H): among how many equal neighbours such a row would choose.
    levels, effective_neighbours_at
        Quantiles of exp(H) over these rows.
    """

    largest: float
    row_sum: float
    entropy: float
    effective_neighbours: float
    levels: FloatArray
    effective_neighbours_at: FloatArray


@dataclass(frozen=True)
class Asymmetry:
    """How far the two directions of an edge differ in the heatmap as given.

    Parameters
    ----------
    imbalance
        Σ|H − Hᵀ| / Σ(H + Hᵀ): 0 for equal scores, 1 where no arc has its reverse; NaN where
        nothing is scored.
    one_way_share
        Share of the scored arcs whose reverse has no score.
    """

    imbalance: float
    one_way_share: float


def measure_spread(reading: Reading) -> Spread:
    """Measure sums and entropies row by row."""
    supported = reading.supported
    sums = np.bincount(supported.sources, supported.scores, supported.n)
    shares = supported.scores / sums[supported.sources]
    entropies = np.bincount(supported.sources, -shares * np.log(shares), supported.n)[sums > 0]
    levels = np.array(LEVELS)
    choices = np.exp(entropies) if len(entropies) else np.array([np.nan])
    return Spread(
        largest=float(reading.arcs.scores.max(initial=0)),
        row_sum=float(sums.mean()),
        entropy=float(entropies.mean()) if len(entropies) else float("nan"),
        effective_neighbours=float(choices.mean()),
        levels=levels,
        effective_neighbours_at=np.quantile(choices, levels),
    )


def measure_asymmetry(heatmap: Heatmap) -> Asymmetry:
    """Compare every scored arc with its reverse."""
    if heatmap.nnz == 0:
        return Asymmetry(float("nan"), float("nan"))
    forward = heatmap.values.astype(np.float64)
    backward = reverse_scores(heatmap)
    alone = backward == 0
    # The pair of an arc without reverse is met once here and twice in the sum over all pairs.
    difference = np.abs(forward - backward) * np.where(alone, 2, 1)
    return Asymmetry(
        imbalance=float(difference.sum() / (2 * forward.sum())),
        one_way_share=float(alone.mean()),
    )
