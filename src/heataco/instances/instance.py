"""The travelling salesman instance: points under a metric, or an explicit matrix."""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco import _native
from heataco._arrays import FloatArray, FrozenArrays, as_tour, digest_of
from heataco._checks import require_count
from heataco.instances.matrices import checked_matrix, is_symmetric
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
        Distances of shape (n, n), `matrix[i, j]` from i to j; None where there are points.
        The diagonal is ignored, but must be finite.
    best_known
        The lowest cost known, or None.

    Attributes
    ----------
    symmetric
        Whether every distance is the same in both directions.

    Raises
    ------
    ValueError
        For an unknown metric, a wrong shape or dtype, no node, NaN or infinite numbers, negative
        distances, or numbers too large or too small to compute distances with.
    """

    name: str
    metric: Metric
    coordinates: FloatArray | None
    matrix: FloatArray | None
    best_known: float | None = None
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
        """Make an instance from points of shape (n, 2).

        Raises
        ------
        ValueError
            As the class does.
        """
        return cls(name, checked_metric(metric), coordinates, None, best_known)

    @classmethod
    def from_matrix(
        cls, matrix: Any, *, name: str = "", best_known: float | None = None
    ) -> "Instance":
        """Make an instance from distances of shape (n, n).

        Raises
        ------
        ValueError
            As the class does.
        """
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
        mine = (self.name, self.best_known, self.digest)
        return mine == (other.name, other.best_known, other.digest)

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

    def gap(self, cost: float) -> float | None:
        """Excess of a cost over the best-known one, in percent.

        Returns
        -------
        float or None
            None where no best-known cost is given; infinite where that is 0 and `cost` is not.
        """
        return None if self.best_known is None else excess(cost, self.best_known)


def excess(cost: float, reference: float) -> float:
    """Excess of a cost over another one, in percent; infinite where only the latter is 0."""
    if reference == 0:
        return 0.0 if cost == 0 else math.inf
    return 100.0 * (cost - reference) / reference


def require_instance(instance: object) -> None:
    """Refuse a raw array or a path.

    Raises
    ------
    ValueError
        Naming the type that was given.
    """
    if not isinstance(instance, Instance):
        raise ValueError(f"instance is a {type(instance).__name__}; give an Instance")


def _checked_best_known(best_known: float | None) -> float | None:
    if best_known is None:
        return None
    if not 0 <= best_known < math.inf:
        raise ValueError(f"best_known is {best_known}; it must be a finite cost of at least 0")
    return float(best_known)
