"""The instances of a file one by one, for sets that memory cannot hold."""

from collections.abc import Iterator

from heataco.files.errors import PathLike, readable_suffix
from heataco.files.instance_files import INSTANCE_SUFFIXES, read_instances
from heataco.files.labelled_sets import SET_SUFFIXES, stream_labelled_set
from heataco.instances import LabelledInstance


def stream_instances(path: PathLike) -> Iterator[LabelledInstance]:
    """Yield what `read_instances` returns, each instance when it is asked for.

    Raises
    ------
    FileError
        As `read_instances` does, when the bad line or item is reached.
    """
    if readable_suffix(path, "instances", INSTANCE_SUFFIXES) in SET_SUFFIXES:
        return stream_labelled_set(path)
    return iter(read_instances(path))
