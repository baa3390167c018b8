"""Heatmaps in .npy, .npz and .txt files."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import to_indices
from heataco._entries import checked_rows, row_numbers
from heataco.files import heatmap_text
from heataco.files.archives import map_array, read_archive
from heataco.files.atomic import atomic_write
from heataco.files.errors import FileError, PathLike, reading
from heataco.heatmaps import Heatmap

_SCIPY_NAMES = ("format", "shape", "data", "indptr", "indices", "row", "col")
_OTHER_NAMES = ("values", "value", "n")


@dataclass(frozen=True)
class _Batch:
    """The heatmaps of a file: how many, and how to build one of them."""

    count: int
    build: Callable[[int], Heatmap]


def read_heatmap(path: PathLike, *, index: int | None = None) -> Heatmap:
    """Read one heatmap.

    The suffix says the form: `.npy` dense, (n, n) or (B, n, n); `.npz` a SciPy sparse matrix,
    or top-k `indices` and `values` of shape (n, k) or (B, n, k), or `row`, `col`, `value`
    and `n`; `.txt` the text of the tree-search decoders: n, then n x n scores, then anything.

    Parameters
    ----------
    path
        The file.
    index
        Which heatmap of a batch, counted from 0; may be left out where there is one only.

    Raises
    ------
    FileError
        If the file is missing or not of these forms, or the index does not fit.
    """
    with reading(path):
        batch = _open(path)
        if index is None and batch.count != 1:
            raise FileError(path, f"holds {batch.count} heatmaps; choose one with an index from 0")
        if index is not None and not 0 <= index < batch.count:
            raise FileError(path, f"holds {batch.count} heatmaps, counted from 0; index is {index}")
        return batch.build(index or 0)


def read_heatmaps(path: PathLike) -> list[Heatmap]:
    """Read all heatmaps of a file, in the forms of `read_heatmap`.

    Raises
    ------
    FileError
        If the file is missing or not of these forms.
    """
    with reading(path):
        batch = _open(path)
        return [batch.build(index) for index in range(batch.count)]


def write_heatmap(heatmap: Heatmap, path: PathLike) -> None:
    """Write a heatmap by suffix: `.npz` as SciPy CSR, `.npy` dense, `.txt` as dense text.

    Raises
    ------
    FileError
        If the suffix is another or the file cannot be written.
    """
    writer = _WRITERS[_suffix(path)]
    with atomic_write(path) as file:
        writer(heatmap, file)


def _suffix(path: PathLike) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in _OPENERS:
        raise FileError(path, f"suffix {suffix!r} is unknown; known are {', '.join(_OPENERS)}")
    return suffix


def _open(path: PathLike) -> _Batch:
    return _OPENERS[_suffix(path)](path)


def _open_dense(path: PathLike) -> _Batch:
    array = map_array(path)
    if array.ndim == 3:
        return _Batch(len(array), lambda index: Heatmap.from_dense(array[index]))
    return _Batch(1, lambda index: Heatmap.from_dense(array))


def _open_text(path: PathLike) -> _Batch:
    return _Batch(1, lambda index: heatmap_text.read(path))


def _open_archive(path: PathLike) -> _Batch:
    arrays = read_archive(path, _SCIPY_NAMES + _OTHER_NAMES)
    if "format" in arrays:
        return _Batch(1, lambda index: _from_scipy(arrays))
    if arrays.keys() >= {"row", "col", "value", "n"}:
        row, column, value = (arrays[key] for key in ("row", "col", "value"))
        n = _scalar(arrays["n"], "n")
        return _Batch(1, lambda index: Heatmap.from_edges(row, column, value, n))
    if arrays.keys() >= {"indices", "values"}:
        return _open_topk(arrays["indices"], arrays["values"])
    raise FileError(
        path,
        f"holds the arrays {', '.join(arrays) or '(none known)'}; needs a SciPy sparse matrix, or "
        "indices and values, or row, col, value and n",
    )


def _open_topk(indices: NDArray[Any], values: NDArray[Any]) -> _Batch:
    if indices.ndim != 3:
        return _Batch(1, lambda index: Heatmap.from_topk(indices, values))
    if indices.shape != values.shape:
        raise ValueError(f"indices have shape {indices.shape} and values {values.shape}")
    return _Batch(len(indices), lambda index: Heatmap.from_topk(indices[index], values[index]))


def _from_scipy(arrays: dict[str, NDArray[Any]]) -> Heatmap:
    form = _scalar(arrays["format"], "format")
    form = form.decode("latin-1") if isinstance(form, bytes) else form
    if form not in _SCIPY_ARRAYS:
        raise ValueError(f"sparse format {form!r} is unknown; known are {', '.join(_SCIPY_ARRAYS)}")
    missing = [key for key in ("shape", *_SCIPY_ARRAYS[form]) if key not in arrays]
    if missing:
        raise ValueError(f"sparse format {form} lacks {', '.join(missing)}")
    shape = tuple(arrays["shape"].ravel().tolist())
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"sparse matrix has shape {shape}; it must be (n, n)")
    if form == "coo":
        return Heatmap.from_edges(arrays["row"], arrays["col"], arrays["data"], shape[0])
    minor, values = to_indices(arrays["indices"], "indices"), arrays["data"]
    pointers = checked_rows(to_indices(arrays["indptr"], "indptr"), minor, values)
    if len(pointers) != shape[0] + 1:
        raise ValueError(f"indptr has {len(pointers)} entries for shape {shape}")
    major = row_numbers(pointers, 0, shape[0])
    rows, columns = (major, minor) if form == "csr" else (minor, major)
    return Heatmap.from_edges(rows, columns, values, shape[0])


def _scalar(array: NDArray[Any], name: str) -> Any:
    if array.size != 1:
        raise ValueError(f"{name} has shape {array.shape}; it must be one value")
    return array.item()


def _write_archive(heatmap: Heatmap, file: BinaryIO) -> None:
    np.savez_compressed(
        file,
        indptr=heatmap.indptr,
        indices=heatmap.indices,
        data=heatmap.values,
        shape=np.array([heatmap.n, heatmap.n]),
        format=np.array(b"csr"),
    )


def _write_dense(heatmap: Heatmap, file: BinaryIO) -> None:
    np.save(file, heatmap.to_dense())


_SCIPY_ARRAYS = {
    "csr": ("indptr", "indices", "data"),
    "csc": ("indptr", "indices", "data"),
    "coo": ("row", "col", "data"),
}
_OPENERS = {".npy": _open_dense, ".npz": _open_archive, ".txt": _open_text}
_WRITERS = {".npy": _write_dense, ".npz": _write_archive, ".txt": heatmap_text.write}
