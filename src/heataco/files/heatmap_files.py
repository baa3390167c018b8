"""Heatmaps in files; the suffix says the form."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy_format

from heataco.files import heatmap_lines, heatmap_text
from heataco.files.archives import read_archive
from heataco.files.atomic import atomic_write
from heataco.files.dense_arrays import open_dense
from heataco.files.errors import FileError, PathLike, reading
from heataco.files.heatmap_arrays import require_one_size, to_arrays
from heataco.files.labelled_sets import LabelledInstance
from heataco.files.safe_tensors import read_safetensors, write_safetensors
from heataco.files.tensors import read_torch, write_torch
from heataco.files.text import first_line_words
from heataco.heatmaps import Heatmap
from heataco.heatmaps.csr import require_threshold
from heataco.heatmaps.forms import ARRAY_NAMES, Batch, open_data
from heataco.heatmaps.kinds import Kind, Symmetrise, checked_kind, require_name

_LINES = ".lines"


def read_heatmap(
    path: PathLike,
    *,
    index: int | None = None,
    kind: str = Kind.PROBABILITY,
    threshold: float = 0.0,
    symmetrise: str = Symmetrise.NONE,
) -> Heatmap:
    """Read one heatmap.

    The suffix says the form: `.npy` dense, (n, n) or (B, n, n); `.npz` and `.safetensors` arrays
    by name, as `as_heatmaps` takes them; `.pt` or `.pth` a tensor, or such arrays in a dict;
    `.txt` the text of the tree-search decoders: n, which may be missing, then n x n scores,
    then anything; `.lines`, or `.txt` with the word `value` in its first line, a line for each
    heatmap: `points output tour indices ... value ...`, as UTSP writes it.

    Parameters
    ----------
    path
        The file.
    index
        Which heatmap of a batch, counted from 0; may be left out where there is one only.
    kind
        What the numbers are: "probability", "logit" or "log-probability"; see `Heatmap`.
    threshold
        Scores at or below it are left out, before the directions are joined. A dense file with
        few scores above it then needs no more memory than these do.
    symmetrise
        "none", "mean", "max" or "sum" of the two directions; see `Heatmap.symmetrised`.

    Raises
    ------
    FileError
        If the file is missing or not of these forms, the package for its form is not installed,
        or the index does not fit.
    ValueError
        For an unknown kind or way to symmetrise, or a negative threshold.
    """
    checked_kind(kind)
    require_threshold(threshold)
    require_name("symmetrise", symmetrise, Symmetrise)
    with reading(path):
        batch = _open(path, kind, threshold)
        if index is None and batch.count != 1:
            raise FileError(path, f"holds {batch.count} heatmaps; choose one with an index from 0")
        if index is not None and not 0 <= index < batch.count:
            raise FileError(path, f"holds {batch.count} heatmaps, counted from 0; index is {index}")
        return batch.build(index or 0).above(threshold).symmetrised(symmetrise)


def read_heatmaps(
    path: PathLike,
    *,
    kind: str = Kind.PROBABILITY,
    threshold: float = 0.0,
    symmetrise: str = Symmetrise.NONE,
) -> list[Heatmap]:
    """Read all heatmaps of a file, in the forms of `read_heatmap`.

    Raises
    ------
    FileError
        If the file is missing or not of these forms.
    ValueError
        For an unknown kind or way to symmetrise, or a negative threshold.
    """
    checked_kind(kind)
    require_threshold(threshold)
    require_name("symmetrise", symmetrise, Symmetrise)
    with reading(path):
        batch = _open(path, kind, threshold)
        return [
            batch.build(index).above(threshold).symmetrised(symmetrise)
            for index in range(batch.count)
        ]


def write_heatmap(heatmap: Heatmap, path: PathLike) -> None:
    """Write a heatmap in the form of the suffix, as `write_heatmaps` does.

    Raises
    ------
    FileError
        If the suffix is unknown or the file cannot be written.
    """
    write_heatmaps([heatmap], path)


def write_heatmaps(
    heatmaps: Iterable[Heatmap],
    path: PathLike,
    *,
    instances: Iterable[LabelledInstance] | None = None,
) -> None:
    """Write heatmaps by suffix.

    One heatmap becomes sparse rows in `.npz` (SciPy reads them), `.pt` and `.safetensors`;
    several of equal size become top-k arrays there. `.npy` is dense; `.txt` dense text of one
    heatmap; `.lines` holds heatmaps of any size.

    Parameters
    ----------
    heatmaps
        At least one.
    path
        The file to write or replace.
    instances
        For `.lines`: the points, and tours if there are any, to stand before the scores.

    Raises
    ------
    FileError
        If the suffix is unknown, the package for it is not installed, or the file cannot be
        written.
    ValueError
        If the form cannot hold the heatmaps or the instances.
    """
    suffix, batch = _suffix(path), list(heatmaps)
    if not batch:
        raise ValueError("heatmaps is empty; there must be at least one")
    if suffix == _LINES:
        items = None if instances is None else list(instances)
        if items is not None and len(items) != len(batch):
            raise ValueError(f"{len(items)} instances for {len(batch)} heatmaps")
        with atomic_write(path) as file:
            heatmap_lines.write(batch, file, items)
        return
    if instances is not None:
        raise FileError(path, "has no place for instances; only .lines has")
    with atomic_write(path) as file:
        _WRITERS[suffix](batch, file, path)


def _suffix(path: PathLike) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in HEATMAP_SUFFIXES:
        known = ", ".join(HEATMAP_SUFFIXES)
        raise FileError(path, f"suffix {suffix!r} is unknown; known are {known}")
    return suffix


def _open(path: PathLike, kind: str, threshold: float) -> Batch:
    suffix = _suffix(path)
    if suffix == _LINES or (suffix == ".txt" and first_line_words(path, [b"value"])):
        return heatmap_lines.open_lines(path, kind)
    if suffix == ".txt":
        return Batch(1, lambda index: heatmap_text.read(path, kind, threshold))
    if suffix == ".npy":
        return open_dense(path, kind, threshold)
    return open_data(_LOADERS[suffix](path), kind, threshold)


def _write_dense(heatmaps: Sequence[Heatmap], file: BinaryIO, path: PathLike) -> None:
    """Write row by row: a whole dense array may not fit into the memory."""
    require_one_size(heatmaps)
    n = heatmaps[0].n
    shape = (n, n) if len(heatmaps) == 1 else (len(heatmaps), n, n)
    header = {"descr": "<f4", "fortran_order": False, "shape": shape}
    npy_format.write_array_header_1_0(file, header)
    for heatmap in heatmaps:
        for node in range(n):
            targets, scores = heatmap.row(node)
            row = np.zeros(n, "<f4")
            row[targets] = scores
            file.write(row.data)


def _write_archive(heatmaps: Sequence[Heatmap], file: BinaryIO, path: PathLike) -> None:
    arrays = to_arrays(heatmaps)
    if len(heatmaps) == 1:
        arrays["format"] = np.array(b"csr")  # for SciPy
    np.savez_compressed(file, allow_pickle=False, **arrays)


def _write_text(heatmaps: Sequence[Heatmap], file: BinaryIO, path: PathLike) -> None:
    if len(heatmaps) > 1:
        raise FileError(path, f"holds one heatmap, not {len(heatmaps)}; choose one, or .lines")
    heatmap_text.write(heatmaps[0], file)


_LOADERS: dict[str, Callable[[PathLike], Any]] = {
    ".npz": lambda path: read_archive(path, ARRAY_NAMES),
    ".pt": read_torch,
    ".pth": read_torch,
    ".safetensors": lambda path: read_safetensors(path, ARRAY_NAMES),
}
_WRITERS: dict[str, Callable[[Sequence[Heatmap], BinaryIO, PathLike], None]] = {
    ".npy": _write_dense,
    ".npz": _write_archive,
    ".txt": _write_text,
    ".pt": lambda heatmaps, file, path: write_torch(to_arrays(heatmaps), file, path),
    ".pth": lambda heatmaps, file, path: write_torch(to_arrays(heatmaps), file, path),
    ".safetensors": lambda heatmaps, file, path: write_safetensors(to_arrays(heatmaps), file, path),
}
HEATMAP_SUFFIXES = (".npy", ".npz", ".txt", _LINES, ".pt", ".pth", ".safetensors")
