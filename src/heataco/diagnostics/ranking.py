"""Whether the order of the scores finds a reference tour, beside the order of the distances."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray, FrozenArrays
from heataco.diagnostics.arcs import Mask, ScoredArcs, best_edges
from heataco.diagnostics.reading import Reading
from heataco.diagnostics.reference import ReferenceTour, mean, share

RECALL_AT = (1, 2, 3, 5, 10, 20)


@dataclass(frozen=True, eq=False, repr=False)
class Ranking(FrozenArrays):
    """The best-scored edges beside a reference tour; NaN where there is nothing to share.

    All scored edges count, whatever the threshold. Equal scores go by length and then by node
    number.

    Parameters
    ----------
    r_precision
        Share of the tour's edges among as many best-scored edges as the tour has.
    nearest_r_precision
        The same for the shortest of the edges between the nodes and their 20 nearest.
    recall_at, recall
        Share of the tour's arcs that are among the k best-scored of their row, for each k.
    nearest_recall
        The same for the k nearest nodes.
    disputed_heat, disputed_distance
        Where the d* best-scored arcs of a row and those to its d* nearest nodes differ: the
        share of tour arcs among what only the scores choose, and among what only the distances
        do.
    """

    r_precision: float
    nearest_r_precision: float
    recall_at: NDArray[np.int64]
    recall: FloatArray
    nearest_recall: FloatArray
    disputed_heat: float
    disputed_distance: float

    def recall_of(self, k: int) -> tuple[float, float]:
        """Return recall at k by score and by distance."""
        place = RECALL_AT.index(k)
        return float(self.recall[place]), float(self.nearest_recall[place])


def measure_ranking(reading: Reading, tour: ReferenceTour, in_tour: Mask) -> Ranking:
    """Compare both orders with a tour; `in_tour` tells which of all scored arcs are in it."""
    rows = np.broadcast_to(np.arange(len(reading.nearest))[:, np.newaxis], reading.nearest.shape)
    near_tour = tour.holds(rows, reading.nearest)
    top = reading.ranks < reading.degree
    keys = reading.arcs.sources[top] * reading.arcs.n + reading.arcs.targets[top]
    near = slice(reading.degree)
    near_keys = (rows * reading.arcs.n + reading.nearest)[:, near].ravel()
    only_heat = ~np.isin(keys, near_keys)
    only_distance = ~np.isin(near_keys, keys)
    return Ranking(
        r_precision=_r_precision(reading, tour, reading.arcs),
        nearest_r_precision=_r_precision(reading, tour, _nearest_edges(reading)),
        recall_at=np.array(RECALL_AT),
        recall=_recall(tour, [in_tour[reading.ranks < k] for k in RECALL_AT]),
        nearest_recall=_recall(tour, [near_tour[:, :k] for k in RECALL_AT]),
        disputed_heat=mean(in_tour[top][only_heat]),
        disputed_distance=mean(near_tour[:, near].ravel()[only_distance]),
    )


def _recall(tour: ReferenceTour, hits: list[Mask]) -> FloatArray:
    return np.array([share(np.count_nonzero(found), tour.arcs) for found in hits])


def _r_precision(reading: Reading, tour: ReferenceTour, arcs: ScoredArcs) -> float:
    best = best_edges(reading.instance, arcs, tour.edges)
    return share(np.count_nonzero(tour.holds(best.sources, best.targets)), tour.edges)


def _nearest_edges(reading: Reading) -> ScoredArcs:
    """Return the edges between the nodes and their nearest, the shorter the better."""
    n, count = reading.nearest.shape
    ends = np.stack((np.repeat(np.arange(n), count), reading.nearest.ravel().astype(np.int64)))
    if reading.instance.symmetric:
        ends.sort(axis=0)
    keys, first = np.unique(ends[0] * n + ends[1], return_index=True)
    closeness = -reading.distances.ravel()[first]
    return ScoredArcs(n, reading.instance.symmetric, keys // n, keys % n, closeness)
