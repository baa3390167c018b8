"""The peer protocol, and what the adapters share."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata, util
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.bench.environment import Times, timed
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.results import Budget

Search = Callable[[Budget], NDArray[np.int64]]


@dataclass(frozen=True)
class Solution:
    """What a peer found, None if it was given up, and what it took, its preparation apart."""

    tour: NDArray[np.int64] | None
    prepare: Times
    search: Times


class Peer(Protocol):
    """Another solver: a value that holds its parameters.

    Implementations are frozen dataclasses. The package is imported when it runs, never
    before; its cost is computed from the tour. Without a budget it takes
    `default_seconds`, or what time it takes where these are None.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]
    name: ClassVar[str]
    distribution: ClassVar[str]
    licence: ClassVar[str]
    reads_heatmap: ClassVar[bool] = False
    needs_heatmap: ClassVar[bool] = False
    symmetric_only: ClassVar[bool] = False
    seeded: ClassVar[bool] = True
    default_seconds: ClassVar[float | None] = None

    def prepare(self, instance: Instance, heatmap: Heatmap | None, seed: int) -> Search:
        """Make what the solver reads, such as a matrix, whose time is not counted as its own.

        Returns
        -------
        function
            Returns a tour, a permutation of 0 … n−1, within the seconds of a budget; raises
            TimeoutError if a solver without a time limit of its own was given up.

        Raises
        ------
        ImportError
            If the package is not installed.
        ValueError
            For an instance of a kind or size that the peer does not take.
        """
        ...

    def solve(
        self, instance: Instance, heatmap: Heatmap | None, budget: Budget, seed: int
    ) -> Solution:
        """Prepare and search, each timed; raises what `prepare` does."""
        tour = None
        with timed() as preparing:
            search = self.prepare(instance, heatmap, seed)
        with timed() as searching, suppress(TimeoutError):
            tour = search(budget)
        return Solution(tour, preparing, searching)


def installed(peer: type[Peer] | Peer) -> bool:
    """Whether the package of a peer is there; it is not imported."""
    return util.find_spec(peer.distribution.replace("-", "_")) is not None


def peer_version(peer: Peer) -> str:
    """Return the version of an installed package."""
    return metadata.version(peer.distribution)


def seconds_of(peer: Peer, budget: Budget) -> float:
    """Return the seconds that a peer may take."""
    seconds = peer.default_seconds if budget.seconds is None else budget.seconds
    assert seconds is not None
    return seconds


def shuffled_distances(instance: Instance, seed: int) -> tuple[NDArray[np.int64], FloatArray]:
    """Return the nodes in an order of the seed, and their distances, for solvers without seeds."""
    order = np.random.default_rng([seed, instance.n]).permutation(instance.n)
    return order, distance_matrix(instance)[np.ix_(order, order)]


def distance_matrix(instance: Instance) -> FloatArray:
    """Return all distances, by our own code for every metric."""
    n = instance.n
    matrix = np.zeros((n, n))
    if n > 1:
        nodes, distances = instance.nearest_neighbours(n - 1)
        matrix[np.arange(n)[:, np.newaxis], nodes] = distances
    return matrix


def whole_distances(matrix: FloatArray, largest: int) -> NDArray[np.int64]:
    """Scale distances to whole numbers up to `largest`; small whole ones stay as they are."""
    longest = float(matrix.max(initial=0.0))
    if longest <= largest and np.array_equal(matrix, np.rint(matrix)):
        return matrix.astype(np.int64)
    return np.rint(matrix * (largest / longest)).astype(np.int64)
