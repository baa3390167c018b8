"""Metrics, and the coordinates that each can compute distances with."""

import warnings
from enum import StrEnum
from typing import Any, Literal

import numpy as np

from heataco._arrays import FloatArray, to_float64
from heataco._checks import require_known, same_name

SMALLEST_SPAN = 1e-140  # squares of smaller differences vanish
_FULL_TURN = 360.0  # degrees
_POLE = 90.0
_ALL_MINUTES = 0.6 - 1e-9  # of a degree, written as degrees.minutes
_UNIT = 2.0  # span of points in the unit square, or around 0, which rounding would leave nothing of


class Metric(StrEnum):
    """How the distance between two nodes is computed.

    `EUCLIDEAN` and `EUCLIDEAN_3D` are exact distances of points with two and three coordinates.
    `LATLON_KM` and `LATLON_M` take latitude and longitude in decimal degrees and give the
    distance on the Earth in kilometres or metres, not rounded and within 0.2 % of the geodesic.
    Those in capitals are the integer distances of TSPLIB; `GEO` takes degrees.minutes.
    `EXPLICIT` reads a matrix. The values are those of the native module.
    """

    EUCLIDEAN = "euclidean"
    EUCLIDEAN_3D = "euclidean_3d"
    LATLON_KM = "latlon_km"
    LATLON_M = "latlon_m"
    EUC_2D = "EUC_2D"
    EUC_3D = "EUC_3D"
    CEIL_2D = "CEIL_2D"
    CEIL_3D = "CEIL_3D"
    MAN_2D = "MAN_2D"
    MAN_3D = "MAN_3D"
    MAX_2D = "MAX_2D"
    MAX_3D = "MAX_3D"
    ATT = "ATT"
    GEO = "GEO"
    XRAY1 = "XRAY1"
    XRAY2 = "XRAY2"
    EXPLICIT = "EXPLICIT"

    @property
    def dimensions(self) -> int:
        """Coordinates of a node; 0 for a matrix."""
        if self is Metric.EXPLICIT:
            return 0
        return 3 if self in _SPATIAL else 2

    @property
    def unit(self) -> str:
        """Unit of the distances; empty where they have that of the coordinates, or none."""
        return {Metric.LATLON_KM: "km", Metric.GEO: "km", Metric.LATLON_M: "m"}.get(self, "")

    @property
    def exact(self) -> bool:
        """Whether distances are not rounded."""
        return self in _EXACT or self is Metric.EXPLICIT

    @property
    def spherical(self) -> bool:
        """Whether the coordinates are latitude and longitude."""
        return self in (Metric.LATLON_KM, Metric.LATLON_M, Metric.GEO)


# For editors and type checkers.
MetricName = Literal[
    "euclidean",
    "euclidean_3d",
    "latlon_km",
    "latlon_m",
    "EUC_2D",
    "EUC_3D",
    "CEIL_2D",
    "CEIL_3D",
    "MAN_2D",
    "MAN_3D",
    "MAX_2D",
    "MAX_3D",
    "ATT",
    "GEO",
    "XRAY1",
    "XRAY2",
    "EXPLICIT",
]
_METRICS = tuple(Metric)
_EXACT = _METRICS[: _METRICS.index(Metric.EUC_2D)]
_XRAY = (Metric.XRAY1, Metric.XRAY2)
_SPATIAL = (*(metric for metric in _METRICS if metric.lower().endswith("3d")), *_XRAY)
_LARGEST_ROUNDED = 1e15  # up to there, rounded distances stay exact integers
_LIMITS: dict[Metric, float | tuple[float, ...]] = {
    Metric.EUCLIDEAN: 1e150,  # squares stay finite
    Metric.EUCLIDEAN_3D: 1e150,
    Metric.LATLON_KM: (_POLE, _FULL_TURN),
    Metric.LATLON_M: (_POLE, _FULL_TURN),
    Metric.GEO: 1e6,
    Metric.XRAY1: 1e12,
    Metric.XRAY2: 1e12,
}


