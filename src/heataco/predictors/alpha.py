"""Alpha-nearness: the heatmap that the Held–Karp relaxation gives."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco import _native
from heataco._arrays import FrozenArrays
from heataco._checks import require_count, require_number
from heataco.instances import Instance, require_instance
from heataco.predictors.alpha_batch import predict_together
from heataco.predictors.alpha_odds import probabilities
from heataco.predictors.base import EdgePredictor
from heataco.predictors.timed import predict_timed
from heataco.results import Prediction

# A shorter limit is refused at once. Measured: 15 to 30 µs per node. A prediction that gets a third
# of all the time pays from some 60 µs per node on: below, the search makes better use of it. Gaps
# with and without heat, uniform nodes: n = 1,000 in 0.02 s 37 and 0.55 %, in 0.05 s 0.48 and 0.35;
# n = 10,000 in 0.4 s 0.67 and 0.56, in 0.6 s 0.45 and 0.46; lengths at n = 100,000 in 3 s 228.01
# and 227.60, in 4.5 s 227.36 and 227.26, at 1,000,000 in 60 s 717.01 and 717.04.
MIN_SECONDS_PER_NODE = 2e-5


@dataclass(frozen=True, eq=False, repr=False)
class AlphaNearness(FrozenArrays):
    """The results of the relaxation for the edges of a sparse graph.

    Parameters
    ----------
    sources, targets
        Ends of the edges: each edge once; arcs where the instance is asymmetric.
    alpha
        By how much the minimum 1-tree grows if it must contain the edge, in mean edges of a
        1-tree; 0 for its own edges.
    frequency
        The share of the 1-trees of the ascent that contain the edge, where recent ones have more
        weight: an estimate of its weight in the fractional solution of the relaxation.
    bound
        Lower bound on all tours of the sparse graph; it holds for the instance only if that graph
        contains an optimal tour, as it nearly always does.
    """

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    alpha: NDArray[np.float32]
    frequency: NDArray[np.float32]
    bound: float


@dataclass(frozen=True)
class Alpha(EdgePredictor):
    """Probability of an edge by its alpha-nearness and its share of 1-trees.

    A subgradient ascent over minimum 1-trees of a sparse graph (near neighbours, neighbours in
    all quadrants, a greedy tour) approaches the Held–Karp bound. Asymmetric instances are
    treated as the symmetric problem of twice the size, without building it; there the ascent
    starts from the prices of the assignment problem, and neighbours are chosen by distance and by
    reduced cost. The results of the ascent, alpha and frequency, are mapped to the probability
    that an optimal tour contains the edge; `docs/lab/alpha.md` shows how the map was fitted and
    how well it is calibrated.

    Parameters
    ----------
    neighbours
        Nearest nodes of every node in the graph; twice as many where there are no coordinates.
    orthant_neighbours
        Nearest nodes in every quadrant around a node, where it has coordinates; duplicates of
        the node are in none.
    iterations
        1-trees of the ascent; by default 300, beyond 3,333 nodes fewer with every node, down to
        100, and to 50 at a million; on a symmetric instance no more than nodes, but at least 60.
        Where degrees are far from balanced at the end, as happens on drilling rows and lattices,
        but not on uniform nodes, twice as many follow.
    first_step, last_step
        Steps at its two ends, falling geometrically, in mean lengths of the edges at a node.
    momentum
        Share of the last direction in the next one.
    memory
        Share of the iterations over which the frequency remembers.
    separation
        How many times longer the edges around a cluster must be than those inside it for its nodes
        to get a common price in addition to their own.
    lowest_probability
        Edges below it are left out, except for the three best of each node (two that leave it, if
        the instance is asymmetric).
    """

    name: ClassVar[str] = "alpha"

    neighbours: int = 8
    orthant_neighbours: int = 3
    iterations: int | None = None
    first_step: float = 0.3
    last_step: float = 0.0015
    momentum: float = 0.5
    memory: float = 1 / 3
    separation: float = 1.25
    lowest_probability: float = 0.0085

    def __post_init__(self) -> None:
        require_count("neighbours", self.neighbours, 1, 1_000)
        require_count("orthant_neighbours", self.orthant_neighbours, 0, 1_000)
        if self.iterations is not None:
            require_count("iterations", self.iterations, 1, 1_000_000)
        require_number("first_step", self.first_step, 0, above=True)
        require_number("last_step", self.last_step, 0, self.first_step, above=True)
        require_number("momentum", self.momentum, 0, 1 - 1e-9)
        require_number("memory", self.memory, 0.01, 1)
        require_number("separation", self.separation, 1)
        require_number("lowest_probability", self.lowest_probability, 0, 1)

    def measure(self, instance: Instance, seconds: float = math.inf) -> AlphaNearness:
        """Solve the relaxation.

        Parameters
        ----------
        instance
            The problem.
        seconds
            Time limit in wall-clock seconds.

        Raises
        ------
        ValueError
            If `instance` is not an Instance, or has fewer than three nodes and nothing to relax.
        TimeoutError
            If that is not enough.
        """
        require_instance(instance)
        if instance.n < 3:
            raise ValueError(f"instance has {instance.n} nodes; alpha-nearness needs at least 3")
        (found,) = self._measure([instance], seconds, 1)
        if found["nearness"] is None:
            raise TimeoutError(f"{seconds:.3g} s are not enough for {instance.n} nodes")
        return AlphaNearness(**found["nearness"])

    def predict_batch_within(
        self, instances: Sequence[Instance], seconds: float, threads: int
    ) -> list[Prediction]:
        """Score several instances; see `BatchPredictor.predict_batch_within`."""
        found: dict[int, Prediction] = {}
        groups: dict[tuple[bool, int], list[int]] = {}
        for place, one in enumerate(instances):
            if one.n < 3 or seconds < MIN_SECONDS_PER_NODE * one.n:
                found[place] = predict_timed(self, one, seconds)
            else:
                groups.setdefault((one.symmetric, self._iterations(one)), []).append(place)
        for places in groups.values():
            group = [instances[place].relaxed() for place in places]
            measure = partial(self._measure, seconds=seconds, threads=threads)
            many = predict_together(self.name, group, measure, self._kept)
            found |= dict(zip(places, many, strict=True))
        return [found[place] for place in range(len(instances))]

    def _iterations(self, instance: Instance) -> int:
        return self.iterations or usual_iterations(instance.n, symmetric=instance.symmetric)

    def _measure(
        self, instances: Sequence[Instance], seconds: float, threads: int
    ) -> list[dict[str, Any]]:
        """Solve the relaxation of instances that have as many iterations, as `Measure` says."""
        parameters = asdict(self) | {"iterations": self._iterations(instances[0])}
        del parameters["lowest_probability"]  # does not enter the relaxation
        return _native.alpha_nearness(
            [instance._native_form for instance in instances],
            parameters=parameters,
            seconds=seconds,
            threads=threads,
        )

    def _edges(
        self, instance: Instance, seconds: float
    ) -> tuple[NDArray[np.integer], NDArray[np.float32]]:
        if seconds < MIN_SECONDS_PER_NODE * instance.n:
            raise TimeoutError(f"{instance.n} nodes need more than {seconds:.3g} s")
        found = self.measure(instance, seconds)
        ends = np.stack((found.sources, found.targets))
        return self._kept(ends, found.alpha, found.frequency, instance.n, instance.symmetric)

    def _kept(
        self,
        ends: NDArray[np.integer],
        alpha: NDArray[np.float32],
        frequency: NDArray[np.float32],
        n: int,
        symmetric: bool,
    ) -> tuple[NDArray[np.integer], NDArray[np.float32]]:
        """Return the edges that are probable enough, or needed by a short row, and their scores."""
        probability = probabilities(alpha, frequency, symmetric)
        kept = probability >= self.lowest_probability
        rows = [*ends] if symmetric else [ends[0]]
        # A search measures the evidence of a node's edges by the first one that no tour can use.
        enough = 3 if symmetric else 2
        kept[_best_of_short_rows(rows, probability, kept, n, enough)] = True
        return ends[:, kept], probability[kept]


def usual_iterations(n: int, *, symmetric: bool = True) -> int:
    """Return the default length of an ascent.

    On large instances the search needs the time more, and on small ones there is little of it. Half
    of 100 cost nothing at 100,000 nodes in 20 s (226.57 and 226.56, two seeds), and at 1,000,000 in
    60 s the tour is shorter with 50 (716.82) than with 100 (717.00) and 30 (717.00).
    """
    few = max(n, 60) if symmetric else 300
    many = min(max(50_000_000 // n, 50), 100)
    return min(max(1_000_000 // n, many), few, 300)


def _best_of_short_rows(
    rows: list[NDArray[np.integer]],
    probability: NDArray[np.float32],
    kept: NDArray[np.bool_],
    n: int,
    enough: int,
) -> NDArray[np.intp]:
    """Find the edges, not kept so far, that rows with fewer than `enough` edges lack.

    Parameters
    ----------
    rows
        The row, or each of the two rows, in which an edge stands.
    """
    lacking = np.full(n, enough)
    for row in rows:
        lacking -= np.bincount(row[kept], minlength=n)
    wanted = [np.flatnonzero(~kept & (lacking[row] > 0)) for row in rows]
    edges = np.concatenate(wanted)
    owners = np.concatenate([row[own] for row, own in zip(rows, wanted, strict=True)])
    order = np.lexsort((edges, -probability[edges], owners))
    edges, owners = edges[order], owners[order]
    rank = np.arange(len(owners)) - np.searchsorted(owners, owners)
    found: NDArray[np.intp] = edges[rank < lacking[owners]]
    return found
