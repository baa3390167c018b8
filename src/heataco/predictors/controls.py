"""Controls: what a search gains by the mere path of a heatmap, without knowledge in it."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from heataco._checks import require_count
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, require_instance
from heataco.predictors.base import nearest_neighbours, nearest_positive


@dataclass(frozen=True)
class Zero:
    """No score at all: the heatmap of a predictor that knows nothing.

    A decoder walks the same code as with any heatmap, but nothing guides it. HeatACO then gives
    the tours of MMAS; what another heatmap gains over this one is owed to its scores.
    """

    name: ClassVar[str] = "zero"

    def predict(self, instance: Instance) -> Heatmap:
        """Score no edge; see `Predictor.predict`."""
        require_instance(instance)
        nothing = np.zeros(0, np.int64)
        return Heatmap.from_edges(nothing, nothing, nothing, instance.n)


@dataclass(frozen=True)
class Distance:
    """The distances once more: d₁/d, where d₁ is the distance to the nearest neighbour.

    Up to a factor for each row that is 1/d, the heuristic that the search has already, so it
    tells the decoder nothing new and only weighs short edges more. What another heatmap gains
    over this one is owed to more than a greedier search. SoftDist reads the distances, too, but
    with a temperature that was tuned on solved instances; here nothing is tuned or fitted.

    Parameters
    ----------
    neighbours
        Neighbours that are scored. By default as many as the lists of the ant colonies hold.
    """

    name: ClassVar[str] = "distance"

    neighbours: int = 20

    def __post_init__(self) -> None:
        require_count("neighbours", self.neighbours, 1)

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges to the nearest neighbours; see `Predictor.predict`."""
        indices, distances = nearest_neighbours(instance, self.neighbours)
        # Nodes on one point lie as far apart as the first that is elsewhere, and score 1 as it
        # does: 1/0 would leave no other edge a score.
        with np.errstate(over="ignore"):  # infinitely far is far enough
            ratios = distances / nearest_positive(distances)[:, np.newaxis]
        return Heatmap.from_topk(indices, 1.0 / np.maximum(ratios, 1.0))
