"""ML4CO-Kit: its greedy and its tree-search decoder, which read the same heatmap as ours."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.bench.peers.base import Peer, Search, seconds_of
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, Metric
from heataco.results import Budget

LARGEST_SIZE = 32_767  # it keeps tours in 16 bits


class _Ml4co(Peer):
    """What both decoders share."""

    distribution: ClassVar[str] = "ml4co-kit"
    licence: ClassVar[str] = "MulanPSL-2.0"
    reads_heatmap: ClassVar[bool] = True
    needs_heatmap: ClassVar[bool] = True
    symmetric_only: ClassVar[bool] = True

    def prepare(self, instance: Instance, heatmap: Heatmap | None, seed: int) -> Search:
        """Return the search; see `Peer`. It takes no seed."""
        points, scores = _inputs(self, instance, heatmap)
        from ml4co_kit.task.routing.tsp.tsp import TSPTask

        solve = self._solver()
        task = TSPTask()
        task.from_data(points=points)
        task.cache["heatmap"] = scores

        def search(budget: Budget) -> NDArray[np.int64]:
            solve(task, budget)
            return np.asarray(task.sol[:-1], np.int64)

        return search

    def _solver(self) -> Callable[[Any, Budget], None]:
        """Return what leaves a closed tour in the task."""
        raise NotImplementedError


@dataclass(frozen=True)
class Ml4coGreedy(_Ml4co):
    """ML4CO-Kit's greedy merging, without parameters."""

    name: ClassVar[str] = "ml4co-greedy"
    seeded: ClassVar[bool] = False

    def _solver(self) -> Callable[[Any, Budget], None]:
        from ml4co_kit.solver.common.lib.greedy.tsp_greedy import tsp_greedy

        return lambda task, _: tsp_greedy(task)


@dataclass(frozen=True)
class Ml4coMcts(_Ml4co):
    """ML4CO-Kit's heatmap-guided tree search, without parameters; it is not repeatable."""

    name: ClassVar[str] = "ml4co-mcts"
    default_seconds: ClassVar[float | None] = 5.0

    def _solver(self) -> Callable[[Any, Budget], None]:
        from ml4co_kit.solver.common.lib.mcts.tsp_mcts import tsp_mcts

        return lambda task, budget: tsp_mcts(task, mcts_time_limit=seconds_of(self, budget))


def _inputs(
    peer: Peer, instance: Instance, heatmap: Heatmap | None
) -> tuple[NDArray[np.float32], FloatArray]:
    """Return points in the unit square and dense symmetric scores."""
    if heatmap is None:
        raise ValueError(f"peer {peer.name} needs a heatmap")
    if instance.metric not in (Metric.EUCLIDEAN, Metric.EUC_2D) or instance.n > LARGEST_SIZE:
        raise ValueError(
            f"peer {peer.name} needs Euclidean instances of at most {LARGEST_SIZE} nodes; "
            f"{instance.name} has {instance.n} under {instance.metric}"
        )
    assert instance.coordinates is not None
    points = instance.coordinates - instance.coordinates.min(axis=0)
    points = (points / (points.max() or 1.0)).astype(np.float32)
    dense = heatmap.to_dense().astype(np.float64)
    return points, (dense + dense.T) / 2
