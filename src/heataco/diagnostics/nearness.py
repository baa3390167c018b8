"""How far the order of the scores is just that of the distances."""

from dataclasses import dataclass

import numpy as np

from heataco._arrays import FloatArray
from heataco.decoders.ants import Guidance
from heataco.diagnostics.arcs import Mask
from heataco.diagnostics.reading import Reading
from heataco.diagnostics.reference import mean
from heataco.heatmaps.csr import BLOCK_ENTRIES
from heataco.instances import Instance
from heataco.instances.lengths import measures

_MIN_CANDIDATES = 3  # candidates that a rank correlation needs to say anything


@dataclass(frozen=True)
class Nearness:
    """The order of the scores beside that of the distances; NaN where there is nothing to order.

    Parameters
    ----------
    nearest_overlap
        Share of each node's d* best-scored arcs that lead to one of its d* nearest nodes.
    rank_correlation
        Spearman's ρ of score and closeness over the supported candidates of a node, ties with
        their mean rank; the mean over the nodes with three or more that are not all equal.
    """

    nearest_overlap: float
    rank_correlation: float


def measure_nearness(reading: Reading) -> Nearness:
    """Compare scores with distances."""
    arcs, nearest = reading.arcs, reading.nearest[:, : reading.degree]
    top = reading.ranks < reading.degree
    picks = (nearest[arcs.sources[top]] == arcs.targets[top, np.newaxis]).any(axis=1)
    return Nearness(
        nearest_overlap=mean(picks),
        rank_correlation=_rank_correlation(reading.instance, reading.guidance),
    )


def _rank_correlation(instance: Instance, guidance: Guidance) -> float:
    n, k = guidance.candidates.shape
    height = max(1, BLOCK_ENTRIES // max(k * k, 1))
    parts = []
    for start in range(0, n, height):
        rows = slice(start, start + height)
        targets = guidance.candidates[rows].astype(np.int64)
        sources = np.broadcast_to(np.arange(n)[rows, np.newaxis], targets.shape)
        closeness = -measures(instance, sources.ravel(), targets.ravel()).reshape(targets.shape)
        scores = guidance.confidence[rows]
        parts.append(spearman(scores, closeness, scores > 0))
    rho = np.concatenate(parts)
    return float(np.nanmean(rho)) if np.isfinite(rho).any() else float("nan")


def spearman(first: FloatArray, second: FloatArray, mask: Mask) -> FloatArray:
    """Rank correlation by row, where the mask is set; NaN for fewer than three or all equal."""
    a, b = _centred_ranks(first, mask), _centred_ranks(second, mask)
    product = (a * b).sum(axis=1)
    scale = np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    valid = (mask.sum(axis=1) >= _MIN_CANDIDATES) & (scale > 0)
    rho: FloatArray = np.full(len(a), np.nan)
    np.divide(product, scale, out=rho, where=valid)
    return rho


def _centred_ranks(values: FloatArray, mask: Mask) -> FloatArray:
    """Ranks less their mean, equal values with the mean of theirs; 0 outside the mask."""
    mine, others, counted = values[:, :, None], values[:, None, :], mask[:, None, :]
    below = ((others < mine) & counted).sum(axis=2)
    above = ((others > mine) & counted).sum(axis=2)
    return np.where(mask, (below - above) / 2, 0.0)
