"""The heatmap that DIFUSCO hands to its tree search, in blocks of rows of its dense arithmetic."""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.heatmaps.csr import BLOCK_ENTRIES, row_numbers, symmetrised_entries
from heataco.heatmaps.heatmap import Heatmap
from heataco.heatmaps.kinds import Symmetrise
from heataco.instances import Instance

# The constants of DIFUSCO's conversion.
_NEARNESS = 0.01
_KEPT_SHARE = 0.02
_KEPT_PER_ROW = 3
_LIFT = 0.01

Entries = tuple[NDArray[np.int64], NDArray[np.int64], FloatArray]


def mcts_entries(instance: Instance, heatmap: Heatmap) -> Entries:
    """Return rows, columns and scores; a few of them on the diagonal, which has its share.

    With v_ij = A_ij + 0.01 (1 - d_ij) for all pairs, a node and itself among them, what is kept
    is above the value at rank 0.02 n^2 or one of the three highest of its row. To it 0.01 is
    added; then come the sum with the transpose and the division of each row by its sum.
    """
    n = heatmap.n
    points = _unit_points(instance)
    blocks = (values for _, values in _dense_blocks(points, heatmap))
    threshold = _value_at_rank(blocks, max(1, int(_KEPT_SHARE * n * n)))
    parts = [_kept(start, values, threshold) for start, values in _dense_blocks(points, heatmap)]
    rows, columns, values = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    rows, columns, values = symmetrised_entries(rows, columns, values + _LIFT, n, Symmetrise.SUM)
    return rows, columns, values / np.bincount(rows, values, n)[rows]


def _unit_points(instance: Instance) -> FloatArray:
    """Return the coordinates, brought into the unit square unless they lie there."""
    points = instance.coordinates
    if points is None:
        raise ValueError(f"preset difusco-mcts needs points; {instance.name!r} is a matrix")
    if points.min() >= 0 and points.max() <= 1:
        return points
    span = float(np.ptp(points, axis=0).max())
    scaled: FloatArray = (points - points.min(axis=0)) / (span or 1.0)
    return scaled


def _dense_blocks(points: FloatArray, heatmap: Heatmap) -> Iterator[tuple[int, FloatArray]]:
    """Yield the number of the first row and the values of blocks of rows."""
    n = len(points)
    height = max(1, BLOCK_ENTRIES // n)
    for start, stop in pairwise([*range(0, n, height), n]):
        steps = (column[start:stop, np.newaxis] - column for column in points.T)
        values: FloatArray = _NEARNESS * (1 - reduce(np.hypot, steps))
        scored = slice(heatmap.indptr[start], heatmap.indptr[stop])
        rows = row_numbers(heatmap.indptr, start, stop) - start
        values[rows, heatmap.indices[scored]] += heatmap.values[scored]
        yield start, values


def _value_at_rank(blocks: Iterable[FloatArray], rank: int) -> float:
    """Return the positive value of a rank from the highest on; the lowest if there are fewer."""
    highest, least = np.empty(0), 0.0
    for block in blocks:
        highest = np.concatenate((highest, block[block > least]))
        if len(highest) > rank:
            highest = np.partition(highest, len(highest) - rank)[-rank:]
            least = float(highest.min())
    return float(highest.min()) if len(highest) else 0.0


def _kept(start: int, values: FloatArray, threshold: float) -> tuple[NDArray[Any], ...]:
    kept = values > threshold
    count = min(_KEPT_PER_ROW, values.shape[1])
    best = np.argpartition(values, -count, axis=1)[:, -count:]
    np.put_along_axis(kept, best, True, axis=1)
    rows, columns = np.nonzero(kept)
    return rows + start, columns, values[rows, columns]
