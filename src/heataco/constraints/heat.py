"""Scores of the nodes of a problem as scores of its reduced nodes."""

import numpy as np

from heataco.constraints.layout import GAP_RANK, Layout
from heataco.heatmaps import Heatmap
from heataco.heatmaps.csr import row_numbers


def reduced_heat(heatmap: Heatmap, layout: Layout) -> Heatmap:
    """Carry a heatmap over to the reduced nodes.

    Fixed edges get the highest score of all. Every node scores a gap like its neighbour of rank
    `GAP_RANK`, so that searches by heat consider it.
    """
    row_of, column_of = (np.full(layout.n + 1, -1) for _ in range(2))
    row_of[layout.tails] = np.arange(len(layout.tails))
    column_of[layout.heads] = np.arange(len(layout.heads))
    rows = row_of[row_numbers(heatmap.indptr)]
    columns = column_of[heatmap.indices]
    kept = (rows >= 0) & (columns >= 0) & (rows != columns)
    parts = [np.stack((rows[kept], columns[kept], heatmap.values[kept]))]
    highest = float(heatmap.values.max(initial=0.0))
    for joint in layout.joints:
        for end in (joint.first, joint.last):
            parts.append(np.array([[end, joint.middle], [joint.middle, end], [highest] * 2]))
    parts += _gap_scores(heatmap, layout, row_of, column_of)
    sources, targets, values = np.concatenate(parts, axis=1)
    scored = values > 0
    return Heatmap.from_edges(
        sources[scored].astype(np.int64),
        targets[scored].astype(np.int64),
        values[scored].astype(np.float32),
        layout.size,
    )


def _gap_scores(
    heatmap: Heatmap, layout: Layout, row_of: np.ndarray, column_of: np.ndarray
) -> list[np.ndarray]:
    """Return the scores of the ways to the gap and from it, as rows of sources, targets, values."""
    scores = np.zeros(layout.n)
    for node in range(layout.n):
        ranked = np.sort(heatmap.row(node)[1])[::-1]
        scores[node] = ranked[min(GAP_RANK, len(ranked)) - 1] if len(ranked) else 0.0
    parts = []
    if column_of[layout.n] >= 0:
        rows = np.flatnonzero(row_of[: layout.n] >= 0)
        gap = np.full(len(rows), column_of[layout.n])
        parts.append(np.stack((row_of[rows], gap, scores[rows])))
    if row_of[layout.n] >= 0:
        columns = np.flatnonzero(column_of[: layout.n] >= 0)
        gap = np.full(len(columns), row_of[layout.n])
        parts.append(np.stack((gap, column_of[columns], scores[columns])))
    return [part[:, part[0] != part[1]] for part in parts]
