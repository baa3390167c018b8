"""Lengths of single arcs, to break ties between equal scores by."""

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.instances import Instance, Metric
from heataco.instances.metrics import decimal_degrees

_SUMS = (Metric.MAN_2D, Metric.MAN_3D)
_MAXIMA = (Metric.MAX_2D, Metric.MAX_3D, Metric.XRAY1, Metric.XRAY2)


def lengths(
    instance: Instance, sources: NDArray[np.int64], targets: NDArray[np.int64]
) -> FloatArray:
    """Return how long arcs are, before any rounding that the metric asks for.

    For latitudes and longitudes it is the angle between the nodes; no unit matters where only
    the order does.
    """
    if instance.matrix is not None:
        return instance.matrix[sources, targets]
    assert instance.coordinates is not None
    if instance.metric.spherical:
        return _angles(decimal_degrees(instance.coordinates, instance.metric), sources, targets)
    steps = np.abs(instance.coordinates[sources] - instance.coordinates[targets])
    if instance.metric in _SUMS:
        return np.asarray(steps.sum(axis=1))
    if instance.metric in _MAXIMA:
        return np.asarray(steps.max(axis=1))
    if steps.shape[1] == 2:
        return np.hypot(steps[:, 0], steps[:, 1])
    return np.asarray(np.linalg.norm(steps, axis=1))


def _angles(
    points: FloatArray, sources: NDArray[np.int64], targets: NDArray[np.int64]
) -> FloatArray:
    latitude, longitude = np.radians(points).T
    south, north = latitude[sources], latitude[targets]
    across = np.sin((longitude[sources] - longitude[targets]) / 2) ** 2
    along = np.sin((south - north) / 2) ** 2
    # Haversine: exact also where the nodes are close.
    haversine = np.minimum(along + np.cos(south) * np.cos(north) * across, 1.0)
    angles: FloatArray = 2 * np.arcsin(np.sqrt(haversine))
    return angles
