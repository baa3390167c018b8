"""The rank prior: how often good tours lead to the nearest neighbour, the second, and so on."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from heataco._checks import require_count
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors.base import nearest_neighbours

# Counted by benchmarks/fit_rank_prior.py on sets of benchmarks/labels.py, all with --seed 1001:
# 64 uniform, 32 clustered and 32 normal instances of 500 nodes and 16 uniform ones of 1,000
# (80,000 nodes). Each was labelled twice, with at least two runs of 2 s (500) or 4 s (1,000) each
# time, and the shorter tour taken; the two differ by less than 0.02 % on average. Ranks with 1,000
# hits or more are as counted, here 1 to 8; the rest is a smooth curve.
SYMMETRIC_TABLE = (
    0.886, 0.508, 0.263, 0.143, 0.0799, 0.0452, 0.0271, 0.0159, 0.01, 0.00617,
    0.00402, 0.00274, 0.00193, 0.00141, 0.00106, 0.00081, 0.000634, 0.000506, 0.000411, 0.000338,
)  # fmt: skip
# Likewise, on 64 instances of 50 nodes and 16 of 100 with proven optima: uniform whole numbers,
# closed under the triangle inequality (4,800 nodes; rank 1 as counted).
ASYMMETRIC_TABLE = (
    0.524, 0.153, 0.0789, 0.049, 0.0336, 0.0246, 0.0188, 0.0149, 0.012, 0.00992,
    0.00832, 0.00706, 0.00606, 0.00525, 0.00459, 0.00403, 0.00357, 0.00317, 0.00284, 0.00255,
)  # fmt: skip


@dataclass(frozen=True)
class RankPrior:
    """The probability that an edge is in an optimal tour, by the rank of its far end.

    Row i scores the edge to the r-th nearest neighbour of i with the share of nodes whose edge to
    their r-th neighbour was in the best known tour of random instances. Neighbours are ranked by
    distance, and by node number where distances are equal.

    For symmetric instances that is the edge in either direction, so a row sums to almost 2, the
    edges of a node in a tour; tables that sum to 1 give the share among those edges, half of
    ours. For asymmetric instances it is the edge that leaves i, and a row sums to almost 1. With
    fewer nodes than ranks the rest of the table is left out.

    Parameters
    ----------
    neighbours
        Neighbours that are scored, at most as many as the table has ranks.
    """

    name: ClassVar[str] = "rank"

    neighbours: int = len(SYMMETRIC_TABLE)

    def __post_init__(self) -> None:
        require_count("neighbours", self.neighbours, 1, len(SYMMETRIC_TABLE))

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges to the nearest neighbours; see `Predictor.predict`."""
        indices, _ = nearest_neighbours(instance, self.neighbours)
        table = SYMMETRIC_TABLE if instance.symmetric else ASYMMETRIC_TABLE
        row = np.array(table[: indices.shape[1]])
        return Heatmap.from_topk(indices, np.broadcast_to(row, indices.shape))
