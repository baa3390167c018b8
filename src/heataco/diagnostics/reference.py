"""A reference tour as a set of arcs."""

import math
from dataclasses import dataclass
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco.diagnostics.arcs import Mask, Nodes
from heataco.instances import Instance


@dataclass(frozen=True, eq=False)
class ReferenceTour:
    """A tour by the neighbours of each node; where `symmetric`, both directions are on it."""

    symmetric: bool
    successors: Nodes
    predecessors: Nodes

    @property
    def edges(self) -> int:
        """How many different edges the tour has; arcs, where direction matters."""
        n = len(self.successors)
        return n - 1 if n == 1 or (n == 2 and self.symmetric) else n

    @property
    def arcs(self) -> int:
        """How many arcs lie on the tour."""
        return 2 * self.edges if self.symmetric else self.edges

    def holds(self, sources: NDArray[Any], targets: NDArray[Any]) -> Mask:
        """Tell which arcs lie on the tour."""
        held: Mask = self.successors[sources] == targets
        if self.symmetric:
            held |= self.predecessors[sources] == targets
        return held


def reference_tour(instance: Instance, tour: Any) -> ReferenceTour:
    """Return the edges of a tour; a ValueError if it is not a permutation of the nodes."""
    try:
        nodes = as_tour(tour, instance.n)
    except ValueError as error:
        raise ValueError(f"reference: {error}") from None
    successors, predecessors = np.empty((2, instance.n), np.int64)
    successors[nodes] = np.roll(nodes, -1)
    predecessors[nodes] = np.roll(nodes, 1)
    return ReferenceTour(instance.symmetric, successors, predecessors)


def share(part: SupportsFloat, whole: int) -> float:
    """Return a share of 1, or NaN of nothing."""
    return float(part) / whole if whole else math.nan


def mean(mask: Mask) -> float:
    """Return the share that is set, or NaN of nothing."""
    return share(np.count_nonzero(mask), mask.size)
