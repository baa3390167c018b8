"""Writing one instance; the suffix gives the format."""

import json
import warnings
from collections.abc import Callable, Iterator

import numpy as np

from heataco.files.atomic import atomic_write
from heataco.files.csv_tables import write_csv
from heataco.files.errors import PathLike, checked_suffix
from heataco.files.geojson import points_geojson
from heataco.files.labelled_sets import write_labelled_set
from heataco.files.tsplib import TSPLIB_SUFFIXES, write_tsplib
from heataco.instances import Instance, LabelledInstance, Metric
from heataco.instances.instance import require_instance


def write_instance(instance: Instance, path: PathLike) -> None:
    """Write an instance in the format of the suffix.

    Parameters
    ----------
    instance
        What to write. `.tsp` and `.atsp` keep name, metric and fixed edges, `.csv` and `.geojson`
        the ids, `.npy` the numbers alone, and `.txt`, a labelled set of one, exact points alone.
    path
        The file to write or replace.

    Raises
    ------
    FileError
        If the suffix is unknown or the file cannot be written.
    ValueError
        For anything but an instance, or if the form cannot hold it.

    Warns
    -----
    UserWarning
        If ids, fixed edges or the metric are not kept.
    """
    require_instance(instance)
    suffix = checked_suffix(path, "written instances", _WRITERS)
    _WRITERS[suffix](instance, path)
    lost = list(_lost(instance, suffix))
    if lost:
        warnings.warn(f"{path} does not keep {' and '.join(lost)}", stacklevel=2)


def _lost(instance: Instance, suffix: str) -> Iterator[str]:
    """Say what a form leaves out that the instance has."""
    if instance.ids is not None and suffix not in _WITH_IDS:
        yield "the ids"
    if suffix in TSPLIB_SUFFIXES:
        return
    if instance.fixed_edges is not None:
        yield "the fixed edges"
    if instance.metric not in (_ON_READING if suffix in _WITH_IDS else _PLAIN):
        yield f"metric {instance.metric}"


def _write_csv(instance: Instance, path: PathLike) -> None:
    with atomic_write(path) as file:
        file.writelines(line.encode() for line in write_csv(instance))


def _write_geojson(instance: Instance, path: PathLike) -> None:
    content = json.dumps(points_geojson(instance), allow_nan=False)
    with atomic_write(path) as file:
        file.write(f"{content}\n".encode())


def _write_npy(instance: Instance, path: PathLike) -> None:
    with atomic_write(path) as file:
        np.save(file, instance._numbers, allow_pickle=False)


_WITH_IDS = (".csv", ".geojson")
_PLAIN = (Metric.EUCLIDEAN, Metric.EUCLIDEAN_3D, Metric.EXPLICIT)  # what numbers alone are read as
_ON_READING = (*_PLAIN, Metric.LATLON_KM)
_WRITERS: dict[str, Callable[[Instance, PathLike], None]] = {
    **dict.fromkeys(TSPLIB_SUFFIXES, write_tsplib),
    ".csv": _write_csv,
    ".geojson": _write_geojson,
    ".npy": _write_npy,
    ".txt": lambda instance, path: write_labelled_set([LabelledInstance(instance)], path),
}
WRITTEN_INSTANCES = tuple(_WRITERS)
