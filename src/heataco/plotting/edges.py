"""The edges of a heatmap that a picture shows."""

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.heatmaps import Heatmap

_FAINTEST = 0.02  # share of the highest score below which an edge would not be seen


def strongest_edges(heatmap: Heatmap, limit: int) -> tuple[NDArray[np.int64], FloatArray]:
    """Return undirected edges and their scores as shares of the highest, weakest first.

    Of the two directions the higher one counts; at most `limit` edges are returned.
    """
    entries = _brightest(heatmap.values, 2 * limit)  # of two directions each
    sources = np.searchsorted(heatmap.indptr, entries, side="right") - 1
    ends = np.sort(np.stack((sources, heatmap.indices[entries]), axis=1), axis=1)
    scores = heatmap.values[entries].astype(np.float64)
    shares = scores / scores.max() if len(scores) else scores
    # Sorted by edge and then by score, the last row of an edge is its higher direction.
    order = np.lexsort((shares, ends[:, 1], ends[:, 0]))
    ends, shares = ends[order], shares[order]
    last = np.append((ends[1:] != ends[:-1]).any(axis=1), True)[: len(ends)]
    ends, shares = ends[last], shares[last]
    strongest = np.argsort(shares, kind="stable")[-limit:]
    return ends[strongest], shares[strongest]


def edges_by_level(
    heatmap: Heatmap, limit: int, levels: int
) -> list[tuple[int, NDArray[np.int64]]]:
    """Return the edges of `strongest_edges` by level of strength, the weakest first.

    A level of equal style takes one path in a picture; levels without edges are left out.
    """
    pairs, strength = strongest_edges(heatmap, limit)
    visible = np.sqrt(strength)  # brings weak edges forward, as in `plot_tour`
    place = np.minimum((levels * visible).astype(np.int64), levels - 1)
    return [(level, pairs[place == level]) for level in np.unique(place).tolist()]


def _brightest(values: NDArray[np.float32], count: int) -> NDArray[np.intp]:
    """Return where the highest values are that can be seen: `count` of them, and all equal ones.

    A dense heatmap has so many others that sorting these would take minutes, and gigabytes.
    """
    if not len(values):
        return np.zeros(0, np.intp)
    least = _FAINTEST * float(values.max())
    if len(values) > count:
        least = max(least, float(np.partition(values, -count)[-count]))
    return np.flatnonzero(values >= least)
