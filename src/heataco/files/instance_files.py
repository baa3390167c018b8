"""Instances from any file that holds some; the suffix says the form."""

from pathlib import Path

from heataco.files.errors import FileError, PathLike
from heataco.files.labelled_sets import SET_SUFFIXES, LabelledInstance, read_labelled_set
from heataco.files.tsplib import TSPLIB_SUFFIXES, read_tsplib

INSTANCE_SUFFIXES = TSPLIB_SUFFIXES + SET_SUFFIXES


def read_instances(path: PathLike) -> list[LabelledInstance]:
    """Read the instances, tours and best-known costs of a TSPLIB file or a labelled set.

    Parameters
    ----------
    path
        A `.tsp` or `.atsp` file, as `read_tsplib` takes it, or a `.txt`, `.npz` or `.lines` file,
        as `read_labelled_set` takes it.

    Raises
    ------
    FileError
        For an unknown suffix, or as the reader does.
    """
    suffix = Path(path).suffix.lower()
    if suffix in TSPLIB_SUFFIXES:
        return [LabelledInstance(read_tsplib(path))]
    if suffix in SET_SUFFIXES:
        return read_labelled_set(path)
    known = ", ".join(INSTANCE_SUFFIXES)
    raise FileError(path, f"suffix {suffix!r} is unknown; instances have {known}")
