"""What networks in .onnx files are given of an instance."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._timing import Deadline
from heataco.instances import Instance
from heataco.predictors.network.inputs import FAR, in_unit_square
from heataco.predictors.network.manifest import count_neighbours

MAX_DENSE = 10_000  # nodes of which all pairs are given
_ROWS = 256  # of their distances that are computed at a time

Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Feed:
    """An instance as a network gets it.

    Parameters
    ----------
    inputs
        Numbers by the name of the input.
    scored
        The shape of the scores.
    neighbours
        The nodes that edges lead to, shape (n, k); None where all pairs are scored.
    """

    inputs: dict[str, Numbers]
    scored: tuple[int, ...]
    neighbours: NDArray[np.int32] | None = None


def edge_feed(
    instance: Instance, inputs: Collection[str], neighbours: str, deadline: Deadline
) -> Feed:
    """Return the edges to the nearest nodes, row by row, the nearest first.

    Lengths are those of the unit square where the network sees coordinates, and otherwise relative
    to their mean. Raises ValueError where coordinates are wanted and there are none, and
    TimeoutError at the deadline.
    """
    seen = in_unit_square(instance) if "coordinates" in inputs else instance
    k = count_neighbours(neighbours, instance.n)
    nearest, lengths = seen._nearest_within(k, deadline.left)
    found = {
        "coordinates": seen.coordinates,
        "edge_index": np.stack((np.repeat(np.arange(instance.n), k), nearest.ravel())),
        "edge_lengths": _scaled(lengths.ravel(), "coordinates" in inputs),
    }
    return Feed({name: np.asarray(found[name]) for name in inputs}, (nearest.size,), nearest)


def dense_feed(instance: Instance, inputs: Collection[str], deadline: Deadline) -> Feed:
    """Return what is asked for of all pairs; lengths are as in `edge_feed`.

    Raises ValueError where coordinates are wanted and there are none, or nodes are too many, and
    TimeoutError at the deadline.
    """
    if instance.n > MAX_DENSE:
        raise ValueError(
            f"instance has {instance.n} nodes; a network that scores all pairs may have at most "
            f"{MAX_DENSE}"
        )
    seen = in_unit_square(instance) if "coordinates" in inputs else instance
    found = {"coordinates": np.asarray(seen.coordinates)}
    if "distances" in inputs:
        found["distances"] = _scaled(_all_distances(seen, deadline), "coordinates" in inputs)
    return Feed({name: found[name] for name in inputs}, (instance.n, instance.n))


def _all_distances(instance: Instance, deadline: Deadline) -> Numbers:
    nodes = np.arange(instance.n)
    apart = np.empty((instance.n, instance.n))
    for first in range(0, instance.n, _ROWS):
        deadline.check()
        rows = slice(first, first + _ROWS)
        apart[rows] = instance._distance_table(nodes[rows], nodes)
    np.fill_diagonal(apart, 0.0)
    return apart


def _scaled(lengths: Numbers, without_unit: bool) -> Numbers:
    """Divide lengths by their mean, unless they have no unit; infinite ones become far."""
    if without_unit:
        return lengths
    positive = lengths[np.isfinite(lengths) & (lengths > 0)]
    unit = float(positive.mean()) if positive.size else 1.0
    return np.asarray(np.minimum(lengths / unit, FAR))
