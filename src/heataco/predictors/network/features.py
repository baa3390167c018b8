"""The inputs of the package's networks: lengths and ranks, relative to each other.

Nothing here depends on unit, place or rotation, nor on coordinates at all. The module imports
NumPy alone, so that the recipe in `training/` can load it on a machine without the package.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Between = Callable[[NDArray[np.int32], NDArray[np.int32]], NDArray[Any]]

NEAR = 5  # neighbours that the directions of an edge are compared with
DETOURS = 3  # shortest ways over another node that an edge is compared with
LIMIT = 4.0  # of ratios
FAR = 1e6  # times the scale of a row: what is beyond is not told apart
_BLOCK = 65_536  # pairs of neighbours that are worked on at a time


@dataclass(frozen=True, eq=False)
class Graph:
    """Edges to score and what is known of them.

    Parameters
    ----------
    sources, targets
        Ends of the arc in each slot, shape (n, k); one of the two is the node of the row.
    neighbours
        The other end of each slot.
    nodes, edges
        Features, shapes (n, f) and (n, k, g).
    twins
        Index in the flattened slots of the slot that scores the same edge from its other end, or
        of the slot itself where there is none.
    """

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    neighbours: NDArray[np.int32]
    nodes: Floats
    edges: Floats
    twins: NDArray[np.int64]


def symmetric_graph(
    nearest: NDArray[np.int32],
    distances: NDArray[Any],
    between: Between,
    far: float = math.inf,
) -> Graph:
    """Describe the edges between nodes and their nearest.

    Parameters
    ----------
    nearest, distances
        The nearest nodes, ascending by distance, and how far they are, shape (n, k).
    between
        Distances from nodes to others, for arrays of one shape.
    far
        The distance that stands for an infinite one; means leave it out.
    """
    n, k = nearest.shape
    rows = np.broadcast_to(np.arange(n, dtype=np.int32)[:, np.newaxis], (n, k))
    scale = _scale(distances, far)
    shapes = np.concatenate(
        [_shape(nearest[part], distances[part], scale[part], between) for part in _parts(n, k)]
    )
    slots, twins, mutual = _twins(rows, nearest)
    beyond = shapes.reshape(n * k, -1)[twins.ravel()].reshape(shapes.shape)
    own = [
        _ratio(distances, scale[:, np.newaxis]),
        _ratio(distances, scale[nearest]),
        _ratio(distances[:, :1], distances),
        _ratio(distances[nearest, 0], distances),
        slots % k / k,
        np.where(mutual, twins % k, k) / k,
        mutual,
    ]
    edges = np.concatenate((_stacked(own), shapes, beyond * mutual[..., np.newaxis]), axis=2)
    nodes = [
        _ratio(scale, _positive(scale.mean())),
        _ratio(distances[:, 0], scale),
        _ratio(distances[:, :NEAR].mean(axis=1), scale),
        _popularity(nearest),
        shapes[:, :, 0].mean(axis=1),
    ]
    return Graph(rows, nearest, nearest, _stacked(nodes), edges.astype(np.float32), twins)


def asymmetric_graph(
    after: NDArray[np.int32],
    before: NDArray[np.int32],
    between: Between,
    far: float = math.inf,
) -> Graph:
    """Describe the arcs to the nearest nodes, and behind them those from the nearest ones.

    Parameters
    ----------
    after, before
        The nodes that are nearest from each node, and those from which it is nearest, ascending,
        shape (n, k).
    between
        Distances from nodes to others, for arrays of one shape.
    far
        The distance that stands for an infinite one; means leave it out.
    """
    n, k = after.shape
    rows = np.broadcast_to(np.arange(n, dtype=np.int32)[:, np.newaxis], (n, k))
    sources, targets = np.hstack((rows, before)), np.hstack((after, rows))
    there, back = between(sources, targets), between(targets, sources)
    leaving, arriving = there[:, :k], there[:, k:]
    out_scale, in_scale = _scale(leaving, far), _scale(arriving, far)
    slots, twins, mutual = _twins(sources, targets)
    features = [
        np.broadcast_to(np.arange(2 * k) < k, (n, 2 * k)),  # outward
        slots % (2 * k) % k / k,
        np.where(mutual, twins % (2 * k) % k / k, 1.0),
        mutual,
        _ratio(there, out_scale[sources]),
        _ratio(there, in_scale[targets]),
        _ratio(back, _positive(there)),
    ]
    for rank in (0, min(1, k - 1)):  # how much longer than the shortest arcs at both ends
        features.append(_ratio(there - leaving[:, rank][sources], out_scale[sources]))
        features.append(_ratio(there - arriving[:, rank][targets], in_scale[targets]))
    ways = [_ways(sources[p], targets[p], there[p], after, between) for p in _parts(n, 2 * k)]
    relative = _ratio(np.concatenate(ways), out_scale[sources][..., np.newaxis])
    edges = np.concatenate((_stacked(features), relative), axis=2)
    mean = _positive(np.mean(out_scale))
    nodes = [
        _ratio(out_scale, mean),
        _ratio(in_scale, mean),
        _ratio(leaving[:, 0], out_scale),
        _ratio(arriving[:, 0], in_scale),
        _popularity(after),
        _popularity(before),
    ]
    neighbours = np.hstack((after, before))
    return Graph(sources, targets, neighbours, _stacked(nodes), edges.astype(np.float32), twins)


def _popularity(nearest: NDArray[np.int32]) -> NDArray[Any]:
    """Return how often each node is among the nearest of others, by the length of the rows."""
    n, k = nearest.shape
    return np.asarray(np.minimum(np.bincount(nearest.ravel(), minlength=n) / k, LIMIT))


def _shape(
    nearest: NDArray[np.int32], distances: NDArray[Any], scale: NDArray[Any], between: Between
) -> Floats:
    """Compare each edge with the others of its row: angles, lunes and ways around."""
    m, k = nearest.shape
    square = (m, k, k)  # row, edge, other edge
    ends = np.broadcast_to(nearest[:, :, np.newaxis], square)
    others = np.broadcast_to(nearest[:, np.newaxis], square)
    unit = scale[:, np.newaxis]
    with np.errstate(over="ignore"):
        across = np.minimum(between(ends, others) / unit[..., np.newaxis], FAR).astype(np.float32)
        lengths = np.minimum(distances / unit, FAR).astype(np.float32)
    edge, other = lengths[:, :, np.newaxis], lengths[:, np.newaxis]
    self_pairs = np.eye(k, dtype=bool)
    product = _positive(2 * edge * other)
    cosine = np.clip((edge**2 + other**2 - across**2) / product, -1, 1)
    near = cosine[..., :NEAR]
    apart = np.where(self_pairs, 1, cosine)
    lune = (np.maximum(other, across) < edge).sum(axis=2) / k
    disc = (other**2 + across**2 < edge**2).sum(axis=2) / k
    around = other + across - edge
    around[:, self_pairs] = LIMIT
    shortest = np.partition(around, range(min(DETOURS, k)), axis=2)[..., :DETOURS]
    missing = np.full((m, k, max(0, DETOURS - k)), LIMIT, np.float32)
    angles = [cosine.mean(axis=2), near.mean(axis=2), apart[..., :NEAR].min(axis=2)]
    found = _stacked([*angles, apart.min(axis=2), lune, disc])
    return np.concatenate((found, np.clip(shortest, -LIMIT, LIMIT), missing), axis=2)


def _ways(
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    lengths: NDArray[Any],
    after: NDArray[np.int32],
    between: Between,
) -> NDArray[Any]:
    """Return how much longer the shortest ways are that begin with a short arc."""
    over = after[sources]
    firsts = between(np.broadcast_to(sources[..., np.newaxis], over.shape), over)
    seconds = between(over, np.broadcast_to(targets[..., np.newaxis], over.shape))
    around = firsts + seconds - lengths[..., np.newaxis]
    around = np.where(over == targets[..., np.newaxis], np.inf, around)
    count = min(DETOURS, over.shape[2])
    shortest = np.partition(around, range(count), axis=2)[..., :count]
    missing = np.full((*sources.shape, DETOURS - count), np.inf)
    return np.concatenate((shortest, missing), axis=2)


def _twins(
    sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Return the slots, the slot of the same edge in the other row, and whether there is one."""
    n, k = sources.shape
    slots = np.arange(n * k, dtype=np.int64).reshape(n, k)
    rows = np.repeat(np.arange(n, dtype=np.int64), k)
    ends = np.where(sources.ravel() == rows, targets.ravel(), sources.ravel()).astype(np.int64)
    away = sources.ravel() == rows  # arcs of both directions may share their two ends
    directed = not away.all()
    key = (rows * n + ends) * 2 + (directed & away)
    wanted = (ends * n + rows) * 2 + (directed & ~away)
    order = np.argsort(key, kind="stable")
    place = np.minimum(np.searchsorted(key, wanted, sorter=order), n * k - 1)
    mutual = key[order[place]] == wanted
    twins = np.where(mutual, order[place], slots.ravel())
    return slots, twins.reshape(n, k), mutual.reshape(n, k)


