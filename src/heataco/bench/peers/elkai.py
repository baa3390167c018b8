"""elkai: the LKH solver from Python."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco._checks import require_count
from heataco.bench.peers.base import distance_matrix, shuffled, whole_distances
from heataco.heatmaps import Heatmap
from heataco.instances import Instance

LARGEST_DISTANCE = 1_000_000  # sums of penalties must stay within 31 bits


@dataclass(frozen=True)
class Elkai:
    """Parameters of elkai.

    Parameters
    ----------
    runs
        Runs of LKH, of which the best counts.

    Raises
    ------
    ValueError
        For fewer than one run.
    """

    name: ClassVar[str] = "elkai"
    module: ClassVar[str] = "elkai"
    distribution: ClassVar[str] = "elkai"
    licence: ClassVar[str] = "LKH's: research use only"
    reads_heatmap: ClassVar[bool] = False
    needs_heatmap: ClassVar[bool] = False
    symmetric_only: ClassVar[bool] = False

    runs: int = 1

    def __post_init__(self) -> None:
        require_count("runs", self.runs, 1, 10_000)

    def solve(self, instance: Instance, heatmap: Heatmap | None, seed: int) -> NDArray[np.int64]:
        """Return a tour; see `Peer`."""
        import elkai

        order = shuffled(instance, seed)
        matrix = whole_distances(distance_matrix(instance, order), LARGEST_DISTANCE)
        closed = elkai.DistanceMatrix(matrix.tolist()).solve_tsp(runs=self.runs)
        return np.asarray(order[closed[:-1]])
