"""Symmetric matrices that no points in the plane give."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco.instances import Instance


def grid_roads(rng: np.random.Generator, n: int) -> Instance:
    """Measure shortest ways between n corners of a grid of streets of 1 to 9 units."""
    from scipy.sparse.csgraph import shortest_path

    side = math.ceil(math.sqrt(2 * n))
    ends = streets(side)
    corners = rng.choice(side * side, n, replace=False)
    graph = roads(side * side, ends, rng.integers(1, 10, len(ends)))
    ways = shortest_path(graph, directed=False, indices=corners)
    return Instance.from_matrix(ways[:, corners])


def streets(side: int) -> NDArray[np.int64]:
    """Return the pairs of neighbouring corners of a square grid."""
    corner = np.arange(side * side).reshape(side, side)
    along = np.stack((corner[:, :-1].ravel(), corner[:, 1:].ravel()), axis=1)
    across = np.stack((corner[:-1].ravel(), corner[1:].ravel()), axis=1)
    return np.concatenate((along, across))


def roads(size: int, ends: NDArray[np.int64], lengths: NDArray[np.int64]) -> Any:
    """Return a graph of `size` nodes with an arc for each pair of ends."""
    from scipy.sparse import coo_array

    return coo_array((lengths, ends.T), shape=(size, size)).tocsr()


def random_ties(rng: np.random.Generator, n: int) -> Instance:
    """Draw independent distances from 1 to 20, each of which occurs very often."""
    upper = np.triu(rng.integers(1, 21, (n, n)), 1)
    return Instance.from_matrix(upper + upper.T)


def shared_places(rng: np.random.Generator, n: int) -> Instance:
    """Measure distances between places in the plane, with about ten nodes at each of them."""
    places = rng.random((max(2, n // 10), 2))
    return Instance.from_matrix(np.rint(1e5 * lengths(places[np.arange(n) % len(places)])))


def lengths(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distances between all points in the plane."""
    x, y = (points[:, np.newaxis] - points).transpose(2, 0, 1)
    result: NDArray[np.float64] = np.hypot(x, y)
    return result


def products(rng: np.random.Generator, n: int) -> Instance:
    """Multiply the weights of the two nodes, so that the lightest are nearest to all others."""
    weights = rng.integers(1, 1000, n)
    return Instance.from_matrix(np.outer(weights, weights) * (1 - np.eye(n)))


def hamming(rng: np.random.Generator, n: int) -> Instance:
    """Count the places where words of 64 bits differ; words come as mutants of each other."""
    words = rng.integers(2, size=(n, 64))
    for word in range(n // 8 + 1, n):
        words[word] = words[rng.integers(word)] ^ (rng.random(64) < 0.1)
    both = words @ words.T
    ones = words.sum(axis=1)
    return Instance.from_matrix(ones[:, np.newaxis] + ones - 2 * both)