def _parts(n: int, k: int) -> list[slice]:
    step = max(1, _BLOCK // (k * k))
    return [slice(first, first + step) for first in range(0, n, step)]


def _stacked(features: list[Any]) -> Floats:
    return np.stack([np.asarray(each, np.float32) for each in features], axis=-1)


def _scale(lengths: NDArray[Any], far: float) -> NDArray[Any]:
    """Return the mean of each row's lengths below `far`; that of all where a row has none."""
    near = lengths < far
    if near.all():
        return np.asarray(_positive(lengths.mean(axis=1)))
    total = lengths[near].mean() if near.any() else 1.0
    sums = np.where(near, lengths, 0).sum(axis=1)
    counts = near.sum(axis=1)
    return np.asarray(_positive(np.where(counts > 0, sums / np.maximum(counts, 1), total)))


def _positive(numbers: Any) -> Any:
    """Replace 0, the scale of nodes on one point, by a number that divides."""
    return np.where(numbers > 0, numbers, 1.0)


def _ratio(numbers: NDArray[Any], units: Any) -> NDArray[Any]:
    """Divide, where 0/0 is 1, and limit the quotient."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        quotient = np.where((numbers == 0) & (units == 0), 1.0, numbers / units)
    return np.clip(quotient, -LIMIT, LIMIT)
