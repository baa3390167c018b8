"""The forms that scores come in: dense ones become blocks of rows, sparse ones lists of edges."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import to_indices, to_numpy
from heataco.heatmaps.csr import BLOCK_ENTRIES, checked_pointers, checked_size, row_numbers

# Rows, columns, values and the number of nodes.
Edges = tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]], NDArray[Any], int]


def dense_blocks(array: Any) -> tuple[Iterator[NDArray[Any]], int]:
    """Cut an (n, n) array into blocks of rows and return them and n, or raise a ValueError."""
    if is_sparse(array):
        raise ValueError("heatmap is a sparse matrix; use Heatmap.from_csr")
    dense = to_numpy(array, "heatmap")
    n = dense_size(dense.shape)
    height = max(1, BLOCK_ENTRIES // max(n, 1))
    return (dense[start : start + height] for start in range(0, n, height)), n


def dense_size(shape: tuple[int, ...]) -> int:
    """Return the number of nodes of a dense heatmap; a ValueError unless it is (n, n)."""
    if len(shape) == 3:
        raise ValueError(
            f"heatmap has shape {shape}, a batch of {shape[0]}; pass one of them, or "
            "make all of them with as_heatmaps"
        )
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"heatmap has shape {shape}; it must be (n, n)")
    return shape[0]


def is_sparse(value: Any) -> bool:
    """Tell whether a value is a sparse matrix of SciPy or a sparse tensor of torch."""
    return hasattr(value, "tocoo") or _is_torch_sparse(value)


def sparse_edges(matrix: Any) -> Edges:
    """Take a sparse matrix of SciPy or torch, of any layout, without importing either.

    Raises ValueError if it is none, not square or damaged, or has a block layout of torch.
    """
    if not is_sparse(matrix):
        raise ValueError("from_csr takes indptr, indices and values or a sparse matrix")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"sparse matrix has shape {tuple(matrix.shape)}; it must be (n, n)")
    if _is_torch_sparse(matrix):
        return _torch_edges(matrix.detach().cpu())
    entries = matrix.tocoo()
    return entries.row, entries.col, entries.data, matrix.shape[0]


def csr_edges(indptr: Any, indices: Any, values: Any) -> Edges:
    """Take compressed sparse rows; a ValueError if the arrays do not fit together."""
    columns, scores = to_indices(indices, "indices"), to_numpy(values, "values")
    pointers = checked_pointers(to_indices(indptr, "indptr"), columns, scores)
    n = len(pointers) - 1
    return row_numbers(pointers), columns, scores, n


def edge_list(sources: Any, targets: Any, values: Any, n: int) -> Edges:
    """Take three arrays; a ValueError unless they are of equal length."""
    rows, columns = to_indices(sources, "sources"), to_indices(targets, "targets")
    scores = to_numpy(values, "values")
    if not rows.ndim == columns.ndim == scores.ndim == 1:
        raise ValueError("sources, targets and values must have one dimension")
    if not len(rows) == len(columns) == len(scores):
        raise ValueError(
            f"{len(rows)} sources, {len(columns)} targets and {len(scores)} values; "
            "there must be equally many"
        )
    return rows, columns, scores, n


def indexed_edges(edge_index: Any, values: Any, n: int | None) -> Edges:
    """Take an edge index (2, E) with values (E,) or (E, 1); a ValueError for other shapes."""
    ends, scores = to_indices(edge_index, "edge_index"), to_numpy(values, "values")
    if scores.ndim == 2 and scores.shape[1] == 1:
        scores = scores[:, 0]
    if ends.ndim != 2 or len(ends) != 2 or scores.shape != ends.shape[1:]:
        raise ValueError(
            f"edge_index has shape {ends.shape} and values {scores.shape}; they must have "
            "(2, E) and (E,) or (E, 1)"
        )
    return ends[0], ends[1], scores, int(ends.max(initial=-1)) + 1 if n is None else n


def topk_edges(indices: Any, values: Any) -> Edges:
    """Take k slots for each node; -1 or the node itself marks an empty one.

    Raises ValueError if the arrays do not have one shape (n, k), or n is not a plausible size.
    """
    slots, scores = to_indices(indices, "indices"), to_numpy(values, "values")
    if slots.ndim != 2 or slots.shape != scores.shape:
        raise ValueError(
            f"indices have shape {slots.shape} and values {scores.shape}; "
            "both must have the same shape (n, k)"
        )
    nodes = np.arange(checked_size(len(slots)))[:, np.newaxis]
    filled = (slots != -1) & (slots != nodes)
    rows = np.broadcast_to(nodes, slots.shape)[filled]
    return rows, slots[filled], scores[filled], len(slots)


def _torch_edges(tensor: Any) -> Edges:
    """Take the arrays of a sparse tensor as they are.

    Torch's own conversions read outside the arrays of a tensor from a damaged file, and add the
    scores of an edge that comes twice, which is refused here as in every other form.
    """
    layout, n = str(tensor.layout), tensor.shape[0]
    if layout == "torch.sparse_coo":
        return indexed_edges(tensor._indices(), tensor._values(), n)
    if layout == "torch.sparse_csr":
        pointers, others = tensor.crow_indices(), tensor.col_indices()
    elif layout == "torch.sparse_csc":
        pointers, others = tensor.ccol_indices(), tensor.row_indices()
    else:
        raise ValueError(f"layout {layout} is not supported; call to_sparse_csr() first")
    major, minor, values, size = csr_edges(pointers, others, tensor.values())
    if size != n:
        raise ValueError(f"sparse tensor of shape ({n}, {n}) has {size} compressed rows")
    return (major, minor, values, n) if layout == "torch.sparse_csr" else (minor, major, values, n)


def _is_torch_sparse(value: Any) -> bool:
    return str(getattr(value, "layout", "")).startswith("torch.sparse")
