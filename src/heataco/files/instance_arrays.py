"""Points and matrices in .npy and .npz files."""

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import to_numpy
from heataco.files.archives import array_names, read_archive, read_header
from heataco.files.errors import FileError, PathLike, parsing, reading
from heataco.files.labelled_sets import read_set_as
from heataco.files.options import ReadOptions
from heataco.files.streams import open_regular, read_exactly, require_left
from heataco.instances import LabelledInstance, Metric
from heataco.instances.intake import from_array

# Names of the one array of an archive, and the metric that it has by its name.
_NAMES: dict[str, Metric | None] = {
    "coordinates": None,
    "coords": None,
    "points": None,
    "matrix": Metric.EXPLICIT,
    "distances": Metric.EXPLICIT,
    "arr_0": None,
}
ARRAY_NAMES = tuple(name for name in _NAMES if name != "arr_0")
_MAX_DIMENSIONS = 3


def read_npy(path: PathLike, options: ReadOptions) -> list[LabelledInstance]:
    """Read points (n, 2) or (n, 3), distances (n, n), or a batch of these (B, n, m).

    Raises
    ------
    FileError
        If the file is missing, damaged, or of a shape that is neither or can be both.
    """
    with reading(path), open_regular(path) as file:
        with parsing(path, ".npy"):
            shape, by_columns, dtype = read_header(file)
            size = math.prod(shape) * dtype.itemsize
            require_left(file, shape, size)
            content = read_exactly(file, size)
        order: Any = "F" if by_columns else "C"
        array = np.frombuffer(content, dtype).reshape(shape, order=order)
        return _instances(path, array, options.metric, None)


def read_npz(path: PathLike, options: ReadOptions) -> list[LabelledInstance]:
    """Read a labelled set, or one array of points or distances with `ids`.

    Raises
    ------
    FileError
        As `read_npy` and `read_set_as` do, or for arrays of other names.
    """
    with reading(path):
        members = array_names(path)
        found = [name for name in _NAMES if name in members]
        if not found:
            raise FileError(path, f"holds {_listed(members)}; it needs one of {', '.join(_NAMES)}")
        chosen = _chosen(path, found, options.metric)
        arrays = read_archive(path, [chosen, "ids"])
        array, ids = arrays[chosen], arrays.get("ids")
        if chosen == "coords" and array.ndim == 3 and options.metric is None:
            return read_set_as(".npz", path)
        metric = options.metric or _NAMES[chosen]
        return _instances(path, array, metric, None if ids is None else _id_list(path, ids, array))


def _chosen(path: PathLike, found: list[str], metric: Metric | None) -> str:
    """Return the name of the one array that is meant; the metric decides where there are two."""
    fitting = found
    if metric is not None:
        wanted = metric is Metric.EXPLICIT
        fitting = [name for name in found if (_NAMES[name] is Metric.EXPLICIT) == wanted]
    if len(fitting) > 1:
        raise FileError(
            path,
            f"holds {' and '.join(fitting)}, each of which may be meant; keep one, or give "
            "the metric if one holds points and the other distances",
        )
    return fitting[0] if fitting else found[0]


def _id_list(path: PathLike, ids: NDArray[Any], array: NDArray[Any]) -> Any:
    if ids.size > array.size:  # empty texts take no place in a file, however many there are
        raise FileError(path, f"'ids' has {ids.size} entries; there is one for each node")
    try:
        return ids.tolist()
    except (SystemError, ValueError) as error:  # NumPy raises the first for damaged text
        raise FileError(path, "'ids' has characters that are not Unicode") from error


def _instances(
    path: PathLike, array: NDArray[Any], metric: Metric | None, ids: Any
) -> list[LabelledInstance]:
    numbers = to_numpy(array, "the array")
    if numbers.ndim > _MAX_DIMENSIONS or numbers.size == 0:
        raise FileError(path, f"has shape {numbers.shape}; points have (n, 2), distances (n, n)")
    stem = Path(path).stem
    if numbers.ndim < _MAX_DIMENSIONS:
        return [LabelledInstance(from_array(numbers, metric, name=stem, ids=ids))]
    named = ((each, f"{stem}_{index}") for index, each in enumerate(numbers))
    return [LabelledInstance(from_array(each, metric, name=name, ids=ids)) for each, name in named]


def _listed(members: list[str]) -> str:
    return ", ".join(members[:8]) or "no array"
