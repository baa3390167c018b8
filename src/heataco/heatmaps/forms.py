"""Heatmaps, one or a batch, from arrays in many forms; the file readers end here, too."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import to_numpy
from heataco._checks import require_known
from heataco.heatmaps.heatmap import Heatmap
from heataco.heatmaps.layouts import csr_edges, is_sparse
from heataco.heatmaps.processing import Processing

_VALUE_NAMES = ("values", "value", "data")
ARRAY_NAMES = (
    *("heatmap", "arr_0", "indptr", "indices", "row", "col", "edge_index", "n", *_VALUE_NAMES),
    *("format", "shape"),  # SciPy's
)
_NEEDED = (
    "heatmap (or arr_0 alone), or indices and values, or edge_index and values, or row, col, "
    "value and n, or indptr, indices and data, or what SciPy saves"
)


@dataclass(frozen=True)
class Batch:
    """Heatmaps that are not built yet: how many, and how to build one of them."""

    count: int
    build: Callable[[int], Heatmap]

    def __post_init__(self) -> None:
        if self.count == 0:
            raise ValueError("the batch is empty; it must hold at least one heatmap")

    def heatmap(self, index: int) -> Heatmap:
        """Build one heatmap; a ValueError about one of several names its index."""
        try:
            return self.build(index)
        except ValueError as error:
            if self.count == 1 or type(error) is not ValueError:  # others name file and line
                raise
            raise ValueError(f"heatmap {index}: {error}") from error.__cause__


def as_heatmaps(
    data: Any,
    *,
    kind: str = Processing.kind,
    threshold: float = Processing.threshold,
    symmetrise: str = Processing.symmetrise,
) -> list[Heatmap]:
    """Make a list of heatmaps from one heatmap or a batch, in any supported form.

    Parameters
    ----------
    data
        A dense array (n, n) or (B, n, n); a sparse matrix of SciPy or torch; a mapping of arrays
        by name, as files hold them; or a list of these. The names are `heatmap`, dense, or
        `arr_0` where it is the only one, as `numpy.savez` calls an array without a name;
        `indices` and `values`, (n, k) or (B, n, k); `edge_index` and `values`, (2, E) and (E,)
        or with B in front, and `n` if some nodes have no edge; `row`, `col`, `value` and `n`;
        `indptr`, `indices` and `data`; or those of `scipy.sparse.save_npz`. The values are
        found as `value`, `values` or `data`.
    kind, threshold, symmetrise
        As `read_heatmap` takes them.

    Raises
    ------
    ValueError
        As the `from_` methods of `Heatmap` do, for unknown names, or for an empty batch.
    """
    processing = Processing(kind, threshold, symmetrise)
    batch = open_data(data, kind, threshold)
    return [processing.apply(batch.heatmap(index)) for index in range(batch.count)]


def open_data(data: Any, kind: str, threshold: float) -> Batch:
    """Find out how many heatmaps a value holds; dense ones apply the threshold while reading."""
    if isinstance(data, Mapping):
        return open_arrays(data, kind, threshold)
    if is_sparse(data):
        return Batch(1, lambda index: Heatmap.from_csr(data, kind=kind))
    if isinstance(data, list | tuple) and any(map(_is_whole, data)):
        batches = [open_data(item, kind, threshold) for item in data]
        items = [(batch, index) for batch in batches for index in range(batch.count)]
        return Batch(len(items), lambda index: items[index][0].build(items[index][1]))
    array = to_numpy(data, "heatmap")
    if array.ndim != 3:
        return Batch(1, lambda index: Heatmap.from_dense(array, threshold=threshold, kind=kind))
    return Batch(
        len(array),
        lambda index: Heatmap.from_dense(array[index], threshold=threshold, kind=kind),
    )


def open_arrays(arrays: Mapping[str, Any], kind: str, threshold: float = 0.0) -> Batch:
    """Find out how many heatmaps named arrays hold."""
    known = {name: arrays[name] for name in ARRAY_NAMES if name in arrays}
    values = next((known[name] for name in _VALUE_NAMES if name in known), None)
    n: Any = _scalar(to_numpy(known["n"], "n"), "n") if "n" in known else None
    dense = known.get("arr_0") if known.keys() == {"arr_0"} else known.get("heatmap")
    if dense is not None:
        return open_data(dense, kind, threshold)
    if "format" in known:
        return Batch(1, lambda index: _from_scipy(known, kind))
    if values is not None:
        if known.keys() >= {"indptr", "indices"}:
            pointers, columns = known["indptr"], known["indices"]
            return Batch(1, lambda index: Heatmap.from_csr(pointers, columns, values, kind=kind))
        if known.keys() >= {"row", "col", "n"}:
            row, column = known["row"], known["col"]
            return Batch(1, lambda index: Heatmap.from_edges(row, column, values, n, kind=kind))
        if "edge_index" in known:
            return _open_stacked(
                "edge_index",
                known["edge_index"],
                values,
                lambda ends, scores: Heatmap.from_edge_index(ends, scores, n, kind=kind),
            )
        if "indices" in known:
            return _open_stacked(
                "indices",
                known["indices"],
                values,
                lambda slots, scores: Heatmap.from_topk(slots, scores, kind=kind),
            )
    raise ValueError(
        f"the known arrays are {', '.join(known) or 'none'}; a heatmap needs {_NEEDED}"
    )


def _open_stacked(
    name: str, indices: Any, values: Any, build: Callable[[Any, Any], Heatmap]
) -> Batch:
    """Take indices and values of one heatmap, or, with one more dimension, of several."""
    numbers, scores = to_numpy(indices, name), to_numpy(values, "values")
    if numbers.ndim != 3:
        return Batch(1, lambda index: build(numbers, scores))
    if scores.ndim < 2 or len(scores) != len(numbers):
        raise ValueError(
            f"{name} has shape {numbers.shape} and values {scores.shape}; a batch has equally many"
        )
    return Batch(len(numbers), lambda index: build(numbers[index], scores[index]))


def _is_whole(item: Any) -> bool:
    """Tell whether an item of a list is a heatmap or a batch, and not a row of a heatmap."""
    return isinstance(item, Mapping) or is_sparse(item) or getattr(item, "ndim", 0) > 1


def _from_scipy(arrays: dict[str, Any], kind: str) -> Heatmap:
    """Build the matrix that `scipy.sparse.save_npz` saved."""
    form = _scalar(np.asarray(arrays["format"]), "format")
    form = form.decode("latin-1") if isinstance(form, bytes) else form
    require_known("sparse format", form, _SCIPY_ARRAYS)
    missing = [name for name in ("shape", *_SCIPY_ARRAYS[form]) if name not in arrays]
    if missing:
        raise ValueError(f"sparse format {form} lacks {', '.join(missing)}")
    shape = tuple(to_numpy(arrays["shape"], "shape").ravel().tolist())
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"sparse matrix has shape {shape}; it must be (n, n)")
    first, second, values = (arrays[name] for name in _SCIPY_ARRAYS[form])
    if form == "coo":
        return Heatmap.from_edges(first, second, values, shape[0], kind=kind)
    rows, columns, values, n = csr_edges(first, second, values)
    if n != shape[0]:
        raise ValueError(f"indptr has {n + 1} entries for shape {shape}")
    if form == "csc":
        rows, columns = columns, rows
    return Heatmap.from_edges(rows, columns, values, n, kind=kind)


def _scalar(array: NDArray[Any], name: str) -> Any:
    if array.size != 1:
        raise ValueError(f"{name} has shape {array.shape}; it must be one value")
    return array.item()


_SCIPY_ARRAYS = {
    "csr": ("indptr", "indices", "data"),
    "csc": ("indptr", "indices", "data"),
    "coo": ("row", "col", "data"),
}
