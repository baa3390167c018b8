"""Writing heatmaps to files; the suffix gives the format."""

from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO

import numpy as np
from numpy.lib import format as npy_format

from heataco.files import heatmap_lines, heatmap_text
from heataco.files.atomic import atomic_write
from heataco.files.errors import FileError, PathLike, checked_suffix
from heataco.files.heatmap_arrays import require_one_size, to_arrays
from heataco.files.heatmap_files import HEATMAP_SUFFIXES, LINES
from heataco.files.safe_tensors import write_safetensors
from heataco.files.tensors import write_torch
from heataco.heatmaps import Heatmap
from heataco.heatmaps.checks import require_heatmap
from heataco.instances import LabelledInstance


def write_heatmap(heatmap: Heatmap, path: PathLike) -> None:
    """Write a heatmap in the form of the suffix, as `write_heatmaps` does."""
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
        For anything but heatmaps, or if the form cannot hold the heatmaps or the instances.
    """
    suffix, batch = checked_suffix(path, "heatmaps", HEATMAP_SUFFIXES), list(heatmaps)
    for heatmap in batch:
        require_heatmap(heatmap)
    if not batch:
        raise ValueError("heatmaps is empty; there must be at least one")
    if suffix == LINES:
        items = None if instances is None else list(instances)
        if items is not None and len(items) != len(batch):
            raise ValueError(f"{len(items)} instances for {len(batch)} heatmaps")
        with atomic_write(path) as file:
            heatmap_lines.write(batch, file, items)
        return
    if instances is not None:
        raise FileError(path, "cannot store instances; only .lines can")
    with atomic_write(path) as file:
        _WRITERS[suffix](batch, file, path)


def _write_dense(heatmaps: Sequence[Heatmap], file: BinaryIO, _: PathLike) -> None:
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


def _write_archive(heatmaps: Sequence[Heatmap], file: BinaryIO, _: PathLike) -> None:
    arrays = to_arrays(heatmaps)
    if len(heatmaps) == 1:
        arrays["format"] = np.array(b"csr")  # for SciPy
    np.savez_compressed(file, allow_pickle=False, **arrays)


def _write_text(heatmaps: Sequence[Heatmap], file: BinaryIO, path: PathLike) -> None:
    if len(heatmaps) > 1:
        raise FileError(path, f"holds one heatmap, not {len(heatmaps)}; choose one, or .lines")
    heatmap_text.write(heatmaps[0], file)


_WRITERS: dict[str, Callable[[Sequence[Heatmap], BinaryIO, PathLike], None]] = {
    ".npy": _write_dense,
    ".npz": _write_archive,
    ".txt": _write_text,
    ".pt": lambda heatmaps, file, path: write_torch(to_arrays(heatmaps), file, path),
    ".pth": lambda heatmaps, file, path: write_torch(to_arrays(heatmaps), file, path),
    ".safetensors": lambda heatmaps, file, path: write_safetensors(to_arrays(heatmaps), file, path),
}
