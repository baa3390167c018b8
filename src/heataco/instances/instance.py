"""The travelling salesman instance: points under a metric, or an explicit matrix."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray, digest_of
from heataco._checks import require_number
from heataco._pictures import draw
from heataco.instances.edges import checked_edges
from heataco.instances.ids import Ids, checked_ids
from heataco.instances.matrices import checked_matrix, is_symmetric
from heataco.instances.measured import Measured
from heataco.instances.metrics import (
    Metric,
    MetricName,
    checked_coordinates,
    checked_metric,
    warn_of_misread,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False, repr=False)
class Instance(Measured):
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
        Distances of shape (n, n), `matrix[i, j]` from i to j; None where there are points. An
        infinite distance forbids the edge; the diagonal is ignored, but must be a number.
    best_known
        The lowest cost known, or None.
    ids
        The user's names of the nodes: a text or an integer for each, all different; None if there
        are only numbers. They are returned in results and files and affect neither the search nor
        the digest.
    fixed_edges
        Edges that every tour must contain, pairs of nodes of shape (m, 2), arcs if the instance is
        asymmetric; None if there are none.

    Attributes
    ----------
    symmetric
        Whether every distance is the same in both directions.

    Raises
    ------
    ValueError
        For an unknown metric, a wrong shape or dtype, no node, NaN, infinite coordinates, negative
        distances, numbers too large or too small to compute distances with, ids that are not one
        for each node, or a fixed edge whose ends are not two nodes of the instance.
    """

    name: str
    metric: Metric
    coordinates: FloatArray | None
    matrix: FloatArray | None
    best_known: float | None = None
    ids: Ids | None = field(default=None, repr=False)
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
        numbers = values["matrix" if explicit else "coordinates"]
        values["ids"] = checked_ids(self.ids, len(numbers))
        values["fixed_edges"] = checked_edges(self.fixed_edges, len(numbers))
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
        as decimal degrees would, or if rounding leaves nothing of distances in the unit square.
        """
        instance = cls(name, checked_metric(metric), coordinates, None, best_known, ids)
        warn_of_misread(instance._numbers, instance.metric, stacklevel=2)
        return instance

    @classmethod
    def from_matrix(
        cls, matrix: Any, *, name: str = "", best_known: float | None = None, ids: Any = None
    ) -> "Instance":
        """Make an instance from distances of shape (n, n); raises as the class does."""
        return cls(name, Metric.EXPLICIT, None, matrix, best_known, ids)

    @classmethod
    def _of_distances(cls, matrix: FloatArray, *, symmetric: bool, name: str) -> "Instance":
        """Make an instance of distances that are computed, finite and read-only."""
        empty = dict.fromkeys(("coordinates", "best_known", "ids", "fixed_edges", "_penalised"))
        return cls._trusted(
            name=name, metric=Metric.EXPLICIT, matrix=matrix, symmetric=symmetric, **empty
        )

    @classmethod
    def _of_points(cls, coordinates: FloatArray) -> "Instance":
        """Make an instance of points that are checked and read-only."""
        empty = dict.fromkeys(("matrix", "best_known", "ids", "fixed_edges", "_penalised"))
        return cls._trusted(
            name="", metric=Metric.EUCLIDEAN, coordinates=coordinates, symmetric=True, **empty
        )

    def relabelled(
        self, *, name: str | None = None, best_known: float | None = None, ids: Any = None
    ) -> "Instance":
        """Return the instance under another name, or with another best-known cost or ids.

        None keeps the current value. The numbers are shared and not checked again.

        Raises
        ------
        ValueError
            If the cost is negative or not finite, or there is not one id for each node.
        """
        labels: dict[str, Any] = {"name": name, "best_known": _checked_best_known(best_known)}
        labels["ids"] = checked_ids(ids, self.n)
        given = {key: value for key, value in labels.items() if value is not None}
        return self._trusted(**{**vars(self), **given})

    def with_fixed_edges(self, fixed_edges: Any) -> "Instance":
        """Return the instance with other fixed edges; None for none.

        This makes it a different problem, so the best-known cost is dropped. The numbers are shared
        and not checked again.

        Raises
        ------
        ValueError
            If they are not pairs of different nodes of the instance.
        """
        values = {key: value for key, value in vars(self).items() if key != "digest"}
        edges = checked_edges(fixed_edges, self.n)
        return self._trusted(**values | {"fixed_edges": edges, "best_known": None})

    def relaxed(self) -> "Instance":
        """Return the instance without fixed edges, and with a large distance for forbidden ones."""
        finite = self._penalised
        if finite is not None:
            return Instance(self.name, self.metric, None, finite.matrix)
        return self if self.fixed_edges is None else self.with_fixed_edges(None)

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the metric, the numbers and the fixed edges."""
        fixed = () if self.fixed_edges is None else (self.fixed_edges,)
        return digest_of(str(self.metric), self._numbers, *fixed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instance):
            return NotImplemented
        mine = (self.name, self.best_known, self.ids, self.digest)
        return mine == (other.name, other.best_known, other.ids, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

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
            "fixed_edges": None if self.fixed_edges is None else len(self.fixed_edges),
            "best_known": self.best_known,
        }


def require_instance(instance: object) -> None:
    """Raise a ValueError for a raw array, a path or anything else that is not an Instance."""
    if not isinstance(instance, Instance):
        raise ValueError(f"instance is a {type(instance).__name__}; give an Instance")


def _checked_best_known(best_known: float | None) -> float | None:
    if best_known is None:
        return None
    require_number("best_known", best_known, 0)
    return float(best_known)
