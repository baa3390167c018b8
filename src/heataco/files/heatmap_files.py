"""Reading heatmaps from files; the suffix gives the format, or the content of a stream."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heataco.files import heatmap_lines, heatmap_text
from heataco.files.archives import member_names, read_archive
from heataco.files.dense_arrays import open_dense
from heataco.files.errors import FileError, PathLike, readable_suffix, reading
from heataco.files.safe_tensors import read_safetensors
from heataco.files.sources import RegularFile, head_of
from heataco.files.tensors import read_torch
from heataco.files.text import first_line_words
from heataco.heatmaps import Heatmap, Processing
from heataco.heatmaps.forms import ARRAY_NAMES, Batch, open_data
from heataco.instances import Instance

LINES = ".lines"


@dataclass(frozen=True)
class HeatmapFile:
    """The heatmaps of a file, each built and processed when it is read.

    Parameters
    ----------
    source
        The file, or the copy of a stream.
    batch
        What it holds.
    processing
        What is done to the scores.
    """

    source: RegularFile
    batch: Batch
    processing: Processing

    @property
    def count(self) -> int:
        """How many heatmaps there are."""
        return self.batch.count

    def error(self, problem: str) -> FileError:
        """Return an error about the file."""
        return FileError(self.source.shown, problem)

    def read(self, index: int | None = None, instance: Instance | None = None) -> Heatmap:
        """Return one heatmap; a FileError if index, size or scores are wrong.

        Parameters
        ----------
        index
            Which, counted from 0; None: the only one.
        instance
            What it scores; where given, the sizes are compared.
        """
        if index is None and self.count != 1:
            raise self.error(f"holds {self.count} heatmaps; choose one with an index from 0")
        if index is not None and index not in range(self.count):
            raise self.error(f"holds {self.count} heatmaps, counted from 0; index is {index}")
        with self.source.naming(), reading(self.source.path):
            return self.processing.apply(self.batch.heatmap(index or 0), instance)


def open_heatmaps(path: PathLike, processing: Processing, *, stdin: bool = False) -> HeatmapFile:
    """Find out how many heatmaps a file, or standard input, holds in the forms of `read_heatmap`.

    A stream is copied to a file, which lasts as long as the value.
    """
    with reading(path):
        source = RegularFile(path, stdin=stdin)
    with source.naming(), reading(source.path):
        if source.copied and source.path.suffix.lower() not in HEATMAP_SUFFIXES:
            source.add_suffix(suffix_by_content(source.path))
        batch = _open(source.path, processing.kind, processing.threshold)
        return HeatmapFile(source, batch, processing)


def read_heatmap(
    path: PathLike,
    *,
    index: int | None = None,
    kind: str = Processing.kind,
    threshold: float = Processing.threshold,
    symmetrise: str = Processing.symmetrise,
    preset: str | None = Processing.preset,
    instance: Instance | None = None,
) -> Heatmap:
    """Read one heatmap.

    The suffix gives the format: `.npy` dense, (n, n) or (B, n, n); `.npz` and `.safetensors` arrays
    by name, as `as_heatmaps` takes them; `.pt` or `.pth` a tensor, or such arrays in a dict;
    `.txt` the text of the tree-search decoders: n, which may be missing, then n x n scores,
    then anything; `.lines`, or `.txt` with the word `value` in its first line, a line for each
    heatmap: `points output tour indices ... value ...`, as UTSP writes it.

    Parameters
    ----------
    path
        The file; a pipe or device without such a suffix is recognised by its content.
    index
        Which heatmap of a batch, counted from 0; may be left out where there is one only.
    kind
        What the numbers are: "probability", "logit" or "log-probability"; see `Heatmap`.
    threshold
        Scores at or below it are left out, before the directions are joined. A dense file with
        few scores above it then needs no more memory than these do.
    symmetrise
        "none", "mean", "max" or "sum" of the two directions; see `Heatmap.symmetrised`.
    preset
        One of `PRESETS`, applied last; None: none.
    instance
        What the heatmap scores: some presets need it, and the sizes are compared.

    Raises
    ------
    FileError
        If the file is missing or not of these forms, the package for its form is not installed,
        or the index or the size does not fit.
    ValueError
        For an unknown kind, way to symmetrise or preset, or a negative threshold.
    """
    processing = Processing(kind, threshold, symmetrise, preset)
    return open_heatmaps(path, processing).read(index, instance)


def read_heatmaps(
    path: PathLike,
    *,
    kind: str = Processing.kind,
    threshold: float = Processing.threshold,
    symmetrise: str = Processing.symmetrise,
) -> list[Heatmap]:
    """Read all heatmaps of a file, in the forms and with the errors of `read_heatmap`."""
    file = open_heatmaps(path, Processing(kind, threshold, symmetrise))
    return [file.read(index) for index in range(file.count)]


def suffix_by_content(path: Path) -> str:
    """Return the suffix that a file of the same content would have; a FileError if none."""
    head = head_of(path)
    if head.startswith(b"\x93NUMPY"):
        return ".npy"
    if head.startswith(b"PK\x03\x04"):
        return ".npz" if all(name.endswith(".npy") for name in member_names(path)) else ".pt"
    if head[8:9] == b"{" and head[6:8] == b"\0\0":  # the length of a header comes first
        return ".safetensors"
    if not head.strip():
        raise FileError(path, "is empty")
    if b"\0" in head:
        known = ", ".join(HEATMAP_SUFFIXES)
        raise FileError(path, f"is not recognised as a heatmap; heatmaps are {known}")
    return ".txt"


def _open(path: PathLike, kind: str, threshold: float) -> Batch:
    suffix = readable_suffix(path, "heatmaps", HEATMAP_SUFFIXES)
    if suffix == LINES or (suffix == ".txt" and first_line_words(path, [b"value"])):
        return heatmap_lines.open_lines(path, kind)
    if suffix == ".txt":
        return Batch(1, lambda index: heatmap_text.read(path, kind, threshold))
    if suffix == ".npy":
        return open_dense(path, kind, threshold)
    return open_data(_LOADERS[suffix](path), kind, threshold)


_LOADERS: dict[str, Callable[[PathLike], Any]] = {
    ".npz": lambda path: read_archive(path, ARRAY_NAMES),
    ".pt": read_torch,
    ".pth": read_torch,
    ".safetensors": lambda path: read_safetensors(path, ARRAY_NAMES),
}
HEATMAP_SUFFIXES = (".npy", ".npz", ".txt", LINES, ".pt", ".pth", ".safetensors")
