"""What is computed from the numbers of an instance: distances, lengths, gaps."""

import math
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco import _native
from heataco._arrays import FloatArray, FrozenArrays, as_tour, to_indices
from heataco._checks import require_count
from heataco.instances.matrices import Penalised, penalised
from heataco.instances.metrics import Metric


class Measured(FrozenArrays):
    """Numbers under a metric, and what follows from them; the base of `Instance`."""

    metric: Metric
    coordinates: FloatArray | None
    matrix: FloatArray | None
    best_known: float | None
    symmetric: bool

    @property
    def n(self) -> int:
        """Number of nodes."""
        return len(self._numbers)

    @property
    def _numbers(self) -> FloatArray:
        numbers = self.coordinates if self.matrix is None else self.matrix
        assert numbers is not None
        return numbers

    @property
    def _distances(self) -> dict[str, Any]:
        """What native functions take that only compute distances; these may be infinite."""
        return {"metric": self.metric.value, "numbers": self._numbers, "symmetric": self.symmetric}

    @property
    def _native_form(self) -> dict[str, Any]:
        """What the native functions take: all distances are finite."""
        finite = self._penalised
        return self._distances if finite is None else self._distances | {"numbers": finite.matrix}

    @property
    def forbids_edges(self) -> bool:
        """Whether distances are infinite, and their edges no part of a tour."""
        return self._penalised is not None

    @cached_property
    def _penalised(self) -> Penalised | None:
        """The matrix with a penalty in place of infinite distances; None without such."""
        return None if self.matrix is None else penalised(self.matrix)

    def cost(self, tour: Any, *, closed: bool = True) -> float:
        """Length of a tour; infinite if it holds a forbidden edge.

        Parameters
        ----------
        tour
            A permutation of 0 .. n-1.
        closed
            Whether the way from the last node back to the first one counts.

        Raises
        ------
        ValueError
            If the tour is not such a permutation; the message names a missing or repeated node.
        """
        nodes = as_tour(tour, self.n)
        if not closed:
            return math.fsum(self.distance(nodes[:-1], nodes[1:]).tolist())
        return self._cost(nodes)

    def _cost(self, tour: NDArray[np.int32]) -> float:
        """Length of a checked tour."""
        return float(_native.tour_cost(self._distances, tour[np.newaxis])[0])

    def distance(self, sources: Any, targets: Any) -> FloatArray:
        """Distances from nodes to others under the metric; 0 from a node to itself.

        Parameters
        ----------
        sources, targets
            Node numbers, or arrays of them that broadcast to one shape, which the result has:
            ``distance(tour, np.roll(tour, -1))`` are the lengths of the edges of a tour.

        Raises
        ------
        ValueError
            If a number is not one of 0 .. n-1, or the shapes do not fit together.
        """
        nodes = (to_indices(sources, "sources"), to_indices(targets, "targets"))
        arcs = np.stack(np.broadcast_arrays(*nodes), axis=-1)
        inside = (arcs >= 0) & (arcs < self.n)
        if not inside.all():
            raise ValueError(f"node {arcs[~inside][0]} is not one of 0..{self.n - 1}")
        pairs = np.ascontiguousarray(arcs.reshape(-1, 2), np.int32)
        found = np.where(pairs[:, 0] == pairs[:, 1], 0.0, _native.distances(self._distances, pairs))
        return found.reshape(arcs.shape[:-1])[()]

    def _distance_table(
        self, sources: NDArray[np.integer], targets: NDArray[np.integer]
    ) -> FloatArray:
        """Distances from every source to every target, which must be nodes."""
        nodes = (np.ascontiguousarray(ends, np.int32) for ends in (sources, targets))
        return _native.distance_table(self._distances, *nodes)

    def nearest_neighbours(self, k: int) -> tuple[NDArray[np.int32], FloatArray]:
        """Find the min(k, n−1) nodes that are nearest from each node, ties by node number.

        Returns
        -------
        nodes, distances
            Arrays of shape (n, min(k, n−1)), ascending by distance.

        Raises
        ------
        ValueError
            If k is below 1.
        """
        require_count("k", k, 1)
        return self._nearest_within(k, math.inf)

    def _nearest_within(
        self, k: int, seconds: float, *, incoming: bool = False
    ) -> tuple[NDArray[np.int32], FloatArray]:
        """Find the nearest nodes, or those from which a node is nearest; TimeoutError if late."""
        found = _native.nearest_neighbours(
            self._native_form, min(k, self.n - 1), incoming=incoming, seconds=seconds
        )
        nodes, distances = found["nodes"], found["distances"]
        if self._penalised is not None:
            distances = np.where(distances < self._penalised.penalty, distances, np.inf)
        return nodes, distances

    def gap(self, cost: float) -> float | None:
        """Excess of a cost over the best-known one, in percent; None where none is known.

        Infinite where the best-known cost is 0 and `cost` is not.
        """
        return None if self.best_known is None else excess(cost, self.best_known)


# Relative: lengths of one tour, summed in another order, differ by less.
ROUNDING = 1e-9


def excess(cost: float, reference: float) -> float:
    """Excess of a cost over another one, in percent; infinite where only the latter is 0."""
    if reference == 0:
        return 0.0 if cost == 0 else math.inf
    return 100.0 * (cost - reference) / reference
