"""Checking and ordering the entries of a sparse matrix; the arithmetic behind `Heatmap`."""

import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import frozen, sealed, to_indices, to_numpy
from heataco._checks import require_count, require_number
from heataco.heatmaps.kinds import Kind, Symmetrise, to_scores, wanted

BLOCK_ENTRIES = 1 << 20  # entries looked at together; bounds the memory beyond the input
_MAX_NODES = 1 << 26  # a larger size is a broken file; refuse it before allocating

Entries = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]


def checked_size(n: Any) -> int:
    """Return the number of nodes as an int; a ValueError if it is not a plausible size."""
    require_count("n", n, 1, _MAX_NODES)
    return int(n)


def checked_pointers(
    indptr: NDArray[Any], indices: NDArray[Any], values: NDArray[Any]
) -> NDArray[np.int64]:
    """Return `indptr` as int64; a ValueError if the three arrays do not fit together."""
    if not indptr.ndim == indices.ndim == values.ndim == 1:
        raise ValueError("indptr, indices and values must have one dimension")
    checked_size(len(indptr) - 1)
    if len(indices) != len(values):
        raise ValueError(
            f"{len(indices)} indices and {len(values)} values; there must be equally many"
        )
    pointers = indptr.astype(np.int64, copy=False)
    if pointers[0] != 0 or pointers[-1] != len(indices) or (np.diff(pointers) < 0).any():
        raise ValueError(f"indptr must ascend from 0 to the number of entries, {len(indices)}")
    return pointers


def checked_rows(indptr: Any, indices: Any, values: Any) -> dict[str, NDArray[Any]]:
    """Return rows as the fields of a heatmap; a ValueError unless they are clean already."""
    columns, scores = to_indices(indices, "indices"), to_numpy(values, "values")
    pointers = checked_pointers(to_indices(indptr, "indptr"), columns, scores)
    for start, stop in row_blocks(pointers):
        part = slice(pointers[start], pointers[stop])
        rows = row_numbers(pointers, start, stop)
        clean = clean_entries(rows, columns[part], scores[part], len(pointers) - 1)
        if not np.array_equal(clean[1], columns[part]):
            raise ValueError(
                f"rows {start}..{stop - 1} hold zeros, self-entries or unsorted columns; "
                "use Heatmap.from_csr"
            )
    return sealed_rows(pointers, columns, scores)


def sealed_rows(
    indptr: NDArray[Any], indices: NDArray[Any], values: NDArray[Any]
) -> dict[str, NDArray[Any]]:
    """Return clean rows as the fields of a heatmap, which nobody can write to."""
    return {
        "indptr": frozen(indptr, np.int64),
        "indices": frozen(indices, np.int32),
        "values": frozen(values, np.float32),
    }


