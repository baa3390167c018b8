"""Heatmaps as named arrays, as archives and tensor files hold them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco.heatmaps import Heatmap


def to_arrays(heatmaps: Sequence[Heatmap]) -> dict[str, NDArray[Any]]:
    """Return arrays that `open_arrays` reads: compressed rows of one heatmap, or top-k of many."""
    if len(heatmaps) == 1:
        (heatmap,) = heatmaps
        return {
            "indptr": heatmap.indptr,
            "indices": heatmap.indices,
            "data": heatmap.values,
            "shape": np.array([heatmap.n, heatmap.n]),
        }
    require_one_size(heatmaps)
    width = max(map(longest_row, heatmaps))
    slots, scores = zip(*(padded_rows(heatmap, width) for heatmap in heatmaps), strict=True)
    return {"indices": np.stack(slots), "values": np.stack(scores)}


def require_one_size(heatmaps: Sequence[Heatmap]) -> None:
    """Raise a ValueError for heatmaps of different sizes."""
    sizes = sorted({heatmap.n for heatmap in heatmaps})
    if len(sizes) > 1:
        raise ValueError(
            f"the heatmaps have {sizes[0]} to {sizes[-1]} nodes; an array needs equal sizes, only "
            ".lines allows different ones"
        )


def longest_row(heatmap: Heatmap) -> int:
    """Return the most entries that a row has, and at least 1."""
    return max(1, int(np.diff(heatmap.indptr).max()))


def padded_rows(
    heatmap: Heatmap, width: int | None = None
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return targets and scores as (n, width), by default as wide as the longest row.

    Empty slots hold -1 and 0.
    """
    width = longest_row(heatmap) if width is None else width
    slots = np.full((heatmap.n, width), -1, np.int32)
    scores = np.zeros((heatmap.n, width), np.float32)
    filled = np.arange(width) < np.diff(heatmap.indptr)[:, np.newaxis]
    slots[filled], scores[filled] = heatmap.indices, heatmap.values
    return slots, scores
