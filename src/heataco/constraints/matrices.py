"""Distances between reduced nodes."""

import numpy as np

from heataco._arrays import sealed
from heataco._timing import Deadline
from heataco.constraints.layout import Layout
from heataco.instances import Instance
from heataco.instances.matrices import Penalised, penalty_above

_BLOCK_ENTRIES = 1 << 20  # computed together; some milliseconds


def reduced_matrix(instance: Instance, layout: Layout, gap: float, deadline: Deadline) -> Penalised:
    """Return the distances of the reduced nodes, with a penalty for what no tour may hold.

    That is an edge whose distance is infinite, and any edge of the middle of a joint but its two.
    Raises TimeoutError if the time is not enough.
    """
    # Empty, and filled block by block: to touch so much memory may take longer than the limit.
    matrix = np.empty((layout.size, layout.size))
    among_pieces = matrix[: len(layout.pieces), : len(layout.pieces)]
    rows, columns = (np.flatnonzero(ends < instance.n) for ends in (layout.tails, layout.heads))
    largest = np.full(layout.size, gap)
    height = max(1, _BLOCK_ENTRIES // max(1, len(columns)))
    for block in (rows[first : first + height] for first in range(0, len(rows), height)):
        deadline.check()
        table = instance._distance_table(layout.tails[block], layout.heads[columns])
        largest[block] = table.max(axis=1, initial=gap, where=np.isfinite(table))
        among_pieces[np.ix_(block, columns)] = table
    among_pieces[layout.tails == instance.n] = gap
    among_pieces[:, layout.heads == instance.n] = gap
    penalty = penalty_above(largest)
    for joint in layout.joints:
        matrix[joint.middle] = matrix[:, joint.middle] = penalty
    for joint in layout.joints:
        for end in (joint.first, joint.last):
            matrix[joint.middle, end] = matrix[end, joint.middle] = 0.0
    if instance.forbids_edges:
        among_pieces[np.isinf(among_pieces)] = penalty
    np.fill_diagonal(matrix, 0.0)
    return Penalised(sealed(matrix), penalty)
