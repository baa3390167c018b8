"""GeoJSON: points in, and a tour as a line with its stops."""

import json
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from heataco.files.errors import FileError, PathLike, reading
from heataco.files.options import ReadOptions
from heataco.files.streams import BYTE_ORDER_MARK, require_text
from heataco.files.text import shown
from heataco.instances import Instance, LabelledInstance, Metric
from heataco.instances.ids import as_ids
from heataco.instances.metrics import decimal_degrees

_HUGE = 1e300
_HALF = 180.0  # degrees; a longer step leads over the date line
_ID_PROPERTIES = ("id", "name", "label")


def read_geojson(path: PathLike, options: ReadOptions) -> list[LabelledInstance]:
    """Read the points of a GeoJSON file as one instance, by default in kilometres.

    A feature's id, or else its property `id`, `name` or `label`, is the id of its node, if every
    point has one of that kind and no two are the same. Lines and areas are left out.

    Raises
    ------
    FileError
        If the file is missing, no GeoJSON, or holds no point.
    """
    with reading(path):
        metric = options.metric or Metric.LATLON_KM
        if not metric.spherical:
            raise FileError(path, f"metric {metric} is planar; GeoJSON has latitudes")
        data = read_json(path)
        found = list(_points(path, data))
        if not found:
            raise FileError(path, "contains no Point; give a FeatureCollection of Points")
        points = np.array([point for point, _ in found])
        ids = _ids([feature for _, feature in found])
        name = data.get("name") if isinstance(data.get("name"), str) else None
        instance = Instance.from_coordinates(points, metric, name=name or Path(path).stem, ids=ids)
        return [LabelledInstance(instance)]


def read_json(path: PathLike) -> dict[str, Any]:
    """Read the one object of a JSON file.

    Raises
    ------
    FileError
        If it is not JSON, or not an object.
    OSError
        If it cannot be read.
    """
    content = Path(path).read_bytes().removeprefix(BYTE_ORDER_MARK)
    require_text(content)
    try:
        data = json.loads(content, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise FileError(path, f"is not JSON: {getattr(error, 'msg', error)}", line) from None
    if not isinstance(data, dict):
        raise FileError(path, f"holds a {type(data).__name__}; it must hold one object")
    return data


def points_geojson(instance: Instance) -> dict[str, Any]:
    """Return the nodes of an instance on the Earth as a FeatureCollection.

    Raises
    ------
    ValueError
        If the instance has no latitudes and longitudes.
    """
    features = [_stop(instance, node, {"node": node}) for node in range(instance.n)]
    return {"type": "FeatureCollection", "name": instance.name, "features": features}


def tour_geojson(
    instance: Instance, tour: NDArray[np.int32], properties: dict[str, Any], *, closed: bool = True
) -> dict[str, Any]:
    """Return a tour as a FeatureCollection: a line, closed or open, and its stops in order.

    The line is a LineString, and where it crosses the date line a MultiLineString cut there.

    Raises
    ------
    ValueError
        If the instance has no latitudes and longitudes.
    """
    require_places(instance)
    nodes = tour.tolist()
    line_nodes = [*nodes, nodes[0]] if closed else nodes
    line = _line([_position(instance, node) for node in line_nodes])
    features = [{"type": "Feature", "properties": properties, "geometry": line}]
    for order, node in enumerate(nodes):
        features.append(_stop(instance, node, {"order": order, "node": node}))
    return {"type": "FeatureCollection", "name": instance.name, "features": features}


def require_places(instance: Instance | None) -> None:
    """Refuse an instance whose nodes are not on the Earth.

    Raises
    ------
    ValueError
        Saying what it has instead.
    """
    if instance is None:
        raise ValueError("GeoJSON needs the latitudes and longitudes of an instance")
    if not instance.metric.spherical:
        has = "a matrix" if instance.coordinates is None else f"metric {instance.metric}"
        raise ValueError(
            f"GeoJSON holds latitudes and longitudes; instance {instance.name!r} has {has}"
        )


def _line(positions: list[list[float]]) -> dict[str, Any]:
    """Return a line as a geometry, in pieces that maps do not draw around the Earth."""
    pieces = [positions[:1]]
    for (longitude, latitude), after in pairwise(positions):
        step = after[0] - longitude
        if abs(step) > _HALF and max(abs(after[0]), abs(longitude)) <= _HALF:
            edge = math.copysign(_HALF, longitude)
            way = step - math.copysign(2 * _HALF, step)  # 0 from one side of the line to the other
            share = (edge - longitude) / way if way else 0.0
            crossing = latitude + share * (after[1] - latitude)
            pieces[-1].append([edge, crossing])
            pieces.append([[-edge, crossing]])
        pieces[-1].append(after)
    if len(pieces) == 1:
        return {"type": "LineString", "coordinates": pieces[0]}
    return {"type": "MultiLineString", "coordinates": pieces}


def _stop(instance: Instance, node: int, properties: dict[str, Any]) -> dict[str, Any]:
    require_places(instance)
    point = {"type": "Point", "coordinates": _position(instance, node)}
    feature: dict[str, Any] = {"type": "Feature", "properties": properties, "geometry": point}
    return feature if instance.ids is None else {**feature, "id": instance.ids[node]}


def _position(instance: Instance, node: int) -> list[float]:
    assert instance.coordinates is not None
    latitude, longitude = decimal_degrees(instance.coordinates[node], instance.metric).tolist()
    return [longitude, latitude]


def _points(path: PathLike, data: dict[str, Any]) -> Iterator[tuple[list[float], dict[str, Any]]]:
    """Yield latitude and longitude of every point, and the feature that it is of."""
    kind = data.get("type")
    features = data.get("features") if kind == "FeatureCollection" else [data]
    if not isinstance(kind, str) or not isinstance(features, list):
        raise FileError(path, "is not GeoJSON: it must be a FeatureCollection, Feature or geometry")
    for index, feature in enumerate(features):
        if not isinstance(feature, dict):
            raise FileError(path, f"feature {index} is {shown(repr(feature))}, not an object")
        geometry = feature.get("geometry") if feature.get("type") == "Feature" else feature
        if not isinstance(geometry, dict):
            continue  # a feature without a place
        positions = geometry.get("coordinates")
        if geometry.get("type") == "Point":
            yield _latlon(path, index, positions), feature
        elif geometry.get("type") == "MultiPoint" and isinstance(positions, list):
            for position in positions:
                yield _latlon(path, index, position), {}


def _latlon(path: PathLike, index: int, position: Any) -> list[float]:
    if (
        not isinstance(position, list)
        or not 2 <= len(position) <= 4
        or not all(type(x) in (int, float) and abs(x) < _HUGE for x in position)
    ):
        raise FileError(
            path, f"feature {index} has the position {shown(repr(position))}; it must be [lon, lat]"
        )
    longitude, latitude = map(float, position[:2])
    if abs(latitude) > 90 or abs(longitude) > 360:
        raise FileError(
            path,
            f"feature {index} is at longitude {longitude:g}, latitude {latitude:g}; positions "
            "are [lon, lat] in degrees",
        )
    return [latitude, longitude]


def _ids(features: list[dict[str, Any]]) -> list[str | int] | None:
    candidates = [[feature.get("id") for feature in features]]
    for name in _ID_PROPERTIES:
        properties = (feature.get("properties") for feature in features)
        candidates.append([p.get(name) if isinstance(p, dict) else None for p in properties])
    return next((ids for values in candidates if (ids := as_ids(values)) is not None), None)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")
