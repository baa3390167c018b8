"""Instances from files of any format, chosen by suffix or content."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from heataco._checks import require_known
from heataco.files.csv_tables import read_csv
from heataco.files.errors import FileError, PathLike, readable_suffix, reading
from heataco.files.geojson import read_geojson
from heataco.files.instance_arrays import read_npy, read_npz
from heataco.files.labelled_sets import read_set_as
from heataco.files.options import ReadOptions
from heataco.files.sections import KEYWORDS
from heataco.files.sources import head_of, regular_file, tail_of
from heataco.files.tsplib import TSPLIB_SUFFIXES, read_tsplib_as
from heataco.instances import LabelledInstance, LabelledSet, Metric
from heataco.instances.tables import optional_metric


@dataclass(frozen=True)
class InstanceFormat:
    """A form in which files hold instances.

    Parameters
    ----------
    suffixes
        What such files end on, the usual one first.
    read
        From a regular file to its instances.
    recognises
        Whether a file that begins so is of this form.
    takes_options
        Whether the meaning of the numbers is not in the file.
    """

    suffixes: tuple[str, ...]
    read: Callable[[PathLike, ReadOptions], list[LabelledInstance]]
    recognises: Callable[[bytes], bool]
    takes_options: bool = True


def read_instances(
    path: PathLike,
    *,
    form: str | None = None,
    metric: Metric | str | None = None,
    columns: Mapping[str, str] | None = None,
) -> LabelledSet:
    """Read the instances of a file: one, or all of a labelled set or batch.

    Parameters
    ----------
    path
        A file; its suffix decides the format. Without a suffix, a pipe or device is recognised by
        its content.
    form
        tsplib, lines (labelled set), csv, geojson, npy or npz, whatever the suffix.
    metric
        How distances are computed, for forms that do not say: csv, geojson, npy and npz. None:
        exactly, and between latitudes and longitudes in kilometres.
    columns
        For csv: names of columns, or their numbers from 1, by role: id, x, y, z, lat, lon.

    Returns
    -------
    list of LabelledInstance
        With the tours, ids and best-known costs that the file holds.

    Raises
    ------
    FileError
        For an unknown suffix or form, or as the reader does.
    ValueError
        For an unknown metric or role of a column.
    """
    options = ReadOptions(optional_metric(metric), columns)
    return LabelledSet(read_source(path, form, options))


def read_source(
    path: PathLike, form: str | None, options: ReadOptions, *, stdin: bool = False
) -> list[LabelledInstance]:
    """Read the instances of a file, or of standard input, whatever the path then is."""
    if form is not None:
        require_known("form", form, INSTANCE_FORMATS)
    with reading(path), regular_file(path, stdin=stdin) as file:
        chosen = form or form_of(file.path, stream=file.copied)
        items = _read(file.path, chosen, replace(options, shown=file.shown))
        if file.copied and chosen in _OF_LINES and not tail_of(file.path).endswith(b"\n"):
            warnings.warn(
                f"{file.shown} does not end with a line break; it may have been cut off",
                stacklevel=2,
            )
        return items


def form_of(file: Path, *, stream: bool) -> str:
    """Return the form of a regular file by its suffix, or where it was a stream by its content.

    Raises FileError if it cannot be told, and OSError if the file cannot be read.
    """
    for name, form in INSTANCE_FORMATS.items():
        if file.suffix.lower() in form.suffixes:
            return name
    if not stream:
        if file.suffix.lower() in REFUSED_BY_TYPE:
            return "tsplib"
        readable_suffix(file, "instances", INSTANCE_SUFFIXES)
    head = head_of(file)
    if not head.strip():
        raise FileError(file, "is empty")
    for name, form in INSTANCE_FORMATS.items():
        if form.recognises(head):
            return name
    known = ", ".join(INSTANCE_FORMATS)
    raise FileError(file, f"is not recognised by its content; give its format: {known}")


def _read(file: PathLike, form: str, options: ReadOptions) -> list[LabelledInstance]:
    chosen = INSTANCE_FORMATS[form]
    if options.given and not chosen.takes_options:
        raise FileError(
            file, f"is {form}, which defines the meaning of its numbers; omit {options.given[0]}"
        )
    return chosen.read(file, options)


def _is_tsplib(head: bytes) -> bool:
    words = head.split(maxsplit=1)
    return bool(words) and words[0].rstrip(b":").upper() in [key.encode() for key in KEYWORDS]


def _is_csv(head: bytes) -> bool:
    line = next((line for line in head.splitlines() if line.strip()), b"")
    return b"\0" not in head and any(sign in line for sign in (b",", b";", b"\t"))


def _is_lines(head: bytes) -> bool:
    words = head.split(None, 4)
    return len(words) > 3 and all(word[:1].strip(b"+-.0123456789") == b"" for word in words[:4])


INSTANCE_FORMATS: dict[str, InstanceFormat] = {
    "tsplib": InstanceFormat(
        TSPLIB_SUFFIXES,
        lambda path, options: [LabelledInstance(read_tsplib_as(path, options.shown or path))],
        _is_tsplib,
        takes_options=False,
    ),
    "npy": InstanceFormat((".npy",), read_npy, lambda head: head.startswith(b"\x93NUMPY")),
    "npz": InstanceFormat((".npz",), read_npz, lambda head: head.startswith(b"PK\x03\x04")),
    "geojson": InstanceFormat(
        (".geojson", ".json"), read_geojson, lambda head: head.lstrip().startswith(b"{")
    ),
    "csv": InstanceFormat((".csv", ".tsv"), read_csv, _is_csv),
    "lines": InstanceFormat(
        (".txt", ".lines"),
        lambda path, _: read_set_as(".txt", path),
        _is_lines,
        takes_options=False,
    ),
}
REFUSED_BY_TYPE = (".hcp", ".sop", ".vrp")  # TSPLIB's other problems; the reader says why
_OF_LINES = ("csv", "lines")  # without a mark at their end
INSTANCE_SUFFIXES = tuple(suffix for form in INSTANCE_FORMATS.values() for suffix in form.suffixes)
