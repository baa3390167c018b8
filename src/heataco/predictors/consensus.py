"""Consensus: the edges on which independent quick searches agree."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco._checks import require_count, require_number
from heataco._timing import Deadline
from heataco.decoders import Decoder, Focused, Greedy, Problem
from heataco.decoders.base import run_one
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors.base import EdgePredictor
from heataco.results import Budget, Result, StopReason

# Shares of tours become odds, and these are raised to this power; see docs/lab/consensus.md.
SHARPNESS = 2.0


@dataclass(frozen=True)
class Consensus(EdgePredictor):
    """Probability of an edge by the share of good tours that contain it.

    `Focused` finds a few tours without a heatmap, each from a different start: greedy merging, in
    which every edge counts as longer than it is by a random factor. Unlike a relaxation, a tour
    shows which of several competing edges belong together. An edge in c of m tours gets the odds
    ((c + ½)/(m − c + ½))². A time limit that is only just long enough may change the last tours.

    Parameters
    ----------
    descents
        m: tours.
    iterations
        Iterations of `Focused` for each; one is a trial for every tenth node.
    perturbation
        Maximum by which an edge counts as longer in a start, as a share of its length.
    neighbours
        Nearest nodes of every node that are scored even if no tour contains the edge.
    seed
        The same seed gives the same tours, and so the same heatmap.
    """

    name: ClassVar[str] = "consensus"

    descents: int = 8
    iterations: int = 60
    perturbation: float = 1.0
    neighbours: int = 5
    seed: int = 0

    def __post_init__(self) -> None:
        require_count("descents", self.descents, 1, 10_000)
        require_count("iterations", self.iterations, 0, 2**63 - 1)
        require_number("perturbation", self.perturbation, 0, 1e6)
        require_count("neighbours", self.neighbours, 1, 1_000)
        require_count("seed", self.seed, 0, 2**64 - 1)

    def _edges(
        self, instance: Instance, seconds: float
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        deadline = Deadline(seconds)
        n = instance.n
        nearest, _ = instance.nearest_neighbours(self.neighbours)
        # A search measures the evidence of a node's edges by the first one that no tour can use.
        spare = np.unique(
            _keys(np.repeat(np.arange(n), nearest.shape[1]), nearest.ravel(), instance)
        )
        tours = self._tours(instance, deadline)
        held = [_keys(tour, np.roll(tour, -1), instance) for tour in tours]
        keys, counts = np.unique(np.concatenate((spare, *held)), return_counts=True)
        counts -= np.isin(keys, spare, assume_unique=True)
        return np.stack(np.divmod(keys, n)), self._scores(counts)

    def _tours(self, instance: Instance, deadline: Deadline) -> Iterator[NDArray[np.int32]]:
        nearest, _ = instance.nearest_neighbours(Focused.neighbours)

        def run_in_time(
            decoder: Decoder, *start: Any, iterations: int | None = None, seed: int = 0
        ) -> Result:
            budget = Budget(iterations, deadline.left)
            result = run_one(decoder, Problem(instance, *start), budget, seed)
            if result.stop_reason is StopReason.TIME:
                raise TimeoutError(f"{self.descents} tours were not found in the given time")
            return result

        for descent in range(self.descents):
            rng = np.random.default_rng((self.seed, descent))
            noise = 1.0 / (1.0 + self.perturbation * rng.random(nearest.shape))
            start = run_in_time(Greedy(), Heatmap.from_topk(nearest, noise)).tour
            seed = int(rng.integers(2**63))
            yield run_in_time(Focused(), None, start, iterations=self.iterations, seed=seed).tour

    def _scores(self, counts: NDArray[np.int64]) -> FloatArray:
        odds = ((counts + 0.5) / (self.descents - counts + 0.5)) ** SHARPNESS
        return np.asarray(odds / (1.0 + odds))


def _keys(
    sources: NDArray[np.integer], targets: NDArray[np.integer], instance: Instance
) -> NDArray[np.int64]:
    """Return a number for each edge, or each arc where the instance is asymmetric."""
    a, b = sources.astype(np.int64), targets.astype(np.int64)
    if instance.symmetric:
        a, b = np.minimum(a, b), np.maximum(a, b)
    return a * instance.n + b