def checked_metric(metric: Metric | str) -> Metric:
    """Return a metric by its name, in upper or lower case; a ValueError if there is none."""
    names = [str(known) for known in Metric]
    found = same_name(metric, names) if isinstance(metric, str) else None
    require_known("metric", found or metric, names)
    return Metric(found or metric)


def checked_coordinates(value: Any, metric: Metric) -> FloatArray:
    """Return points as read-only float64.

    Raises ValueError for another shape than (n, 2), or (n, 3) where the metric has three
    dimensions, no point, or numbers that are not finite or outside the range of the metric.
    """
    points = to_float64(value, "coordinates")
    if points.ndim != 2 or points.shape[1] != metric.dimensions or len(points) == 0:
        raise ValueError(
            f"coordinates have shape {points.shape}; for metric {metric} it must be "
            f"(n, {metric.dimensions}) with n >= 1"
        )
    limits = np.broadcast_to(_LIMITS.get(metric, _LARGEST_ROUNDED), metric.dimensions)
    within = np.abs(points) <= limits
    if not within.all():
        node, axis = np.argwhere(~within)[0]
        raise ValueError(
            f"coordinates[{node}, {axis}] is {points[node, axis]}; metric {metric} needs finite "
            f"values of at most {limits[axis]:g}{_hint(points, metric)}"
        )
    spans = np.ptp(points, axis=0)
    if metric in (Metric.EUCLIDEAN, Metric.EUCLIDEAN_3D) and 0 < spans.max() < SMALLEST_SPAN:
        raise ValueError(
            f"coordinates span only {spans.max():g}; rescale them to at least {SMALLEST_SPAN:g}"
        )
    if metric in _XRAY and spans[0] > _FULL_TURN:
        raise ValueError(
            f"the angles coordinates[:, 0] span {spans[0]:g} degrees; metric {metric} needs them "
            f"within {_FULL_TURN:g}"
        )
    return points


def decimal_degrees(points: FloatArray, metric: Metric) -> FloatArray:
    """Return latitudes and longitudes of a spherical metric in decimal degrees."""
    if metric is not Metric.GEO:
        return points
    degrees = np.trunc(points)
    decimal: FloatArray = degrees + (points - degrees) * 5 / 3
    return decimal


def warn_of_misread(
    points: FloatArray, metric: Metric, where: str = "", *, stacklevel: int
) -> None:
    """Warn where coordinates cannot be meant for their metric.

    Parameters
    ----------
    points, metric
        Checked coordinates of any metric.
    where
        What the message begins with.
    stacklevel
        As that of `warnings.warn`, seen from the caller.

    Warns
    -----
    UserWarning
        If there are 60 minutes or more where GEO reads degrees.minutes, or if whole numbers are
        all that is kept of distances in the unit square.
    """
    fault = _decimal_degrees(points) if metric is Metric.GEO else ""
    if not metric.exact and not metric.spherical and metric not in _XRAY:
        fault = _lost_in_rounding(points, metric)
    if fault:
        warnings.warn(f"{where}{fault}", stacklevel=stacklevel + 1)


def _decimal_degrees(points: FloatArray) -> str:
    wrong = np.argwhere(np.abs(points - np.trunc(points)) > _ALL_MINUTES)
    if not len(wrong):
        return ""
    node, axis = wrong[0]
    return (
        f"coordinates[{node}, {axis}] is {points[node, axis]}, which would be 60 minutes or more: "
        "GEO reads degrees.minutes; for decimal degrees use metric latlon_km"
    )


def _lost_in_rounding(points: FloatArray, metric: Metric) -> str:
    span = np.ptp(points, axis=0).max()
    if not 0 < span <= _UNIT or (points == np.trunc(points)).all():
        return ""
    return (
        f"coordinates span {span:.3g}, and metric {metric} rounds distances to whole numbers; "
        "multiply the coordinates, or use metric euclidean"
    )


def _hint(points: FloatArray, metric: Metric) -> str:
    """Say so where latitude and longitude seem to have changed places."""
    swapped = metric.spherical and (np.abs(points[:, ::-1]) <= (_POLE, _FULL_TURN)).all()
    return "; latitude comes first, then longitude" if swapped else ""
