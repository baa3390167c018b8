"""Where the page's instances and heatmaps come from: files, families, points drawn by hand."""

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from heataco._checks import require_count, require_known
from heataco.bench.gallery import PLANAR
from heataco.bench.generators import generator
from heataco.files import FileError, read_instances
from heataco.files.heatmap_files import HEATMAP_SUFFIXES, open_heatmaps
from heataco.files.instance_files import INSTANCE_SUFFIXES
from heataco.heatmaps import Processing
from heataco.instances import Instance, LabelledInstance
from heataco.view.schema import MAX_GENERATED
from heataco.view.tasks import HeatFile

MAX_UPLOAD = 1 << 28  # bytes
# Torch's files are made of pickles; the page takes no part in reading them, however carefully.
UPLOADED_HEATMAPS = tuple(s for s in HEATMAP_SUFFIXES if s not in (".pt", ".pth"))
_UNSAFE = re.compile(r"[^\w .,()+@=#-]+")


@dataclass(frozen=True, eq=False)
class Source:
    """The instances that a session can choose from, and the chosen one.

    Parameters
    ----------
    name
        The file that holds them, as the lines that repeat a run call it.
    items
        All of them.
    index
        The chosen one.
    saved
        Whether the user has that file already.
    """

    name: str
    items: Sequence[LabelledInstance]
    index: int = 0
    saved: bool = True

    @property
    def instance(self) -> Instance:
        """The chosen instance; a tour that came with it gives the best-known cost."""
        return self.items[self.index].referenced

    def chosen(self, index: int) -> "Source":
        """Return the source with another choice; a ValueError where there is no such item."""
        require_count("index", index, 0, len(self.items) - 1)
        return replace(self, index=index)


def generated(family: str, n: int, seed: int) -> Source:
    """Draw an instance of a family of the gallery; raises ValueError for what there is none of."""
    require_known("family", family, PLANAR)
    require_count("n", n, 1, MAX_GENERATED)
    require_count("seed", seed, 0, 2**63 - 1)
    drawn = PLANAR[family](generator(seed, n, 0), n)
    return _unsaved(drawn.relabelled(name=f"{family}-{n}"))


def drawn_by_hand(points: Any) -> Source:
    """Make an instance of points; raises ValueError for anything but pairs of numbers."""
    try:
        array = np.array(points, np.float64)
    except (TypeError, ValueError):
        array = np.zeros(0)
    if array.ndim != 2 or array.shape[1] != 2 or not 1 <= len(array) <= MAX_GENERATED:
        raise ValueError(f"points must be 1 to {MAX_GENERATED:,} pairs of numbers")
    return _unsaved(Instance.from_coordinates(array, name="drawn"))


def _unsaved(instance: Instance) -> Source:
    return Source(f"{instance.name}.tsp", [LabelledInstance(instance)], saved=False)


def read_source(path: Path, name: str | None = None) -> Source:
    """Read the instances of a file; raises FileError as `read_instances` does."""
    return Source(name or str(path), read_instances(path))


def read_heat(
    path: Path, source: Source, processing: Processing, name: str | None = None
) -> HeatFile:
    """Read the heatmap of the chosen instance; raises FileError if there is none in the file."""
    file = open_heatmaps(path, processing)
    index = source.index if file.count > 1 else None
    heatmap = file.read(index, source.items[source.index].instance)
    return HeatFile(name or str(path), heatmap, processing, index, None if name else path)


@contextmanager
def upload_folder(name: str) -> Iterator[Path]:
    """Yield a file to put an upload into, which is gone afterwards; errors give its own name.

    Of the name that a page sends, nothing but harmless characters is used, and its folder is ours.

    Raises
    ------
    FileError
        For a name whose suffix no reader takes, or as the block does.
    """
    shown = shown_name(name)
    suffix = Path(shown).suffix.lower()
    if suffix not in (*INSTANCE_SUFFIXES, *UPLOADED_HEATMAPS):
        known = ", ".join(dict.fromkeys((*INSTANCE_SUFFIXES, *UPLOADED_HEATMAPS)))
        raise FileError(shown, f"suffix {suffix!r} is not accepted here; known are {known}")
    with tempfile.TemporaryDirectory(prefix="heataco-view-") as folder:
        try:
            yield Path(folder) / shown
        except FileError as error:
            _, problem, line = error.args
            raise FileError(shown, problem, line) from None


def shown_name(name: str) -> str:
    """Return the last part of a name, with nothing in it that a path or a shell could mean.

    What a shell takes for a plain text between quotation marks stays: the lines that repeat a run
    shall name the file as it is called.
    """
    last = re.split(r"[/\\]", name)[-1]
    return _UNSAFE.sub("_", last)[-100:].strip().lstrip("-. ") or "file"


def read_upload(path: Path, role: str, source: Source | None, processing: Processing) -> Any:
    """Read an uploaded file as what it is meant for: a `Source` or a `HeatFile`.

    Parameters
    ----------
    path
        The file.
    role
        "instance", "heatmap", or "any": a heatmap where it fits the present instance, otherwise
        an instance.
    source
        The present instances.
    processing
        What is done to the scores of a heatmap.

    Raises
    ------
    FileError
        As the readers do.
    ValueError
        For a heatmap without an instance, or an unknown role.
    """
    require_known("role", role, ("instance", "heatmap", "any"))
    suffix = path.suffix.lower()
    only_heat = role == "heatmap" or (role == "any" and suffix not in INSTANCE_SUFFIXES)
    if only_heat and source is None:
        raise ValueError("a heatmap needs an instance; open that first")
    readers: list[Callable[[], Any]] = []
    if role != "instance" and source is not None and suffix in UPLOADED_HEATMAPS:
        chosen = source
        readers.append(lambda: read_heat(path, chosen, processing, path.name))
    if role != "heatmap" and suffix in INSTANCE_SUFFIXES:
        readers.append(lambda: read_source(path, path.name))
    if not readers:
        raise FileError(path, f"a file of suffix {suffix!r} cannot hold the {role}")
    faults = []
    for reader in readers:
        try:
            return reader()
        except FileError as error:
            faults.append(error)
    words = [_words(fault) for fault in faults]
    if len(set(words)) == 1:
        raise faults[0]
    raise FileError(path, f"as a heatmap of this instance: {words[0]}; as an instance: {words[1]}")


def _words(error: FileError) -> str:
    """Return what is wrong with a file, without its name."""
    _, problem, line = error.args
    return f"{problem}" if line is None else f"line {line}: {problem}"
