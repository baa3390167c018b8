"""Asymmetric matrices: independent arcs, streets, cranes and machines."""

import math

import numpy as np
from numpy.typing import NDArray

from heataco.bench.gallery.symmetric import lengths, roads, streets
from heataco.instances import Instance

MACHINES = 5  # of a flow shop
BLOCK = 100  # length of a street between two corners


def uniform_arcs(rng: np.random.Generator, n: int) -> Instance:
    """Draw independent whole numbers from 1 to 999."""
    return Instance.from_matrix(rng.integers(1, 1_000, (n, n)))


def stacker_crane(rng: np.random.Generator, n: int) -> Instance:
    """Draw loads to be carried; an arc leads from where one is put down to the next one."""
    taken, put = rng.integers(0, 10_000, (2, n, 2))
    return Instance.from_matrix(np.abs(put[:, np.newaxis] - taken).max(axis=2))


def flow_shop(rng: np.random.Generator, n: int) -> Instance:
    """Draw jobs for machines in a row without waiting; node 0 is the pause between two rounds.

    An arc is the time from the start of a job to that of the next: the earliest at which no
    machine is still busy with the first one.
    """
    times = rng.integers(1, 100, (n, MACHINES))
    times[0] = 0
    finished = times.cumsum(axis=1)
    begun = finished - times
    return Instance.from_matrix((finished[:, np.newaxis] - begun).max(axis=2))


def one_way_grid(rng: np.random.Generator, n: int) -> Instance:
    """Measure ways between corners of a grid whose streets are one-way, but for the border."""
    from scipy.sparse.csgraph import shortest_path

    side = max(3, math.ceil(math.sqrt(2 * n)))
    ends = _one_way(rng, side)
    corners = rng.choice(side * side, n, replace=False)
    graph = roads(side * side, ends, rng.integers(1, 10, len(ends)))
    return Instance.from_matrix(shortest_path(graph, indices=corners)[:, corners])


def _one_way(rng: np.random.Generator, side: int) -> NDArray[np.int64]:
    """Return arcs of a grid: each inner street has one direction, the border has both."""
    ends = streets(side)
    row, column = np.divmod(ends[:, 0], side)
    along = np.diff(ends)[:, 0] == 1
    street = np.where(along, row, side + column)
    backward = rng.integers(2, size=2 * side)[street] == 1
    border = np.isin(street, (0, side - 1, side, 2 * side - 1))
    return np.concatenate((ends[~backward | border], ends[backward | border, ::-1]))


def coins(rng: np.random.Generator, n: int) -> Instance:
    """Collect coins from telephones beside the lanes of a grid where nobody may turn round."""
    from scipy.sparse.csgraph import shortest_path

    side = max(3, math.ceil(math.sqrt(n)))  # with two, one could not change the direction
    ends = streets(side)
    lanes = np.concatenate((ends, ends[:, ::-1]))
    lane, place = rng.integers(len(lanes), size=n), rng.integers(BLOCK, size=n)
    turns = _turns(lanes)
    graph = roads(len(lanes), turns, np.ones(len(turns), np.int64))
    corners = shortest_path(graph, unweighted=True, indices=lane)[:, lane]
    behind = (corners == 0) & (place < place[:, np.newaxis])
    corners[behind] = 4  # round the block
    return Instance.from_matrix(BLOCK * corners + place - place[:, np.newaxis])


def _turns(lanes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the pairs of lanes that follow each other, but for turning round."""
    follows = lanes[:, np.newaxis, 1] == lanes[:, 0]
    back = lanes[:, np.newaxis, 0] == lanes[:, 1]
    return np.argwhere(follows & ~back)


def nearly_symmetric(rng: np.random.Generator, n: int) -> Instance:
    """Draw points whose distances differ by up to 5 % between the two directions."""
    points = rng.random((n, 2))
    return Instance.from_matrix(np.rint(1e5 * lengths(points) * rng.uniform(1, 1.05, (n, n))))


def uphill(rng: np.random.Generator, n: int) -> Instance:
    """Draw points at random heights; ways up are longer by the difference."""
    heights = rng.integers(30_000, size=n)
    climbs = np.maximum(0, heights - heights[:, np.newaxis])
    return Instance.from_matrix(np.rint(1e5 * lengths(rng.random((n, 2)))) + climbs)


def setups(rng: np.random.Generator, n: int) -> Instance:
    """Set a machine up for jobs of families: for up to 7 units within one, for 50 on between two.

    How long it takes between two families is the same for all of their jobs.
    """
    families = max(3, n // 15)
    owners = rng.integers(families, size=n)
    between = rng.integers(50, 150, (families, families))[np.ix_(owners, owners)]
    within = owners[:, np.newaxis] == owners
    return Instance.from_matrix(np.where(within, rng.integers(8, size=(n, n)), between))
