"""Distances between reduced nodes."""

import numpy as np

from heataco._arrays import FloatArray
from heataco.constraints.layout import Layout
from heataco.instances import Instance


def reduced_matrix(instance: Instance, layout: Layout, gap: float) -> FloatArray:
    """Return the distances of the reduced nodes; infinite from the middle of a joint to others."""
    count = len(layout.pieces)
    matrix = np.full((layout.size, layout.size), np.inf)
    among_pieces = matrix[:count, :count]
    rows, columns = layout.tails < instance.n, layout.heads < instance.n
    heads = layout.heads[columns]
    for reduced in np.flatnonzero(rows):
        among_pieces[reduced, columns] = instance.distance(layout.tails[reduced], heads)
    among_pieces[~rows] = gap
    among_pieces[:, ~columns] = gap
    for joint in layout.joints:
        for end in (joint.first, joint.last):
            matrix[joint.middle, end] = matrix[end, joint.middle] = 0.0
    np.fill_diagonal(matrix, 0.0)
    return matrix
