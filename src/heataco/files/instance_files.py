"""Instances from any file that holds some; the suffix says the form."""

from heataco.files.errors import PathLike, checked_suffix
from heataco.files.labelled_sets import SET_SUFFIXES, read_labelled_set
from heataco.files.tsplib import TSPLIB_SUFFIXES, read_tsplib
from heataco.instances import LabelledInstance, LabelledSet

INSTANCE_SUFFIXES = TSPLIB_SUFFIXES + SET_SUFFIXES


def read_instances(path: PathLike) -> LabelledSet:
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
    if checked_suffix(path, "instances", INSTANCE_SUFFIXES) in TSPLIB_SUFFIXES:
        return LabelledSet([LabelledInstance(read_tsplib(path))])
    return read_labelled_set(path)