def row_blocks(indptr: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Cut the rows into ranges of about `BLOCK_ENTRIES` entries."""
    start, n = 0, len(indptr) - 1
    while start < n:
        fits = int(np.searchsorted(indptr, indptr[start] + BLOCK_ENTRIES, side="right")) - 1
        stop = max(start + 1, fits)
        yield start, stop
        start = stop


def row_numbers(
    indptr: NDArray[np.int64], start: int = 0, stop: int | None = None
) -> NDArray[np.int64]:
    """Return the row of each entry of the rows from `start` to before `stop`, or to the end."""
    stop = len(indptr) - 1 if stop is None else stop
    return np.repeat(np.arange(start, stop), np.diff(indptr[start : stop + 1]))


def row_pointers(rows: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """Return where each row starts, given the row of each entry."""
    pointers = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=n), out=pointers[1:])
    return pointers


def clean_entries(
    rows: NDArray[Any],
    columns: NDArray[Any],
    values: NDArray[Any],
    n: int,
    kind: Kind = Kind.PROBABILITY,
) -> Entries:
    """Turn numbers of a kind into scores, sorted by row and column; drop zeros and self-entries.

    Raises ValueError if an index is outside 0..n-1, a score is NaN, negative or infinite as
    float32, or an edge comes twice.
    """
    inside = (rows >= 0) & (rows < n) & (columns >= 0) & (columns < n)
    if not inside.all():
        bad = np.argmin(inside)
        raise ValueError(f"row {rows[bad]}, column {columns[bad]} is not within 0..{n - 1}")
    exact = to_scores(values, kind)
    with np.errstate(over="ignore"):  # overflow shows as inf, reported below
        scores = exact.astype(np.float32, copy=False)
    valid = (exact >= 0) & np.isfinite(scores)
    if not valid.all():
        bad = np.argmin(valid)
        raise ValueError(
            f"score at row {rows[bad]}, column {columns[bad]} is {values[bad]}; "
            f"{wanted(values, kind)}"
        )
    kept = (scores > 0) & (rows != columns)
    if not kept.all():
        rows, columns, scores = rows[kept], columns[kept], scores[kept]
    return _sorted_entries(
        rows.astype(np.int64, copy=False), columns.astype(np.int32, copy=False), scores, n
    )


def part_rows(
    ends: NDArray[np.integer], scores: NDArray[np.float32], sizes: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]]:
    """Cut the graph of several instances, one after the other, into the rows of each.

    Parameters
    ----------
    ends, scores
        Directed edges of shape (2, E), none between two instances, and their scores above 0.
    sizes
        Nodes of each instance.
    """
    n, first = int(sizes.sum()), np.cumsum(sizes) - sizes
    order = np.argsort(ends[0] * np.int64(n) + ends[1])
    rows, columns = ends[0][order], ends[1][order] - np.repeat(first, sizes)[ends[0][order]]
    columns, values = sealed(columns.astype(np.int32)), sealed(scores[order])
    pointers = row_pointers(rows, n)
    for begin, size in zip(first.tolist(), sizes.tolist(), strict=True):
        own = pointers[begin : begin + size + 1]
        part = slice(own[0], own[-1])
        yield sealed(own - own[0]), columns[part], values[part]


def dense_rows(
    blocks: Iterable[NDArray[Any]], n: int, threshold: float, kind: Kind
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]:
    """Return compressed sparse rows of the scores above `threshold` in blocks of dense rows.

    Raises ValueError for blocks that do not make n rows of n, or as `clean_entries` does.
    """
    require_number("threshold", threshold, 0)
    absent = 0 if kind is Kind.PROBABILITY else -math.inf
    counts, indices, values, start = [np.zeros(1, np.int64)], [], [], 0
    for block in blocks:
        if block.ndim != 2 or block.shape[1] != n or start + len(block) > n:
            raise ValueError(f"rows of shape {block.shape} after {start} rows; n is {n}")
        at = np.nonzero(block != absent)
        rows, columns, scores = clean_entries(at[0] + start, at[1], block[at], n, kind)
        above = scores > threshold
        counts.append(np.bincount(rows[above] - start, minlength=len(block)))
        indices.append(columns[above])
        values.append(scores[above])
        start += len(block)
    if start != n or n == 0:
        raise ValueError(f"heatmap has {start} rows; it must have n >= 1 rows, n is {n}")
    pointers = np.concatenate(counts).cumsum()
    return sealed(pointers), sealed(np.concatenate(indices)), sealed(np.concatenate(values))


def symmetrised_entries(
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    values: NDArray[Any],
    n: int,
    how: Symmetrise,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Give both directions of every edge their sum, mean or highest score."""
    keys = np.concatenate((rows * n + columns, columns * n + rows))
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    scores = np.tile(values.astype(np.float64), 2)[order]
    if len(first):
        join = np.maximum if how is Symmetrise.MAX else np.add
        scores = join.reduceat(scores, first) / (2 if how is Symmetrise.MEAN else 1)
    return keys[first] // n, keys[first] % n, scores


def _sorted_entries(
    rows: NDArray[np.int64], columns: NDArray[np.int32], scores: NDArray[np.float32], n: int
) -> Entries:
    keys = rows * n + columns
    if (keys[1:] > keys[:-1]).all():
        return rows, columns, scores
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    repeated = np.flatnonzero(keys[1:] == keys[:-1])
    if len(repeated):
        row, column = divmod(int(keys[repeated[0]]), n)
        raise ValueError(f"edge at row {row}, column {column} is given twice")
    return rows[order], columns[order], scores[order]
