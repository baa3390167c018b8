"""Points in the plane, scattered: clouds, clusters, holes and copies."""

import numpy as np

from heataco._arrays import FloatArray
from heataco.bench.generators import planar
from heataco.instances import Instance


def clusters(count: int, sigma: float, rng: np.random.Generator, n: int) -> Instance:
    """Draw normal clusters of equal size around centres in the unit square."""
    centres = rng.random((count, 2))
    return planar(rng, centres[np.arange(n) % count] + rng.normal(0, sigma, (n, 2)))


def unequal_clusters(count: int, sigma: float, rng: np.random.Generator, n: int) -> Instance:
    """Draw clusters whose sizes fall as 1/rank and whose σ differs by up to a hundred times."""
    shares = 1 / np.arange(1, count + 1)
    owners = rng.choice(count, size=n, p=shares / shares.sum())
    widths = sigma * 10 ** rng.uniform(-1, 1, count)
    offsets = rng.normal(size=(n, 2)) * widths[owners, np.newaxis]
    return planar(rng, rng.random((count, 2))[owners] + offsets)


def nested_clusters(rng: np.random.Generator, n: int) -> Instance:
    """Draw clusters of clusters of clusters, each level thirty times tighter."""
    points = np.zeros((1, 2))
    for children, sigma in ((5, 1.0), (4, 0.03), (4, 0.001)):
        points = np.repeat(points, children, axis=0)
        points += rng.normal(0, sigma, points.shape)
    return planar(rng, points[np.arange(n) % len(points)] + rng.normal(0, 3e-5, (n, 2)))


def line_of_clusters(rng: np.random.Generator, n: int) -> Instance:
    """Draw twenty tight clusters along a line, where a tour passes each of them twice."""
    centres = np.stack((np.arange(20.0), rng.normal(0, 0.1, 20)), axis=1)
    return planar(rng, centres[np.arange(n) % 20] + rng.normal(0, 0.01, (n, 2)))


def explosion(rng: np.random.Generator, n: int) -> Instance:
    """Push uniform points out of a disc, to beyond its rim."""
    points, offsets, distances, radius = _disc(rng, n)
    inside = distances < radius
    beyond = radius + rng.exponential(0.1, n)
    pushed = offsets * (beyond / distances)[:, np.newaxis]
    return planar(rng, np.where(inside[:, np.newaxis], points - offsets + pushed, points))


def implosion(rng: np.random.Generator, n: int) -> Instance:
    """Draw the uniform points of a disc together towards its centre."""
    points, offsets, distances, radius = _disc(rng, n)
    inside = distances < radius
    drawn = offsets * rng.uniform(0.01, 0.3)
    return planar(rng, np.where(inside[:, np.newaxis], points - offsets + drawn, points))


def _disc(rng: np.random.Generator, n: int) -> tuple[FloatArray, FloatArray, FloatArray, float]:
    """Draw uniform points and a disc: the points, from its centre, their distances, its radius."""
    points, centre = rng.random((n, 2)), rng.uniform(0.25, 0.75, 2)
    offsets = points - centre
    return points, offsets, np.hypot(*offsets.T), rng.uniform(0.2, 0.5)


def far_halves(rng: np.random.Generator, n: int) -> Instance:
    """Draw two unit squares, a hundred of their sides apart."""
    points = rng.random((n, 2))
    points[: n // 2, 0] += 100
    return planar(rng, points)


def far_outlier(rng: np.random.Generator, n: int) -> Instance:
    """Draw a unit square and one node a hundred of its sides away."""
    points = rng.random((n, 2))
    points[0] += 100
    return planar(rng, points)


def duplicates(share: float, rng: np.random.Generator, n: int) -> Instance:
    """Draw uniform points of which a share are copies of others."""
    distinct = rng.random((max(1, round(n * (1 - share))), 2))
    copies = distinct[rng.integers(len(distinct), size=n - len(distinct))]
    return planar(rng, np.concatenate((distinct, copies)))
