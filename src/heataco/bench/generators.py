"""Random instances of the kinds that the field tests on, each drawn again from its key."""

from collections.abc import Callable
from typing import Any

import numpy as np

from heataco.instances import Instance, Metric, MetricName

Family = Callable[[np.random.Generator, int], Instance]

CLUSTERS = 10
SPREAD = 0.1  # σ of a cluster
LARGEST_DISTANCE = 1_000_000  # of asymmetric instances, before the closure


def uniform(rng: np.random.Generator, n: int) -> Instance:
    """Draw points in the unit square."""
    return Instance.from_coordinates(rng.random((n, 2)))


def clustered(rng: np.random.Generator, n: int) -> Instance:
    """Draw normal clusters around centres in the unit square; points may lie outside of it."""
    centres = rng.random((CLUSTERS, 2))
    owners = rng.integers(CLUSTERS, size=n)
    return Instance.from_coordinates(centres[owners] + rng.normal(0, SPREAD, (n, 2)))


def gaussian(rng: np.random.Generator, n: int) -> Instance:
    """Draw one standard normal cloud."""
    return Instance.from_coordinates(rng.normal(size=(n, 2)))


def asymmetric(rng: np.random.Generator, n: int) -> Instance:
    """Draw whole numbers from 1 to a million, closed under the triangle inequality."""
    matrix = rng.integers(1, LARGEST_DISTANCE, (n, n), endpoint=True)
    np.fill_diagonal(matrix, 0)
    for middle in range(n):
        matrix = np.minimum(matrix, matrix[:, middle, np.newaxis] + matrix[middle])
    return Instance.from_matrix(matrix)


GEOMETRIES: dict[str, Family] = {
    "uniform": uniform,
    "clustered": clustered,
    "gaussian": gaussian,
    "asymmetric": asymmetric,
}


def generator(seed: int, n: int, index: int) -> np.random.Generator:
    """Return the generator that instance `index` of a set is drawn from."""
    return np.random.default_rng([seed, n, index])


def planar(
    rng: np.random.Generator, points: Any, metric: Metric | MetricName = Metric.EUCLIDEAN
) -> Instance:
    """Return an instance of points in random order, so that their numbers give nothing away."""
    return Instance.from_coordinates(rng.permutation(points), metric)
