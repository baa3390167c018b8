"""Checking explicit distance matrices without a second n x n array."""

from typing import Any, NamedTuple

import numpy as np

from heataco._arrays import FloatArray, sealed, to_float64

_BLOCK = 1024  # rows, or side of the tiles, looked at together
_LARGEST_DISTANCE = 1e300  # the sum over a tour of ten million nodes stays finite
_LARGEST_BESIDE_FORBIDDEN = 1e280  # so does that of a tour of penalties


def checked_matrix(value: Any) -> FloatArray:
    """Return a distance matrix as read-only float64; an infinite entry forbids its edge.

    Raises ValueError if it is not square, or an entry is NaN, negative or huge. On the diagonal any
    number will do.
    """
    matrix = to_float64(value, "matrix")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) == 0:
        raise ValueError(f"matrix has shape {matrix.shape}; it must be (n, n) with n >= 1")
    largest = _LARGEST_BESIDE_FORBIDDEN if _any_infinite(matrix) else _LARGEST_DISTANCE
    for start in range(0, len(matrix), _BLOCK):
        rows = matrix[start : start + _BLOCK]
        valid = (rows >= 0) & ((rows <= largest) | np.isinf(rows))
        diagonal = np.arange(len(rows))
        valid[diagonal, start + diagonal] = ~np.isnan(rows[diagonal, start + diagonal])
        if not valid.all():
            row, column = np.argwhere(~valid)[0]
            if start + row == column:
                raise ValueError(
                    f"matrix[{column}, {column}] is nan; the diagonal is not used, but must hold "
                    "numbers, such as 0"
                )
            raise ValueError(
                f"matrix[{start + row}, {column}] is {rows[row, column]}; distances must be "
                f"at least 0 and at most {largest:g}, or infinite to forbid an edge"
            )
    return matrix


def is_symmetric(matrix: FloatArray) -> bool:
    """Compare a matrix with its transpose tile by tile; the diagonal equals itself."""
    starts = range(0, len(matrix), _BLOCK)
    return all(
        np.array_equal(
            matrix[i : i + _BLOCK, j : j + _BLOCK], matrix[j : j + _BLOCK, i : i + _BLOCK].T
        )
        for i in starts
        for j in starts[i // _BLOCK :]
    )


class Penalised(NamedTuple):
    """A matrix without infinite distances, and the penalty that stands in their place."""

    matrix: FloatArray
    penalty: float


def penalised(matrix: FloatArray) -> Penalised | None:
    """Replace infinite distances by one above the cost of every tour without them.

    None if there are none. The diagonal becomes 0.
    """
    if not _any_infinite(matrix):
        return None
    allowed = np.isfinite(matrix)
    penalty = penalty_above(matrix.max(axis=1, initial=0.0, where=allowed))
    finite = np.where(allowed, matrix, penalty)
    np.fill_diagonal(finite, 0.0)
    return Penalised(sealed(finite), penalty)


def penalty_above(largest: FloatArray) -> float:
    """Return more than any tour costs, given the largest distance from every node."""
    total = float(largest.sum())
    return 2.0 * total if total > 0 else 1.0


def _any_infinite(matrix: FloatArray) -> bool:
    starts = range(0, len(matrix), _BLOCK)
    return any(bool(np.isinf(matrix[i : i + _BLOCK]).any()) for i in starts)
