"""SoftDist: the heatmap that distances alone give."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from heataco._arrays import FloatArray
from heataco._checks import require_count, require_number
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors.base import nearest_neighbours, nearest_positive

# Published temperatures for n nodes in the unit square.
_SIZES = (500, 1_000, 10_000)
_TEMPERATURES = (0.0066, 0.0051, 0.0018)


@dataclass(frozen=True)
class SoftDist:
    """Row softmax of −d/T over the nearest neighbours of each node.

    Parameters
    ----------
    temperature
        T, in units of the instance's distances. None: the published temperatures, interpolated
        in log n and log T (and drawn on beyond both ends), times the extent of the instance.
    neighbours
        Neighbours that are scored; what lies beyond the nearest fifty has no weight to speak of.
    """

    name: ClassVar[str] = "softdist"

    temperature: float | None = None
    neighbours: int = 50

    def __post_init__(self) -> None:
        if self.temperature is not None:
            require_number("temperature", self.temperature, 0, above=True)
        require_count("neighbours", self.neighbours, 1)

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges to the nearest neighbours; see `Predictor.predict`."""
        indices, distances = nearest_neighbours(instance, self.neighbours)
        if instance.n == 1:
            return Heatmap.from_topk(indices, distances)
        temperature = self.temperature or published_temperature(instance.n) * _extent(distances)
        # Relative to the nearest neighbour nothing underflows in a whole row at once, unless all
        # its edges are forbidden. Where all nodes lie on one point any temperature gives the same
        # row.
        nearest = np.where(np.isinf(distances[:, :1]), 0.0, distances[:, :1])
        with np.errstate(over="ignore"):  # infinitely far is far enough
            excess = (distances - nearest) / (temperature or 1.0)
        weights = np.exp(-excess)
        sums = weights.sum(axis=1, keepdims=True)
        return Heatmap.from_topk(indices, weights / np.where(sums > 0, sums, 1.0))


def published_temperature(n: int) -> float:
    """T for n nodes in the unit square, between and beyond the published sizes."""
    sizes, temperatures = np.log(_SIZES), np.log(_TEMPERATURES)
    interval = 0 if n < _SIZES[1] else 1
    slope = np.diff(temperatures)[interval] / np.diff(sizes)[interval]
    return float(np.exp(temperatures[1] + slope * (math.log(n) - sizes[1])))


def _extent(distances: FloatArray) -> float:
    """Side of the square in which uniform nodes would lie as close to their neighbours.

    The mean distance to the nearest of n uniform nodes in a square is close to side/(2·sqrt(n)).
    It exists for matrices, too, and follows the density where a bounding box would not. Nodes on
    one point count as one here; 0 where all are.
    """
    nearest = nearest_positive(distances)
    nearest = nearest[np.isfinite(nearest)]
    return float(nearest.mean()) * 2.0 * math.sqrt(len(distances)) if len(nearest) else 0.0
