"""What a file holds: an instance, a heatmap, a tour or a network."""

from collections.abc import Callable
from pathlib import Path

from heataco.files import FileError
from heataco.files.archives import array_names, array_shape, read_header
from heataco.files.csv_rows import names_in
from heataco.files.errors import parsing, reading, refuse_folder, refuse_missing
from heataco.files.heatmap_files import HEATMAP_SUFFIXES
from heataco.files.instance_arrays import ARRAY_NAMES
from heataco.files.instance_files import INSTANCE_SUFFIXES, REFUSED_BY_TYPE
from heataco.files.sources import head_of
from heataco.files.text import first_line_words
from heataco.files.tour_readers import READ_TOURS
from heataco.predictors.network.models import NETWORK_SUFFIXES
from heataco.predictors.network.weights_files import holds_network

CONTENTS: dict[str, tuple[str, ...]] = {
    "instance": INSTANCE_SUFFIXES,
    "heatmap": HEATMAP_SUFFIXES,
    "tour": READ_TOURS,
    "network": NETWORK_SUFFIXES,
}
_ONLY_INSTANCES = (".tsp", ".atsp", ".csv", ".geojson")  # heatmaps never become these


def content_of(source: Path, target: Path | None = None, form: str | None = None) -> str:
    """Tell from suffixes and content what a file holds.

    Parameters
    ----------
    source
        The file.
    target
        The file to convert it to, whose suffix may settle the question.
    form
        The format of an instance, if given.

    Raises
    ------
    FileError
        If the suffix is unknown or the file cannot be read.
    """
    wanted = "" if target is None else target.suffix.lower()
    suffix = source.suffix.lower()
    if form is not None or suffix in REFUSED_BY_TYPE:
        return "instance"
    if wanted == ".tour":
        return "tour"
    holders = [content for content, suffixes in CONTENTS.items() if suffix in suffixes]
    if not holders:
        if not suffix:
            refuse_missing(source)
        refuse_folder(source)
        known = ", ".join(dict.fromkeys(s for suffixes in CONTENTS.values() for s in suffixes))
        raise FileError(source, f"suffix {suffix!r} is unknown; known are {known}")
    if len(holders) == 1:
        return holders[0]
    if suffix != ".npz" and wanted in _ONLY_INSTANCES and "heatmap" in holders:
        return "instance"
    with reading(source):
        return _BY_CONTENT[suffix](source)


def _of_archive(source: Path) -> str:
    members = set(array_names(source))
    if members & set(ARRAY_NAMES):
        return "instance"
    if members == {"arr_0"}:
        return _of_shape(array_shape(source, "arr_0"))
    return _of_tensors(source)


def _of_tensors(source: Path) -> str:
    return "network" if holds_network(source) else "heatmap"


def _of_lines(source: Path) -> str:
    # Lines of points alone cannot be told from dense text, and are taken for a heatmap.
    words = first_line_words(source, [b"output", b"value"])
    return "instance" if words == {b"output"} else "heatmap"


def _of_array(source: Path) -> str:
    with open(source, "rb") as file, parsing(source, ".npy"):
        return _of_shape(read_header(file)[0])


def _of_shape(shape: tuple[int, ...]) -> str:
    flat = len(shape) in (2, 3) and shape[-1] in (2, 3) and shape[-1] != shape[-2]
    return "instance" if flat else "heatmap"


def _of_table(source: Path) -> str:
    names = names_in(head_of(source))
    return "tour" if "node" in names and ("order" in names or len(names) == 1) else "instance"


def _of_object(source: Path) -> str:
    head = head_of(source)
    return "tour" if b'"tour"' in head and b'"features"' not in head else "instance"


_BY_CONTENT: dict[str, Callable[[Path], str]] = {
    ".npz": _of_archive,
    ".pt": _of_tensors,
    ".pth": _of_tensors,
    ".safetensors": _of_tensors,
    ".npy": _of_array,
    ".txt": _of_lines,
    ".lines": _of_lines,
    ".csv": _of_table,
    ".json": _of_object,
}
