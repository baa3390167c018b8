"""Instances from what people hold: arrays, data frames, graphs."""

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import to_float64, to_numpy
from heataco._checks import described
from heataco._hints import hinting
from heataco.instances.frame_labels import column_labels, is_frame, row_labels
from heataco.instances.ids import as_ids
from heataco.instances.instance import Instance
from heataco.instances.labelled import LabelledInstance
from heataco.instances.metrics import SMALLEST_SPAN, Metric, checked_coordinates
from heataco.instances.tables import (
    ids_in_column,
    optional_metric,
    point_columns,
    require_diagonal,
)

WANTED = (
    "give an Instance, points of shape (n, 2) or (n, 3), distances of shape (n, n), a data frame "
    "with columns x and y or lat and lon, or a graph with weights"
)
_ONE_OF_MANY = "give one of them, or use decode_batch"


@hinting
def as_instance(
    data: Any,
    metric: Metric | str | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    name: str = "",
) -> Instance:
    """Make an instance of whatever holds points or distances.

    Parameters
    ----------
    data
        An `Instance`, which is returned as it is; an array or tensor of points, (n, 2) or (n, 3),
        or of distances, (n, n); a data frame (pandas, Polars, ...) with a column of ids and
        columns x and y, or lat and lon, or with distances under equal labels of rows and columns;
        a graph (NetworkX) whose edges all have a weight.
    metric
        How distances are computed. None: not rounded, and in kilometres between latitudes and
        longitudes.
    columns
        Names of columns of a data frame by role: id, x, y, z, lat, lon.
    name
        Of the instance.

    Raises
    ------
    ValueError
        For anything else, or numbers that can be read in two ways; the message names both.
    """
    wanted = optional_metric(metric)
    if isinstance(data, Instance):
        return data
    if columns is not None and not is_frame(data):
        raise ValueError(f"columns is for data frames; the data are a {type(data).__name__}")
    for recognises, convert in _FORMS:
        if recognises(data):
            return convert(data, wanted, columns, name)
    if isinstance(data, str | os.PathLike):
        raise ValueError(f"instance is {described(data)}; read files with read_instances")
    if isinstance(data, list) and data and isinstance(data[0], Instance | LabelledInstance):
        raise ValueError(f"instance is a set of {len(data)}; {_ONE_OF_MANY}")
    if hasattr(data, "tocoo"):
        raise ValueError(
            "instance is a sparse matrix, in which a missing entry may be 0 or no edge; give an "
            "array with inf where there is no edge"
        )
    try:
        array = to_numpy(data, "instance")
    except ValueError as error:
        numbers = isinstance(data, list | tuple) or hasattr(data, "dtype")
        problem = error if numbers else f"instance is {described(data)}"
        raise ValueError(f"{problem}; {WANTED}") from None
    if array.ndim == 3 and len(array) != 1:
        raise ValueError(f"instance is a batch of {len(array)}; {_ONE_OF_MANY}")
    return from_array(array[0] if array.ndim == 3 else array, wanted, name=name)


def from_array(
    array: NDArray[Any], metric: Metric | None = None, *, name: str = "", ids: Any = None
) -> Instance:
    """Make an instance of points or distances, whichever the shape says.

    Parameters
    ----------
    array
        The numbers.
    metric
        None: exact distances. With a metric there is no doubt what the numbers are.
    name, ids
        Of the instance.

    Raises
    ------
    ValueError
        For another shape, or one that can be read in two ways and no metric.
    """
    if metric is None:
        metric = _metric_of(array.shape)
    if metric is Metric.EXPLICIT:
        return Instance.from_matrix(array, name=name, ids=ids)
    return Instance.from_coordinates(array, metric, name=name, ids=ids)


def from_batch(array: NDArray[Any]) -> list[Any]:
    """Make instances of an array (B, n, 2) of points that are checked at once.

    Where there is any doubt, and for matrices, these are the items of the array, which are then
    refused, or checked, one by one.
    """
    batch, n, columns = array.shape
    if columns != 2 or n in (0, columns) or batch == 0:
        return list(array)
    try:
        checked_coordinates(array.reshape(-1, 2), Metric.EUCLIDEAN)
        points = to_float64(array, "instances")
    except ValueError:
        return list(array)
    spans = np.ptp(points, axis=1).max(axis=1)
    if ((spans > 0) & (spans < SMALLEST_SPAN)).any():
        return list(array)
    return [Instance._of_points(one) for one in points]


