"""The edges of a heatmap that a picture shows."""

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.heatmaps import Heatmap
from heataco.heatmaps.csr import row_numbers

_FAINTEST = 0.02  # share of the highest score below which an edge would not be seen


def strongest_edges(heatmap: Heatmap, limit: int) -> tuple[NDArray[np.int64], FloatArray]:
    """Return undirected edges and their scores as shares of the highest, weakest first.

    Of the two directions the higher one counts; at most `limit` edges are returned.
    """
    sources = row_numbers(heatmap.indptr)
    ends = np.sort(np.stack((sources, heatmap.indices.astype(np.int64)), axis=1), axis=1)
    scores = heatmap.values.astype(np.float64)
    shares = scores / scores.max() if len(scores) else scores
    seen = shares >= _FAINTEST
    ends, shares = ends[seen], shares[seen]
    # Sorted by edge and then by score, the last row of an edge is its higher direction.
    order = np.lexsort((shares, ends[:, 1], ends[:, 0]))
    ends, shares = ends[order], shares[order]
    last = np.append((ends[1:] != ends[:-1]).any(axis=1), True)[: len(ends)]
    ends, shares = ends[last], shares[last]
    strongest = np.argsort(shares, kind="stable")[-limit:]
    return ends[strongest], shares[strongest]
