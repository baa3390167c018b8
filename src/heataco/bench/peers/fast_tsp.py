"""fast-tsp: Or-opt with near neighbours, in C++."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.bench.peers.base import Peer, Search, seconds_of, shuffled_distances
from heataco.heatmaps import Heatmap
from heataco.instances import Instance

LARGEST_DISTANCE = 65_535  # it takes 16 bits


@dataclass(frozen=True)
class FastTsp(Peer):
    """fast-tsp, without parameters."""

    name: ClassVar[str] = "fast-tsp"
    distribution: ClassVar[str] = "fast-tsp"
    licence: ClassVar[str] = "MIT"
    symmetric_only: ClassVar[bool] = True
    default_seconds: ClassVar[float | None] = 2.0

    def prepare(self, instance: Instance, heatmap: Heatmap | None, seed: int) -> Search:
        """Return the search; see `Peer`."""
        import fast_tsp

        if not instance.symmetric:
            raise ValueError(f"peer {self.name} needs symmetric instances; {instance.name} is not")
        order, distances = shuffled_distances(instance, seed)
        matrix = sixteen_bits(distances)
        return lambda budget: order[fast_tsp.find_tour(matrix, seconds_of(self, budget))]


def sixteen_bits(matrix: FloatArray) -> NDArray[np.uint16]:
    """Scale distances to integers of 16 bits.

    The longest one is the largest integer: cutting off long ones, to leave more digits to the
    rest, made its tours six times worse at 10,000 nodes.
    """
    longest = matrix.max() or 1.0
    return np.rint(matrix * (LARGEST_DISTANCE / longest)).astype(np.uint16)
