"""Controls: heatmaps without information, to compare others with."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from heataco._checks import require_count
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, require_instance
from heataco.predictors.base import nearest_neighbours, nearest_positive


@dataclass(frozen=True)
class Zero:
    """An empty heatmap.

    A decoder runs the same code as with any heatmap, but unguided. HeatACO then returns the tours
    of MMAS; what another heatmap gains over this one is due to its scores.
    """

    name: ClassVar[str] = "zero"

    def predict(self, instance: Instance) -> Heatmap:
        """Score no edge; see `Predictor.predict`."""
        require_instance(instance)
        nothing = np.zeros(0, np.int64)
        return Heatmap.from_edges(nothing, nothing, nothing, instance.n)


@dataclass(frozen=True)
class Distance:
    """The distances again: d₁/d, where d₁ is the distance to the nearest neighbour.

    Up to a factor per row this is 1/d, the heuristic that the search uses already, so it adds no
    information and only gives more weight to short edges. What another heatmap gains over this one
    is due to more than a greedier search. SoftDist also uses only distances, but with a temperature
    that was tuned on solved instances; here nothing is tuned or fitted.

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
        nearest = nearest_positive(distances)[:, np.newaxis]
        nearest[np.isinf(nearest)] = 1.0  # where all edges are forbidden
        with np.errstate(over="ignore"):  # infinitely far is far enough
            ratios = distances / nearest
        return Heatmap.from_topk(indices, 1.0 / np.maximum(ratios, 1.0))
