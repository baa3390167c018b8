"""The heatmap: sparse scores that say how likely an edge belongs to a good tour."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco import _entries
from heataco._arrays import FrozenArrays, digest_of, frozen, sealed, to_indices, to_numpy


@dataclass(frozen=True, eq=False)
class Heatmap(FrozenArrays):
    """Scores of directed edges in compressed sparse rows.

    Row i scores the edges that leave node i, as the predictor gave them. Scores are positive;
    an edge without entry has score 0. Arrays are contiguous and read-only. The class takes
    rows that are already in order; the `from_` methods bring any input into that form: they
    sort the rows and drop zeros and edges from a node to itself.

    Parameters
    ----------
    indptr
        int64, n + 1: row i holds the entries `indptr[i]` to `indptr[i + 1]`.
    indices
        int32: the columns, ascending within a row.
    values
        float32: the scores.

    Raises
    ------
    ValueError
        If the arrays are no such rows; the message names the row and column.
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    values: NDArray[np.float32]

    def __post_init__(self) -> None:
        indices = to_indices(self.indices, "indices")
        values = to_numpy(self.values, "values")
        indptr = _entries.checked_rows(to_indices(self.indptr, "indptr"), indices, values)
        for start, stop in _entries.row_blocks(indptr):
            part = slice(indptr[start], indptr[stop])
            rows = _entries.row_numbers(indptr, start, stop)
            clean = _entries.clean_entries(rows, indices[part], values[part], len(indptr) - 1)
            if not np.array_equal(clean[1], indices[part]):
                raise ValueError(
                    f"rows {start}..{stop - 1} hold zeros, self-entries or unsorted columns; "
                    "use Heatmap.from_csr"
                )
        object.__setattr__(self, "indptr", frozen(indptr, np.int64))
        object.__setattr__(self, "indices", frozen(indices, np.int32))
        object.__setattr__(self, "values", frozen(values, np.float32))

    @classmethod
    def from_dense(cls, array: Any, *, threshold: float = 0.0) -> "Heatmap":
        """Keep the scores of an (n, n) array that are above `threshold`.

        The array, which may be memory-mapped, is read in blocks of rows.

        Raises
        ------
        ValueError
            For a wrong shape or dtype, or a NaN, negative or infinite score (with its place).
        """
        dense = to_numpy(array, "heatmap")
        if dense.ndim == 3:
            raise ValueError(
                f"heatmap has shape {dense.shape}, a batch of {len(dense)}; pass one of them, or "
                "read the file with read_heatmap(path, index=...)"
            )
        if dense.ndim != 2 or dense.shape[0] != dense.shape[1]:
            raise ValueError(f"heatmap has shape {dense.shape}; it must be (n, n)")
        n = len(dense)
        height = max(1, _entries.BLOCK_ENTRIES // max(n, 1))
        blocks = (dense[start : start + height] for start in range(0, n, height))
        return cls.from_row_blocks(blocks, n, threshold=threshold)

    @classmethod
    def from_row_blocks(
        cls, blocks: Iterable[NDArray[Any]], n: int, *, threshold: float = 0.0
    ) -> "Heatmap":
        """Keep the scores above `threshold` of dense rows that come block by block.

        Parameters
        ----------
        blocks
            Arrays of shape (rows, n) that together make n rows.

        Raises
        ------
        ValueError
            As `from_dense` does, or if the blocks have another shape.
        """
        if not 0 <= threshold < math.inf:
            raise ValueError(f"threshold is {threshold}; it must be finite and at least 0")
        counts, indices, values, start = [np.zeros(1, np.int64)], [], [], 0
        for block in blocks:
            if block.ndim != 2 or block.shape[1] != n or start + len(block) > n:
                raise ValueError(f"rows of shape {block.shape} after {start} rows; n is {n}")
            at = np.nonzero(block)
            rows, columns, scores = _entries.clean_entries(at[0] + start, at[1], block[at], n)
            above = scores > threshold
            counts.append(np.bincount(rows[above] - start, minlength=len(block)))
            indices.append(columns[above])
            values.append(scores[above])
            start += len(block)
        if start != n or n == 0:
            raise ValueError(f"heatmap has {start} rows; it must have n >= 1 rows, n is {n}")
        indptr = np.concatenate(counts).cumsum()
        return cls(sealed(indptr), sealed(np.concatenate(indices)), sealed(np.concatenate(values)))

    @classmethod
    def from_csr(cls, indptr: Any, indices: Any = None, values: Any = None) -> "Heatmap":
        """Take compressed sparse rows in any order, or one SciPy sparse matrix of any format.

        Raises
        ------
        ValueError
            For a wrong shape or dtype, an index out of range, an edge given twice, or a NaN,
            negative or infinite score (with its place).
        """
        if indices is None and values is None:
            if not hasattr(indptr, "tocoo"):
                raise ValueError("from_csr takes indptr, indices and values or a sparse matrix")
            matrix = indptr.tocoo()
            if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
                raise ValueError(f"sparse matrix has shape {matrix.shape}; it must be (n, n)")
            return cls.from_edges(matrix.row, matrix.col, matrix.data, matrix.shape[0])
        indptr, indices = to_indices(indptr, "indptr"), to_indices(indices, "indices")
        values = to_numpy(values, "values")
        pointers = _entries.checked_rows(indptr, indices, values)
        n = len(pointers) - 1
        return cls.from_edges(_entries.row_numbers(pointers, 0, n), indices, values, n)

    @classmethod
    def from_edges(cls, sources: Any, targets: Any, values: Any, n: int) -> "Heatmap":
        """Take directed edges in any order.

        Parameters
        ----------
        sources, targets, values
            Arrays of equal length: edge e leads from `sources[e]` to `targets[e]`.
        n
            Number of nodes.

        Raises
        ------
        ValueError
            As `from_csr` does.
        """
        rows, columns = to_indices(sources, "sources"), to_indices(targets, "targets")
        scores = to_numpy(values, "values")
        if not rows.ndim == columns.ndim == scores.ndim == 1:
            raise ValueError("sources, targets and values must have one dimension")
        if not len(rows) == len(columns) == len(scores):
            raise ValueError(
                f"{len(rows)} sources, {len(columns)} targets and {len(scores)} values; "
                "there must be equally many"
            )
        n = _entries.checked_size(n)
        rows, columns, scores = _entries.clean_entries(rows, columns, scores, n)
        return cls(sealed(_entries.row_pointers(rows, n)), columns, scores)

    @classmethod
    def from_topk(cls, indices: Any, values: Any) -> "Heatmap":
        """Take k scored neighbours for each node.

        Parameters
        ----------
        indices, values
            Arrays of shape (n, k): node i scores the edge to `indices[i, s]` with
            `values[i, s]`. An index of -1 or of the node itself marks an empty slot.

        Raises
        ------
        ValueError
            As `from_csr` does.
        """
        slots, scores = to_indices(indices, "indices"), to_numpy(values, "values")
        if slots.ndim != 2 or slots.shape != scores.shape:
            raise ValueError(
                f"indices have shape {slots.shape} and values {scores.shape}; "
                "both must have the same shape (n, k)"
            )
        nodes = np.arange(len(slots))[:, np.newaxis]
        filled = (slots != -1) & (slots != nodes)
        rows = np.broadcast_to(nodes, slots.shape)[filled]
        return cls.from_edges(rows, slots[filled], scores[filled], len(slots))

    @property
    def n(self) -> int:
        """Number of nodes."""
        return len(self.indptr) - 1

    @property
    def nnz(self) -> int:
        """Number of scored edges."""
        return len(self.indices)

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the scores."""
        return digest_of("heatmap", self.indptr, self.indices, self.values)

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Heatmap) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def row(self, node: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Targets and scores of the edges that leave a node.

        Raises
        ------
        IndexError
            If there is no such node.
        """
        if not 0 <= node < self.n:
            raise IndexError(f"node {node} is not one of 0..{self.n - 1}")
        part = slice(self.indptr[node], self.indptr[node + 1])
        return self.indices[part], self.values[part]

    def to_dense(self) -> NDArray[np.float32]:
        """Return the scores as an (n, n) float32 array."""
        dense = np.zeros((self.n, self.n), np.float32)
        dense[self._rows(), self.indices] = self.values
        return dense

    def symmetrised(self) -> "Heatmap":
        """Return the mean of the scores of both directions, (H + H^T) / 2."""
        rows, columns = self._rows(), self.indices.astype(np.int64)
        keys = np.concatenate((rows * self.n + columns, columns * self.n + rows))
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        doubled = np.tile(self.values.astype(np.float64), 2)[order]
        means = np.add.reduceat(doubled, first) / 2 if len(first) else doubled
        return Heatmap.from_edges(keys[first] // self.n, keys[first] % self.n, means, self.n)

    def _rows(self) -> NDArray[np.int64]:
        return _entries.row_numbers(self.indptr, 0, self.n)
