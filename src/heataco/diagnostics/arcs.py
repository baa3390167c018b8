"""The arcs of a heatmap as a decoder reads them, and their order."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.heatmaps import Heatmap
from heataco.heatmaps.csr import row_numbers
from heataco.instances import Instance
from heataco.instances.lengths import measures

Nodes = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ScoredArcs:
    """h of every scored arc, ascending by source and target.

    For a symmetric instance h = (H + Hᵀ)/2, and an edge is there twice, once from each end; for
    an asymmetric one h = H.
    """

    n: int
    symmetric: bool
    sources: Nodes
    targets: Nodes
    scores: FloatArray

    @property
    def once(self) -> Mask:
        """Which arcs to take to have every edge once: the ascending ones, or all."""
        if self.symmetric:
            return self.sources < self.targets
        return np.ones(len(self.sources), np.bool_)

    def chosen(self, mask: Mask) -> "ScoredArcs":
        """Return the arcs where the mask is set."""
        parts = (self.sources[mask], self.targets[mask], self.scores[mask])
        return ScoredArcs(self.n, self.symmetric, *parts)

    def above(self, threshold: float) -> "ScoredArcs":
        """Return the arcs whose score is above a threshold."""
        return self.chosen(self.scores > threshold)


def scored_arcs(instance: Instance, heatmap: Heatmap) -> ScoredArcs:
    """Read a heatmap as the decoders do, in double precision."""
    sources = row_numbers(heatmap.indptr)
    targets = heatmap.indices.astype(np.int64)
    scores = heatmap.values.astype(np.float64)
    if not instance.symmetric:
        return ScoredArcs(instance.n, False, sources, targets, scores)
    backward = reverse_scores(heatmap)
    alone = backward == 0
    sums = np.concatenate((scores + backward, scores[alone]))
    starts = np.concatenate((sources, targets[alone]))
    ends = np.concatenate((targets, sources[alone]))
    order = np.argsort(starts * instance.n + ends)
    return ScoredArcs(instance.n, True, starts[order], ends[order], sums[order] / 2)


def reverse_scores(heatmap: Heatmap) -> FloatArray:
    """Return, for each entry of a heatmap, the score of its reverse arc; 0 where it has none."""
    sources = row_numbers(heatmap.indptr)
    keys = sources * heatmap.n + heatmap.indices
    wanted = heatmap.indices.astype(np.int64) * heatmap.n + sources
    found = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    return np.where(keys[found] == wanted, heatmap.values[found], 0).astype(np.float64)


def row_ranks(instance: Instance, arcs: ScoredArcs) -> Nodes:
    """Return the place of each arc in its row, from 0: by score, then length, then node number."""
    ties = measures(instance, arcs.sources, arcs.targets)
    # Stable: what is equal in all three stays in the order of the nodes.
    order = np.lexsort((ties, -arcs.scores, arcs.sources))
    starts = np.searchsorted(arcs.sources, np.arange(arcs.n))
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order)) - starts[arcs.sources[order]]
    return ranks


def best_edges(instance: Instance, arcs: ScoredArcs, count: int) -> ScoredArcs:
    """Return the best edges of all, once each: by score, then length, then node numbers."""
    edges = arcs.chosen(arcs.once)
    if len(edges.scores) > count > 0:
        edges = edges.chosen(edges.scores >= np.partition(edges.scores, -count)[-count])
    order = np.lexsort((measures(instance, edges.sources, edges.targets), -edges.scores))
    kept = np.zeros(len(order), np.bool_)
    kept[order[:count]] = True
    return edges.chosen(kept)
