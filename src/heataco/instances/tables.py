"""Tables of nodes: which columns hold ids and coordinates, and what metric these ask for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heataco._arrays import FloatArray
from heataco.instances.ids import checked_ids
from heataco.instances.metrics import Metric, checked_metric

ROLES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "name", "label"),  # the first one that is there
    "x": ("x",),
    "y": ("y",),
    "z": ("z",),
    "lat": ("lat", "latitude"),
    "lon": ("lon", "lng", "long", "longitude"),
}
_PLANE, _SPACE, _SPHERE = ("x", "y"), ("x", "y", "z"), ("lat", "lon")
_DEFAULTS = {
    _PLANE: Metric.EUCLIDEAN,
    _SPACE: Metric.EUCLIDEAN_3D,
    _SPHERE: Metric.LATLON_KM,
}


@dataclass(frozen=True)
class PointColumns:
    """Where a table holds its points.

    Parameters
    ----------
    coordinates
        Indices of the columns, in the order that the metric takes them in.
    ids
        Index of the column of ids, or None.
    metric
        How distances are computed.
    """

    coordinates: tuple[int, ...]
    ids: int | None
    metric: Metric


def point_columns(
    names: Sequence[str], metric: Metric | None, columns: Mapping[str, str] | None
) -> PointColumns | None:
    """Find the columns of a table by their names, or by what the caller calls them.

    Parameters
    ----------
    names
        What the table calls its columns.
    metric
        What distances are wanted; None: exact ones that go with the names.
    columns
        Names of columns, or their numbers from 1, by role: id, x, y, z, lat, lon; where these give
        no coordinates, or None, columns with the usual names are found.

    Returns
    -------
    PointColumns or None
        None where no column has a usual name of a coordinate.

    Raises
    ------
    ValueError
        If a column is missing or there twice, there are two kinds of coordinates, or the metric
        does not go with them.
    """
    found = _named_columns(names, columns or {})
    if not found.keys() - {"id"}:
        found |= _usual_columns(names, [role for role in ROLES if role not in found])
    if not any(role in found for role in (*_SPACE, *_SPHERE)):
        if columns is None:
            return None
        raise ValueError(
            f"columns gives no coordinates, and none of {listed(names)} has a usual name; give x "
            "and y, or lat and lon, too"
        )
    kinds = [kind for kind in (_PLANE, _SPHERE) if all(role in found for role in kind)]
    if metric is not None:
        kinds = [kind for kind in kinds if (kind is _SPHERE) == metric.spherical]
    if not kinds:
        wanted = {None: "x and y, or lat and lon", True: "lat and lon", False: "x and y"}
        raise ValueError(
            f"the columns {listed(names)} lack "
            f"{wanted[None if metric is None else metric.spherical]}"
            + ("" if metric is None else f", which metric {metric} needs")
            + "; say which columns they are (columns, --columns ROLE=NAME,...)"
        )
    if len(kinds) > 1:
        raise ValueError(
            f"the columns {listed(names)} hold x and y as well as lat and lon; say which to use "
            "(columns, --columns ROLE=NAME,...), or give a metric"
        )
    kind: tuple[str, ...] = kinds[0]
    if kind is _PLANE and "z" in found and (metric is None or metric.dimensions == 3):
        kind = _SPACE
    if metric is not None and metric.dimensions != len(kind):
        raise ValueError(f"metric {metric} needs columns x, y and z; there are {listed(names)}")
    places = tuple(found[role] for role in kind)
    return PointColumns(places, found.get("id"), metric or _DEFAULTS[kind])


def ids_in_column(labels: list[Any], column: object) -> list[str | int]:
    """Return the labels in a column as ids.

    Raises
    ------
    ValueError
        If they are none, or two are the same.
    """
    try:
        return list(checked_ids(labels, len(labels)) or ())
    except ValueError as error:
        raise ValueError(
            f"{error}; the ids are column {column!r}: name another one, or the coordinates alone "
            "(--columns x=NAME,y=NAME) for nodes without ids"
        ) from None


def require_diagonal(matrix: FloatArray, names: Sequence[str]) -> None:
    """Refuse a square of numbers below names that may be those of coordinates.

    The diagonal of distances is the same number everywhere, or empty.

    Raises
    ------
    ValueError
        Naming both readings.
    """
    diagonal = np.nan_to_num(np.diagonal(matrix))
    if (diagonal != diagonal[0]).any():
        raise ValueError(
            f"{len(matrix)} rows of columns {listed(names)} may be as many points, or distances "
            "with an unusual diagonal; say which columns x and y, or lat and lon, are (columns, "
            "--columns ROLE=NAME,...), or give the metric EXPLICIT"
        )


def checked_roles(columns: Mapping[str, str] | None) -> None:
    """Refuse roles that columns cannot have.

    Raises
    ------
    ValueError
        Naming the first one.
    """
    for role in columns or ():
        if role not in ROLES:
            raise ValueError(f"columns has the role {role!r}; known are {', '.join(ROLES)}")


def optional_metric(metric: Metric | str | None) -> Metric | None:
    """Return a metric by its name, or None.

    Raises
    ------
    ValueError
        If there is no such metric.
    """
    return None if metric is None else checked_metric(metric)


def _usual_columns(names: Sequence[str], roles: Sequence[str]) -> dict[str, int]:
    lower = [name.strip().lower() for name in names]
    found = {}
    for role in roles:
        present = [name for name in ROLES[role] if name in lower]
        if role != "id" and len(present) > 1:
            raise ValueError(f"the columns {' and '.join(present)} are both {role}; name one")
        if present:
            if lower.count(present[0]) > 1:
                raise ValueError(f"two columns are called {present[0]}; name others")
            found[role] = lower.index(present[0])
    return found


def _named_columns(names: Sequence[str], columns: Mapping[str, str]) -> dict[str, int]:
    checked_roles(columns)
    found = {role: _index_of(names, role, str(name)) for role, name in columns.items()}
    owners: dict[int, str] = {}
    for role, index in found.items():
        owner = role if role == "id" else owners.setdefault(index, role)  # an id may be a number
        if owner != role:
            raise ValueError(f"{owner} and {role} are both column {names[index]!r}; give two")
    return found


def _index_of(names: Sequence[str], role: str, name: str) -> int:
    stripped = [each.strip() for each in names]
    matches = [index for index, each in enumerate(stripped) if each == name.strip()]
    if not matches:
        lower = name.strip().lower()
        matches = [index for index, each in enumerate(stripped) if each.lower() == lower]
    if len(matches) > 1:
        raise ValueError(f"two columns are called {name!r}; name {role} by its number from 1")
    if matches:
        return matches[0]
    if name.isascii() and name.isdecimal() and 1 <= int(name[:9]) <= len(names):
        return int(name) - 1
    raise ValueError(f"there is no column {name!r} for {role}; there are {listed(names)}")


def listed(names: Sequence[str]) -> str:
    """Return the names of columns for a message, shortened."""
    shown = [repr(name if len(name) <= 20 else name[:17] + "...") for name in names[:8]]
    return ", ".join([*shown, *(["..."] if len(names) > 8 else [])])
