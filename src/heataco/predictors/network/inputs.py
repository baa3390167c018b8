"""What networks see of an instance: `INPUTS` holds the kinds by name."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco._timing import Deadline
from heataco.instances import Instance
from heataco.predictors.network.features import (
    Between,
    Graph,
    asymmetric_graph,
    symmetric_graph,
)

FAR = 1e6  # mean distances to near nodes that count as infinitely far
_FORBIDDEN = 100  # times the median near distance: from there on an arc is meant to be avoided
_SHORTEST = 0.5  # of the spread of near distances: what the shortest arc is at most
_LEAST_EXTENT = 0.5  # of points in the unit square that are taken as they are
_OFFSET = np.float32(1e-6)  # what torch's pairwise_distance adds to each difference by default


@dataclass(frozen=True)
class Inputs:
    """One kind of features.

    Parameters
    ----------
    describe
        From an instance of three nodes or more and a number of neighbours to the graph; raises
        TimeoutError at the deadline.
    node_features, edge_features
        How many of each it has.
    smallest
        Nodes below which networks with these inputs rank edges worse than their lengths do.
    """

    describe: Callable[[Instance, int, Deadline], Graph]
    node_features: int
    edge_features: int
    smallest: int = 3


def describe_symmetric(instance: Instance, k: int, deadline: Deadline) -> Graph:
    """Describe the edges to the nearest nodes by ratios of lengths; ValueError if asymmetric."""
    if not instance.symmetric:
        raise ValueError("instance is asymmetric; the network is for symmetric instances")
    nearest, distances = instance._nearest_within(k, deadline.left)
    far = _far(distances)
    between = _limited(instance, far, deadline)
    return symmetric_graph(nearest, np.minimum(distances, far), between, far)


def describe_asymmetric(instance: Instance, k: int, deadline: Deadline) -> Graph:
    """Describe the arcs to the nearest nodes and from them by ratios of lengths.

    Where even the shortest arc is long, a constant is taken off all arcs: every tour has the same
    number of them, and in training short arcs were short. Arcs with a prohibitive distance, as
    matrices have it where there is no arc, are as good as infinitely long.
    """
    after, distances = instance._nearest_within(k, deadline.left)
    before = after
    if not instance.symmetric:
        before, _ = instance._nearest_within(k, deadline.left, incoming=True)
    usual = distances[distances < _prohibitive(distances)]
    shortest, mean = (usual.min(), usual.mean()) if usual.size else (0.0, 0.0)
    excess = max(0.0, float(shortest - _SHORTEST * (mean - shortest)))
    far = min(_far(distances - excess), _prohibitive(distances - excess))
    return asymmetric_graph(after, before, _limited(instance, far, deadline, excess), far)


def describe_coordinates(instance: Instance, k: int, deadline: Deadline) -> Graph:
    """Describe nodes by their place `in_unit_square`, and edges by their length there."""
    flat = in_unit_square(instance)
    nearest, distances = flat._nearest_within(k, deadline.left)
    return _placed_graph(flat, nearest, distances)


def describe_offset_coordinates(instance: Instance, k: int, deadline: Deadline) -> Graph:
    """Describe edges as DIMES does: each difference of coordinates has 1e-6 added to it.

    Coordinates are in single precision, as they are there: it decides which node is the k-th
    nearest where two are as near to 1e-7, and so the scores of all rows around.
    """
    places = np.asarray(in_unit_square(instance).coordinates, np.float32)
    flat = Instance.from_coordinates(places)
    nearest, _ = flat._nearest_within(k, deadline.left)
    apart = places[:, np.newaxis] - places[nearest] + _OFFSET
    return _placed_graph(flat, nearest, np.sqrt(np.square(apart).sum(axis=2)))


def _placed_graph(flat: Instance, nearest: NDArray[np.int32], lengths: NDArray[Any]) -> Graph:
    rows = np.broadcast_to(np.arange(flat.n, dtype=np.int32)[:, np.newaxis], nearest.shape)
    slots = np.arange(nearest.size, dtype=np.int64).reshape(nearest.shape)
    places = np.asarray(flat.coordinates, np.float32)
    return Graph(rows, nearest, nearest, places, lengths.astype(np.float32)[..., np.newaxis], slots)


INPUTS = {
    "symmetric": Inputs(describe_symmetric, 5, 25, smallest=12),
    "asymmetric": Inputs(describe_asymmetric, 6, 14, smallest=6),
    "coordinates": Inputs(describe_coordinates, 2, 1),
    "coordinates-offset": Inputs(describe_offset_coordinates, 2, 1),
}


def in_unit_square(instance: Instance) -> Instance:
    """Return the points of an instance in the unit square, with Euclidean distances.

    Points that lie in that square and fill at least half of its width or height are taken as they
    are; others are moved and scaled. Raises ValueError without coordinates in the plane.
    """
    points = instance.coordinates
    if points is None or points.shape[1] != 2:
        what = "a matrix" if points is None else f"points of {points.shape[1]} dimensions"
        raise ValueError(
            f"instance has {what}; the network needs nodes with two coordinates. The package's "
            "networks accept any instance"
        )
    low, high = points.min(axis=0), points.max(axis=0)
    extent = float((high - low).max())
    if not (low.min() >= 0 and high.max() <= 1 and extent >= _LEAST_EXTENT):
        points = np.asarray((points - low) / (extent or 1.0))
    return Instance.from_coordinates(points)


def _prohibitive(distances: FloatArray) -> float:
    """Return from where on near distances are meant to forbid an arc; infinite without a scale."""
    finite = distances[np.isfinite(distances)]
    median = float(np.median(finite)) if finite.size else 0.0
    return _FORBIDDEN * median if median > 0 else math.inf


def _far(distances: FloatArray) -> float:
    """Return what stands for an infinite distance, by the distances to near nodes."""
    finite = distances[np.isfinite(distances)]
    return FAR * (float(finite.mean()) if finite.size and finite.any() else 1.0)


def _limited(instance: Instance, far: float, deadline: Deadline, less: float = 0.0) -> Between:
    """Return distances between nodes, less a number, up to a limit.

    With a limit differences of distances are finite. Features are computed block by block from
    these distances, so the deadline is checked there.
    """

    def between(sources: NDArray[np.int32], targets: NDArray[np.int32]) -> NDArray[Any]:
        deadline.check()
        return np.minimum(instance.distance(sources, targets) - less, far)

    return between
