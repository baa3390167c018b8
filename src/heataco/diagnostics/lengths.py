"""Lengths of single arcs, to break ties between equal scores by."""

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.instances import Instance, Metric


def lengths(
    instance: Instance, sources: NDArray[np.int64], targets: NDArray[np.int64]
) -> FloatArray:
    """Return how long arcs are, before any rounding that the metric asks for.

    For `GEO` it is the angle between the nodes; no unit matters where only the order does.
    """
    if instance.matrix is not None:
        return instance.matrix[sources, targets]
    assert instance.coordinates is not None
    if instance.metric is Metric.GEO:
        return _angles(instance.coordinates, sources, targets)
    steps = instance.coordinates[sources] - instance.coordinates[targets]
    return np.hypot(steps[:, 0], steps[:, 1])


def _angles(
    points: FloatArray, sources: NDArray[np.int64], targets: NDArray[np.int64]
) -> FloatArray:
    degrees = np.trunc(points)
    latitude, longitude = np.radians(degrees + (points - degrees) * 5 / 3).T
    south, north = latitude[sources], latitude[targets]
    across = np.sin((longitude[sources] - longitude[targets]) / 2) ** 2
    along = np.sin((south - north) / 2) ** 2
    # Haversine: exact also where the nodes are close.
    haversine = np.minimum(along + np.cos(south) * np.cos(north) * across, 1.0)
    angles: FloatArray = 2 * np.arcsin(np.sqrt(haversine))
    return angles