def _metric_of(shape: tuple[int, ...]) -> Metric:
    readings = {}
    if len(shape) == 2 and shape[1] in (2, 3):
        readings[f"{shape[0]} points"] = (Metric.EUCLIDEAN, Metric.EUCLIDEAN_3D)[shape[1] - 2]
    if len(shape) == 2 and shape[0] == shape[1]:
        readings[f"the distances of {shape[0]} nodes"] = Metric.EXPLICIT
    if len(readings) == 1:
        return next(iter(readings.values()))
    if not readings:
        raise ValueError(f"instance is an array of shape {shape}; {WANTED}")
    ways = " or ".join(f"{what} (metric {metric})" for what, metric in readings.items())
    raise ValueError(
        f"instance has shape {shape}, which may be {ways}; give the metric, or an Instance"
    )


def _from_frame(
    frame: Any, metric: Metric | None, columns: Mapping[str, str] | None, name: str
) -> Instance:
    labels = column_labels(frame)
    names = [str(label) for label in labels]
    found = None if metric is Metric.EXPLICIT else point_columns(names, metric, columns)
    if found is None:
        return _from_square(frame, metric, name, labels)
    points = [
        to_numpy(np.asarray(frame[labels[index]]), f"column {names[index]}")
        for index in found.coordinates
    ]
    ids = row_labels(frame)
    if found.ids is not None:
        ids = ids_in_column(list(np.asarray(frame[labels[found.ids]])), names[found.ids])
    return Instance.from_coordinates(np.column_stack(points), found.metric, name=name, ids=ids)


def _from_square(frame: Any, metric: Metric | None, name: str, labels: list[Any]) -> Instance:
    """Make an instance of a frame without columns of coordinates."""
    cells = np.asarray(frame)
    named = any(isinstance(label, str) for label in labels) and metric is not Metric.EXPLICIT
    if named and (cells.shape[0] != cells.shape[1] or cells.dtype.kind not in "biuf"):
        raise ValueError(
            f"the frame has columns {', '.join(map(str, labels[:8]))}; it needs x and y, or lat "
            "and lon, or columns="
        )
    numbers = to_numpy(cells, "instance")
    rows = row_labels(frame)
    if rows is not None and numbers.shape == (len(rows), len(rows)):
        if rows != as_ids(labels):
            raise ValueError("the rows and columns of the frame have different labels")
        return from_array(_with_diagonal(numbers), Metric.EXPLICIT, name=name, ids=rows)
    if named:
        require_diagonal(numbers, [str(label) for label in labels])
        return from_array(_with_diagonal(numbers), Metric.EXPLICIT, name=name, ids=as_ids(labels))
    return from_array(numbers, metric, name=name)


def _with_diagonal(matrix: NDArray[Any]) -> NDArray[Any]:
    """Return labelled distances with zeros for empty cells of the diagonal, as tables have them."""
    filled = matrix.copy()
    diagonal = np.einsum("ii->i", filled)
    diagonal[np.isnan(diagonal)] = 0
    return filled


def _is_graph(data: Any) -> bool:
    return all(hasattr(data, name) for name in ("nodes", "edges", "adjacency", "is_directed"))


def _from_graph(
    graph: Any, metric: Metric | None, columns: Mapping[str, str] | None, name: str
) -> Instance:
    if metric not in (None, Metric.EXPLICIT):
        raise ValueError(f"metric {metric} needs coordinates; a graph has weights")
    if graph.is_multigraph():
        raise ValueError("the graph has parallel edges; keep the shortest of each pair")
    nodes = list(graph.nodes)
    place = {node: index for index, node in enumerate(nodes)}
    matrix = np.full((len(nodes), len(nodes)), np.nan)
    for source, neighbours in graph.adjacency():
        for target, attributes in neighbours.items():
            if "weight" not in attributes and source != target:
                raise ValueError(f"edge ({source!r}, {target!r}) has no weight; all must have one")
            matrix[place[source], place[target]] = attributes.get("weight", 0)
    np.fill_diagonal(matrix, 0)
    missing = np.argwhere(np.isnan(matrix))
    if len(missing):
        source, target = (nodes[index] for index in missing[0])
        raise ValueError(
            f"the graph has no edge ({source!r}, {target!r}); all pairs need a distance; "
            "give it the length of the route through other nodes, or infinity to forbid it"
        )
    ids = as_ids(nodes)
    return from_array(
        matrix,
        Metric.EXPLICIT,
        name=name,
        ids=[str(node) for node in nodes] if ids is None else ids,
    )


_Convert = Callable[[Any, Metric | None, Mapping[str, str] | None, str], Instance]
_FORMS: tuple[tuple[Callable[[Any], bool], _Convert], ...] = (
    (_is_graph, _from_graph),
    (is_frame, _from_frame),
)
