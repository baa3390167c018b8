"""Checking edges that a tour must hold."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import frozen, to_indices


def checked_edges(edges: Any, n: int) -> NDArray[np.int32] | None:
    """Return pairs of nodes as read-only int32, each once and in order; None if there are none.

    Raises ValueError for another shape than (m, 2), or a pair that is not two of 0 .. n-1.
    """
    if edges is None:
        return None
    pairs = to_indices(list(edges) if isinstance(edges, set | frozenset) else edges, "fixed_edges")
    if pairs.size == 0:
        return None
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ValueError(f"fixed_edges has shape {pairs.shape}; give pairs of nodes, (m, 2)")
    inside = (pairs >= 0) & (pairs < n)
    if not inside.all():
        raise ValueError(f"fixed_edges holds node {pairs[~inside][0]}, not one of 0..{n - 1}")
    loops = pairs[:, 0] == pairs[:, 1]
    if loops.any():
        node = pairs[loops][0, 0]
        raise ValueError(f"fixed_edges joins node {node} to itself; give pairs of two nodes")
    return frozen(np.unique(pairs, axis=0), np.int32)
