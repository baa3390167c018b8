"""Checking explicit distance matrices without a second n x n array."""

from typing import Any

import numpy as np

from heataco._arrays import FloatArray, to_float64

_BLOCK = 1024  # rows, or side of the tiles, looked at together
_LARGEST_DISTANCE = 1e300  # the sum over a tour of ten million nodes stays finite


def checked_matrix(value: Any) -> FloatArray:
    """Return a distance matrix as read-only float64.

    Raises ValueError if it is not square, or an entry is NaN, infinite, negative or huge. The
    diagonal needs to be finite only.
    """
    matrix = to_float64(value, "matrix")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) == 0:
        raise ValueError(f"matrix has shape {matrix.shape}; it must be (n, n) with n >= 1")
    for start in range(0, len(matrix), _BLOCK):
        rows = matrix[start : start + _BLOCK]
        valid = (rows >= 0) & (rows <= _LARGEST_DISTANCE)
        diagonal = np.arange(len(rows))
        valid[diagonal, start + diagonal] = np.isfinite(rows[diagonal, start + diagonal])
        if not valid.all():
            row, column = np.argwhere(~valid)[0]
            raise ValueError(
                f"matrix[{start + row}, {column}] is {rows[row, column]}; distances must be "
                f"finite, at least 0 and at most {_LARGEST_DISTANCE:g}"
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
