"""The travelling salesman instance: points under a metric, or an explicit matrix."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heataco import _native
from heataco._arrays import FloatArray, FrozenArrays, as_tour, digest_of, to_indices
from heataco._checks import require_count, require_number
from heataco._names import MetricName
from heataco._pictures import draw
from heataco.instances.ids import Ids, checked_ids
from heataco.instances.matrices import checked_matrix, is_symmetric
from heataco.instances.metrics import (
    Metric,
    checked_coordinates,
    checked_metric,
    warn_of_decimal_degrees,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False, repr=False)
class Instance(FrozenArrays):
    """A symmetric or asymmetric travelling salesman problem.

    Arrays are float64, contiguous and read-only. Instances are equal if name, best-known
    cost, ids, metric and numbers are.

    Parameters
    ----------
    name
        A label; it does not enter the digest.
    metric
        A `Metric` or its value.
    coordinates
        Points of shape (n, 2), or (n, 3) where the metric has three dimensions; None for an
        explicit matrix. On the sphere the two columns are latitude and longitude: in decimal
        degrees for `LATLON_KM` and `LATLON_M`, in degrees.minutes for `GEO`.
    matrix
        Distances of shape (n, n), `matrix[i, j]` from i to j; None where there are points.
        The diagonal is ignored, but must be finite.
    best_known
        The lowest cost known, or None.
    ids
        What the nodes are called outside: a text or an integer for each, all different; None
        where they have only their numbers. They come back in results and files and enter
        neither the search nor the digest.

    Attributes
    ----------
    symmetric
        Whether every distance is the same in both directions.

    Raises
    ------
    ValueError
        For an unknown metric, a wrong shape or dtype, no node, NaN or infinite numbers, negative
        distances, numbers too large or too small to compute distances with, or ids that are not
        one for each node.
    """

    name: str
    metric: Metric
    coordinates: FloatArray | None
    matrix: FloatArray | None
    best_known: float | None = None
    ids: Ids | None = field(default=None, repr=False)
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
        numbers = values["matrix" if explicit else "coordinates"]
        values["ids"] = checked_ids(self.ids, len(numbers))
        for key, value in values.items():
            object.__setattr__(self, key, value)

    @classmethod
    def from_coordinates(
        cls,
        coordinates: Any,
        metric: Metric | MetricName = Metric.EUCLIDEAN,
        *,
        name: str = "",
        best_known: float | None = None,
        ids: Any = None,
    ) -> "Instance":
        """Make an instance from points, of shape (n, 2) or, for some metrics, (n, 3).

        Raises as the class does, and warns if coordinates of metric GEO have 60 minutes or more,
        as decimal degrees would.
        """
        instance = cls(name, checked_metric(metric), coordinates, None, best_known, ids)
        warn_of_decimal_degrees(instance._numbers, instance.metric, stacklevel=2)
        return instance

    @classmethod
    def from_matrix(
        cls, matrix: Any, *, name: str = "", best_known: float | None = None, ids: Any = None
    ) -> "Instance":
        """Make an instance from distances of shape (n, n); raises as the class does."""
        return cls(name, Metric.EXPLICIT, None, matrix, best_known, ids)

    def relabelled(
        self, *, name: str | None = None, best_known: float | None = None, ids: Any = None
    ) -> "Instance":
        """Return the instance under another name, or with another best-known cost or ids.

        None keeps what there is. The numbers are shared and not checked again.

        Raises
        ------
        ValueError
            If the cost is negative or not finite, or there is not one id for each node.
        """
        labels: dict[str, Any] = {"name": name, "best_known": _checked_best_known(best_known)}
        labels["ids"] = checked_ids(ids, self.n)
        given = {key: value for key, value in labels.items() if value is not None}
        return self._trusted(**{**vars(self), **given})

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
    def _problem(self) -> tuple[str, FloatArray, bool]:
        """What the native functions take: name of the metric, numbers, symmetric."""
        return self.metric.value, self._numbers, self.symmetric

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the metric and the numbers."""
        return digest_of(str(self.metric), self._numbers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instance):
            return NotImplemented
        mine = (self.name, self.best_known, self.ids, self.digest)
        return mine == (other.name, other.best_known, other.ids, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def cost(self, tour: Any) -> float:
        """Length of the closed tour.

        Parameters
        ----------
        tour
            A permutation of 0 .. n-1.

        Raises
        ------
        ValueError
            If the tour is not such a permutation; the message names a missing or repeated node.
        """
        return self._cost(as_tour(tour, self.n))

    def _cost(self, tour: NDArray[np.int32]) -> float:
        """Length of a checked tour."""
        return float(_native.tour_cost(self._problem, tour[np.newaxis])[0])

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
        found = np.where(pairs[:, 0] == pairs[:, 1], 0.0, _native.distances(self._problem, pairs))
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
        return _native.nearest_neighbours(self._problem, min(k, self.n - 1))

    def plot(self, *, ax: "Axes | None" = None) -> "Axes":
        """Draw the nodes, or the distances as a matrix; see `heataco.plotting.plot_instance`."""
        axes: Axes = draw("plot_instance", self, ax=ax)
        return axes

    def _facts(self) -> Mapping[str, Any]:
        return {
            "name": self.name or None,
            "n": self.n,
            "metric": self.metric,
            "directed": None if self.symmetric else True,
            "best_known": self.best_known,
        }

    def gap(self, cost: float) -> float | None:
        """Excess of a cost over the best-known one, in percent; None where none is known.

        Infinite where the best-known cost is 0 and `cost` is not.
        """
        return None if self.best_known is None else excess(cost, self.best_known)


def excess(cost: float, reference: float) -> float:
    """Excess of a cost over another one, in percent; infinite where only the latter is 0."""
    if reference == 0:
        return 0.0 if cost == 0 else math.inf
    return 100.0 * (cost - reference) / reference


def require_instance(instance: object) -> None:
    """Raise a ValueError for a raw array, a path or anything else that is not an Instance."""
    if not isinstance(instance, Instance):
        raise ValueError(f"instance is a {type(instance).__name__}; give an Instance")


def _checked_best_known(best_known: float | None) -> float | None:
    if best_known is None:
        return None
    require_number("best_known", best_known, 0)
    return float(best_known)
