"""The travelling salesman instance: points under a metric, or an explicit matrix."""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco import _native
from heataco._arrays import FloatArray, FrozenArrays, as_tour, digest_of, to_indices
from heataco._checks import require_count, require_number
from heataco.instances.edges import checked_edges
from heataco.instances.matrices import Penalised, checked_matrix, is_symmetric, penalised
from heataco.instances.metrics import Metric, checked_coordinates, checked_metric


@dataclass(frozen=True, eq=False)
class Instance(FrozenArrays):
    """A symmetric or asymmetric travelling salesman problem.

    Arrays are float64, contiguous and read-only. Instances are equal if name, best-known
    cost, metric and numbers are.

    Parameters
    ----------
    name
        A label; it does not enter the digest.
    metric
        A `Metric` or its value.
    coordinates
        Points of shape (n, 2); None for an explicit matrix. For `GEO` the two columns are
        latitude and longitude in degrees.minutes.
    matrix
        Distances of shape (n, n), `matrix[i, j]` from i to j; None where there are points. An
        infinite distance forbids the edge; the diagonal is ignored, but must be a number.
    best_known
        The lowest cost known, or None.
    fixed_edges
        Edges that every tour must hold, pairs of nodes of shape (m, 2), arcs where the instance is
        asymmetric; None where there are none.

    Attributes
    ----------
    symmetric
        Whether every distance is the same in both directions.

    Raises
    ------
    ValueError
        For an unknown metric, a wrong shape or dtype, no node, NaN, infinite coordinates, negative
        distances, numbers too large or too small to compute distances with, or a fixed edge
        whose ends are not two nodes of the instance.
    """

    name: str
    metric: Metric
    coordinates: FloatArray | None
    matrix: FloatArray | None
    best_known: float | None = None
    fixed_edges: NDArray[np.int32] | None = None
    symmetric: bool = field(init=False)

    def __post_init__(self) -> None:
        metric = checked_metric(self.metric)
        explicit = metric is Metric.EXPLICIT
        if (self.matrix is not None) != explicit or (self.coordinates is None) != explicit:
            raise ValueError(
                f"metric {metric} needs {'a matrix' if explicit else 'coordinates'}, nothing else"
            )
        values: dict[str, Any] = {"metric": metric, "symmetric": True}
        if explicit:
            values["matrix"] = checked_matrix(self.matrix)
            values["symmetric"] = is_symmetric(values["matrix"])
        else:
            values["coordinates"] = checked_coordinates(self.coordinates, metric)
        values["best_known"] = _checked_best_known(self.best_known)
        values["fixed_edges"] = checked_edges(
            self.fixed_edges, len(values["matrix"] if explicit else values["coordinates"])
        )
        for key, value in values.items():
            object.__setattr__(self, key, value)

    @classmethod
    def from_coordinates(
        cls,
        coordinates: Any,
        metric: Metric | str = Metric.EUCLIDEAN,
        *,
        name: str = "",
        best_known: float | None = None,
    ) -> "Instance":
        """Make an instance from points of shape (n, 2); raises as the class does."""
        return cls(name, checked_metric(metric), coordinates, None, best_known)

    @classmethod
    def from_matrix(
        cls, matrix: Any, *, name: str = "", best_known: float | None = None
    ) -> "Instance":
        """Make an instance from distances of shape (n, n); raises as the class does."""
        return cls(name, Metric.EXPLICIT, None, matrix, best_known)

    def relabelled(self, *, name: str | None = None, best_known: float | None = None) -> "Instance":
        """Return the instance under another name, or with another best-known cost.

        None keeps what there is. The numbers are shared and not checked again.

        Raises
        ------
        ValueError
            If the cost is negative or not finite.
        """
        labels = {"name": name, "best_known": _checked_best_known(best_known)}
        given = {key: value for key, value in labels.items() if value is not None}
        return self._trusted(**{**vars(self), **given})

    def with_fixed_edges(self, fixed_edges: Any) -> "Instance":
        """Return the instance with other fixed edges; None for none.

        The numbers are shared and not checked again.

        Raises
        ------
        ValueError
            If they are not pairs of different nodes of the instance.
        """
        values = {key: value for key, value in vars(self).items() if key != "digest"}
        return self._trusted(**values | {"fixed_edges": checked_edges(fixed_edges, self.n)})

    def relaxed(self) -> "Instance":
        """Return the instance without fixed edges, and with a large distance for forbidden ones."""
        finite = self._penalised
        if finite is None:
            return self.with_fixed_edges(None)
        return Instance(self.name, self.metric, None, finite.matrix, self.best_known)

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
    def _distances(self) -> tuple[str, FloatArray, bool]:
        """What native functions take that only compute distances; these may be infinite."""
        return self.metric.value, self._numbers, self.symmetric

    @property
    def _problem(self) -> tuple[str, FloatArray, bool]:
        """What the native functions take: name of the metric, finite numbers, symmetric."""
        finite = self._penalised
        return self.metric.value, finite.matrix if finite else self._numbers, self.symmetric

    @property
    def forbids_edges(self) -> bool:
        """Whether distances are infinite, and their edges no part of a tour."""
        return self._penalised is not None

    @cached_property
    def _penalised(self) -> Penalised | None:
        """The matrix with a penalty in place of infinite distances; None without such."""
        return None if self.matrix is None else penalised(self.matrix)

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the metric, the numbers and the fixed edges."""
        fixed = () if self.fixed_edges is None else (self.fixed_edges,)
        return digest_of(str(self.metric), self._numbers, *fixed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instance):
            return NotImplemented
        mine = (self.name, self.best_known, self.digest)
        return mine == (other.name, other.best_known, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

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
        nodes, distances = _native.nearest_neighbours(self._problem, min(k, self.n - 1))
        if self._penalised is not None:
            distances = np.where(distances < self._penalised.penalty, distances, np.inf)
        return nodes, distances

    def gap(self, cost: float) -> float | None:
        """Excess of a cost over the best-known one, in percent; None where none is known.

        Infinite where the best-known cost is 0 and `cost` is not.
        """
        if self.best_known is None:
            return None
        if self.best_known == 0:
            return 0.0 if cost == 0 else math.inf
        return 100.0 * (cost - self.best_known) / self.best_known


def require_instance(instance: object) -> None:
    """Raise a ValueError for a raw array, a path or anything else that is not an Instance."""
    if not isinstance(instance, Instance):
        raise ValueError(f"instance is a {type(instance).__name__}; give an Instance")


def _checked_best_known(best_known: float | None) -> float | None:
    if best_known is None:
        return None
    require_number("best_known", best_known, 0)
    return float(best_known)
