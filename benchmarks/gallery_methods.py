"""The solvers that the gallery compares: each returns a tour within seconds, on one thread.

Heat is predicted within the time of a run. The distance matrix of a peer does not count.
"""

import multiprocessing
from collections.abc import Callable
from functools import cached_property
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

import heataco as ha
from heataco.bench.peers.base import distance_matrix, installed, shuffled, whole_distances
from heataco.bench.peers.elkai import LARGEST_DISTANCE, Elkai
from heataco.bench.peers.fast_tsp import FastTsp, sixteen_bits

MAX_MATRIX_NODES = 12_000  # of fast-tsp: the matrix is made in float64
MAX_ELKAI_NODES = 1_000  # it takes minutes beyond


class Case:
    """An instance, with what peers read of it once it is asked for.

    Parameters
    ----------
    instance
        The problem.
    seed
        Of the searches, and of the order in which peers that have no seed get the nodes.
    """

    def __init__(self, instance: ha.Instance, seed: int) -> None:
        self.instance = instance
        self.seed = seed

    @cached_property
    def order(self) -> np.ndarray:
        """The nodes in the order in which peers get them."""
        return shuffled(self.instance, self.seed)

    @cached_property
    def sixteen_bits(self) -> np.ndarray:
        """What fast-tsp reads; coarse where one distance is far longer than the others."""
        return sixteen_bits(distance_matrix(self.instance, self.order))

    @cached_property
    def whole(self) -> list[list[int]]:
        """What elkai reads."""
        matrix = distance_matrix(self.instance, self.order)
        return whole_distances(matrix, LARGEST_DISTANCE).tolist()


Solver = Callable[[Case, float], np.ndarray | None]


def solved(**choices: Any) -> Solver:
    """Return what `solve` does, by default or with a predictor and a decoder that are chosen."""

    def solve(case: Case, seconds: float) -> np.ndarray:
        return ha.solve(case.instance, seconds=seconds, seed=case.seed, **choices).tour

    return solve


def fast_tsp(case: Case, seconds: float) -> np.ndarray:
    """Run fast-tsp on integers of 16 bits."""
    import fast_tsp as package

    return case.order[package.find_tour(case.sixteen_bits, seconds)]


def patience(seconds: float) -> float:
    """Return the seconds after which elkai is given up: twenty times the limit, at least ten."""
    return max(20 * seconds, 10.0)


def elkai(case: Case, seconds: float) -> np.ndarray | None:
    """Run LKH once with its defaults, in a process of its own, because it knows no time limit.

    It takes the time that it takes, which is minutes for 200 nodes where most are copies of
    others; see `patience`.
    """
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=_elkai, args=(case.whole, sender))
    process.start()
    sender.close()  # so that a crash is heard of
    found = receiver.poll(patience(seconds))
    tour = case.order[receiver.recv()] if found else None
    process.kill()
    process.join()
    return tour


def _elkai(matrix: list[list[int]], sender: Connection) -> None:
    import elkai as package

    sender.send(package.DistanceMatrix(matrix).solve_tsp(runs=1)[:-1])


METHODS: dict[str, Solver] = {
    "focused": solved(),
    "plain": solved(predictor=None),
    "heataco_2opt": solved(decoder=ha.HeatACO(local_search="2opt")),
    "mmas_2opt": solved(decoder=ha.MMAS(local_search="2opt"), predictor=None),
    "fast_tsp": fast_tsp,
    "elkai": elkai,
}
PEERS = ("fast_tsp", "elkai")


def prepare(method: str, case: Case) -> None:
    """Make what a method reads, so that it does not count."""
    if method == "fast_tsp":
        _ = case.sixteen_bits
    if method == "elkai":
        _ = case.whole


def applies(method: str, instance: ha.Instance) -> bool:
    """Whether a method takes an instance, and its package is there."""
    if method == "fast_tsp":
        return installed(FastTsp) and instance.symmetric and instance.n <= MAX_MATRIX_NODES
    if method == "elkai":
        return installed(Elkai) and instance.n <= MAX_ELKAI_NODES
    return True
