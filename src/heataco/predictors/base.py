"""The predictor protocol, and what predictors share."""

import math
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, require_instance
from heataco.results import Prediction


class Predictor(Protocol):
    """A source of heatmaps: a value that holds the parameters.

    Implementations are frozen dataclasses, so that they pickle, compare and hash. They check
    their parameters when they are made: a ValueError names one that is outside its range. The
    heatmap depends on nothing but the instance and the parameters, and not on the unit of the
    distances.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]
    name: ClassVar[str]

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges of an instance: row i those that leave node i, from 0 to 1.

        Raises
        ------
        ValueError
            If `instance` is not an Instance.
        """
        ...


@runtime_checkable
class LimitedPredictor(Predictor, Protocol):
    """A predictor with a time limit, for those that may take long."""

    def predict_within(self, instance: Instance, seconds: float) -> Heatmap:
        """Score as `predict` does, unless that takes longer than the given wall-clock seconds.

        Raises
        ------
        ValueError
            If `instance` is not an Instance.
        TimeoutError
            If the time is not enough.
        """
        ...


@runtime_checkable
class BatchPredictor(LimitedPredictor, Protocol):
    """A predictor that scores several instances in one call, and several at the same time."""

    def predict_batch_within(
        self, instances: Sequence[Instance], seconds: float, threads: int
    ) -> list[Prediction]:
        """Score each as `predict_within` does, and tell how long it took.

        The heatmap is None where the seconds, which each instance has for itself, are not enough.
        """
        ...


@runtime_checkable
class WeightedPredictor(Predictor, Protocol):
    """A predictor that reads a file of weights."""

    @property
    def weights(self) -> str | None:
        """The file; None for one that needs no path."""
        ...

    def with_weights(self, file: str) -> "WeightedPredictor":
        """Return the same predictor with another file."""
        ...


class EdgePredictor(LimitedPredictor):
    """A limited predictor that finds edges with scores."""

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges of an instance; see `Predictor.predict`."""
        return self.predict_within(instance, math.inf)

    def predict_within(self, instance: Instance, seconds: float) -> Heatmap:
        """Score the edges of an instance, or give up; see `LimitedPredictor.predict_within`."""
        require_instance(instance)
        if instance.n < 3:
            return every_edge(instance.n)
        ends, scores = self._edges(instance.relaxed(), seconds)
        if instance.symmetric:
            ends, scores = np.concatenate((ends, ends[::-1]), axis=1), np.tile(scores, 2)
        return Heatmap.from_edge_index(ends, scores, instance.n)

    @abstractmethod
    def _edges(
        self, instance: Instance, seconds: float
    ) -> tuple[NDArray[np.integer], NDArray[np.floating]]:
        """Find the edges of an instance of three nodes or more.

        Each edge once, its ends in two rows, and the scores; arcs where the instance is asymmetric.
        Raises TimeoutError if the time is not enough.
        """


def every_edge(n: int) -> Heatmap:
    """Score all edges with 1: with fewer than three nodes, the tour contains them all."""
    return Heatmap.from_dense(1.0 - np.eye(n))


def nearest_neighbours(instance: Instance, k: int) -> tuple[NDArray[np.int32], FloatArray]:
    """Check that `instance` is an Instance, and find its nearest neighbours."""
    require_instance(instance)
    return instance.nearest_neighbours(k)


def nearest_positive(distances: FloatArray) -> FloatArray:
    """Return the smallest distance above 0 of each row, infinite where there is none."""
    positive = np.where(distances > 0, distances, np.inf)
    return np.asarray(positive.min(axis=1, initial=np.inf))
