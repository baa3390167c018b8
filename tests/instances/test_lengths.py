"""Measures of arcs: the order of the distances before they are rounded."""

import numpy as np
import pytest

from heataco.instances import Instance, Metric
from heataco.instances.lengths import measures


@pytest.mark.parametrize("metric", [metric for metric in Metric if metric.dimensions])
def test_distances_grow_with_the_measure(metric):
    """Equal scores would be ordered by something else than length under some metric."""
    points = np.round(np.random.default_rng(3).random((30, metric.dimensions)) * 80, 1)
    instance = Instance.from_coordinates(np.floor(points), metric=metric)
    sources, targets = np.triu_indices(30, 1)
    order = np.argsort(measures(instance, sources, targets))
    distances = instance.distance(sources, targets)[order]
    assert (np.diff(distances) >= -1e-9 * distances.max()).all()


def test_angles_come_round():
    """Nodes on both sides of the full turn would count as far apart."""
    points = [[0.0, 0.0, 0.0], [359.0, 0.0, 0.0], [90.0, 0.0, 0.0]]
    instance = Instance.from_coordinates(points, metric="XRAY1")
    near, far = measures(instance, np.array([0, 0]), np.array([1, 2]))
    assert near < far


def test_matrices_are_read_as_they_are():
    """Arcs of a directed matrix would be taken the wrong way round."""
    instance = Instance.from_matrix([[0.0, 1.0, 2.0], [3.0, 0.0, 4.0], [5.0, 6.0, 0.0]])
    assert measures(instance, np.array([0, 1, 2]), np.array([1, 0, 1])).tolist() == [1.0, 3.0, 6.0]
