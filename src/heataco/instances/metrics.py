"""Metrics, and the coordinates that each can compute distances with."""

from enum import StrEnum
from typing import Any

import numpy as np

from heataco._arrays import FloatArray, to_float64
from heataco._checks import require_known

_SMALLEST_SPAN = 1e-140  # squares of smaller differences vanish


class Metric(StrEnum):
    """How the distance between two nodes is computed.

    `EUCLIDEAN` is the exact distance; `EUC_2D`, `CEIL_2D`, `ATT` and `GEO` are the integer
    distances of TSPLIB; `EXPLICIT` reads a matrix. The values are those of the native module.
    """

    EUCLIDEAN = "euclidean"
    EUC_2D = "EUC_2D"
    CEIL_2D = "CEIL_2D"
    ATT = "ATT"
    GEO = "GEO"
    EXPLICIT = "EXPLICIT"


_COORDINATE_LIMITS = {
    Metric.EUCLIDEAN: 1e150,  # squares stay finite
    Metric.EUC_2D: 1e15,  # rounded distances stay exact integers
    Metric.CEIL_2D: 1e15,
    Metric.ATT: 1e15,
    Metric.GEO: 1e6,
}


def checked_metric(metric: Metric | str) -> Metric:
    """Return a metric by its name; a ValueError if there is none."""
    require_known("metric", metric, Metric)
    return Metric(metric)


def checked_coordinates(value: Any, metric: Metric) -> FloatArray:
    """Return points as read-only float64.

    Raises ValueError for another shape than (n, 2), no point, or numbers that are not finite or too
    large or too small to compute distances with.
    """
    points = to_float64(value, "coordinates")
    if points.ndim != 2 or points.shape[1] != 2 or len(points) == 0:
        raise ValueError(f"coordinates have shape {points.shape}; it must be (n, 2) with n >= 1")
    limit = _COORDINATE_LIMITS[metric]
    within = np.abs(points) <= limit
    if not within.all():
        node, axis = np.argwhere(~within)[0]
        raise ValueError(
            f"coordinates[{node}, {axis}] is {points[node, axis]}; metric {metric} needs finite "
            f"values of at most {limit:g}"
        )
    span = float(np.ptp(points, axis=0).max())
    if metric is Metric.EUCLIDEAN and 0 < span < _SMALLEST_SPAN:
        raise ValueError(
            f"coordinates span only {span:g}; rescale them to at least {_SMALLEST_SPAN:g}"
        )
    return points
