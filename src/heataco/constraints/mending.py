"""Mending of tours: forbidden edges are exchanged for allowed ones."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco._timing import Deadline
from heataco.constraints.constraints import Order
from heataco.instances.matrices import Penalised

Places = NDArray[np.int64]

_SEED = 0
_CUTS = 32  # considered for each of two cuts; all 1,000 pairs of them cost as much as 1,000 nodes

# Steps at most, so that mending ends without a time limit, too, and always in the same way. A step
# mends an edge where roads abound; the rest is for the last edges, which need many attempts.
_STEPS = 1_000
_STEPS_PER_EDGE = 10
_NODES = 20_000_000  # looked at over all steps: a step looks at every node


class _Exchange(NamedTuple):
    """A way to make a cycle of a path that is cut twice, into segments a, b and c.

    The ends of a segment are called 0 and 1. Each of the three new edges is determined by one cut
    or by both.

    Parameters
    ----------
    order
        The segments that follow a; those in capitals are reversed.
    first, second, both
        The edge that is determined by the first cut, by the second, and by both.
    """

    order: str
    first: tuple[str, str]
    second: tuple[str, str]
    both: tuple[str, str]


_DIRECTED = (_Exchange("cb", ("c1", "b0"), ("b1", "a0"), ("a1", "c0")),)
# An edge of the first or the last node is looked up in the row of that node, which is fast.
_SYMMETRIC = (
    _Exchange("cb", ("c1", "b0"), ("a0", "b1"), ("a1", "c0")),
    _Exchange("cB", ("a0", "b0"), ("c1", "b1"), ("a1", "c0")),
    _Exchange("Cb", ("c1", "a1"), ("a0", "b1"), ("c0", "b0")),
    _Exchange("BC", ("c1", "b0"), ("a0", "c0"), ("a1", "b1")),
)


class _Moves(NamedTuple):
    """Moves of one kind: where they cut the path, and the cost of the cycle less that of the path.

    A cut is before the node at that place.
    """

    order: str
    first: Places
    second: Places
    change: FloatArray


class _Path(NamedTuple):
    """A tour that is opened at a forbidden edge, with the lengths of the edges that are left."""

    nodes: Order
    lengths: FloatArray
    distances: Penalised

    def between(self, edge: tuple[str, str], first: Places, second: Places) -> FloatArray:
        """Return the lengths of new edges for places of the first and the second cut."""
        places: dict[str, Places | int] = {
            "a0": 0,
            "a1": first - 1,
            "b0": first,
            "b1": second - 1,
            "c0": second,
            "c1": -1,
        }
        sources, targets = (self.nodes[places[end]] for end in edge)
        lengths: FloatArray = self.distances.matrix[sources, targets]
        return lengths

    def reversals(self) -> _Moves:
        """Return the moves that reverse the end of the path."""
        cuts = np.arange(2, len(self.nodes) - 1)
        new = self.between(("c1", "a1"), cuts, cuts) + self.between(("a0", "c0"), cuts, cuts)
        return _Moves("C", cuts, cuts, new - self.lengths[cuts - 1])

    def exchanges(self, kind: _Exchange, rng: np.random.Generator) -> _Moves:
        """Return the moves of a kind at the most promising cuts."""
        cuts = np.arange(1, len(self.nodes))
        new = [self.between(edge, cuts, cuts) for edge in (kind.first, kind.second)]
        # Two more, drawn in order: of the promising ones, the first may all be behind the second.
        drawn = np.sort(rng.choice(cuts, min(2, len(cuts)), replace=False))
        first = np.append(self._promising(new[0], rng), drawn[:1])
        second = np.append(self._promising(new[1], rng), drawn[-1:])
        change = self.between(kind.both, first[:, None], second[None, :])
        for lengths, at in ((new[0], first[:, None]), (new[1], second[None, :])):
            change = change + (lengths - self.lengths)[at - 1]
        i, j = np.nonzero(first[:, None] < second[None, :])
        return _Moves(kind.order, first[i], second[j], change[i, j])

    def _promising(self, new: FloatArray, rng: np.random.Generator) -> Places:
        """Return the cuts that gain most by one new edge each, then any at forbidden edges."""
        penalty = self.distances.penalty
        if len(new) > _CUTS:
            late = np.where(self.lengths < penalty, 1.0, rng.uniform(0.5, 1.0, len(new)))
            rank = np.where(new < penalty, new - self.lengths, late * penalty)
            return 1 + np.argpartition(rank, _CUTS)[:_CUTS]
        return np.arange(1, len(self.nodes))

    def rejoined(self, order: str, first: int, second: int) -> Order:
        """Return the cycle that a move makes."""
        a, b, c = np.split(self.nodes, [first, second])
        segments = {"b": b, "c": c, "B": b[::-1], "C": c[::-1]}
        return np.concatenate([a, *(segments[name] for name in order)])


def mended(
    distances: Penalised, tour: Order, *, symmetric: bool, deadline: Deadline
) -> Order | None:
    """Return a tour without forbidden edges that is made of one with some; None if none is found.

    In every step the tour is opened at a forbidden edge and joined anew by other edges. The step is
    the cheapest of those that leave fewest forbidden edges; where these are no fewer than before,
    any of them, drawn by a generator with a fixed seed. The number of steps is limited, too.

    Parameters
    ----------
    distances
        Those of the nodes; an edge is forbidden if it costs the penalty.
    tour
        All nodes in any order.
    symmetric
        Whether segments of the tour may be reversed.
    deadline
        After which there is no further step.
    """
    rng = np.random.default_rng(_SEED)
    forbidden = _forbidden(distances, tour)
    for _ in range(min(_STEPS + _STEPS_PER_EDGE * len(forbidden), _NODES // len(tour))):
        if len(forbidden) == 0 or deadline.left == 0.0:
            break
        nodes = np.roll(tour, -1 - int(rng.choice(forbidden)))
        path = _Path(nodes, distances.matrix[nodes[:-1], nodes[1:]], distances)
        moves = [path.exchanges(kind, rng) for kind in (_SYMMETRIC if symmetric else _DIRECTED)]
        moves += [path.reversals()] if symmetric else []
        move = _chosen(moves, distances.penalty, rng)
        if move is None:
            break
        tour = path.rejoined(*move)
        forbidden = _forbidden(distances, tour)
    return tour if len(forbidden) == 0 else None


def _forbidden(distances: Penalised, tour: Order) -> Places:
    """Return the places of a tour from which it takes a forbidden edge."""
    return np.flatnonzero(distances.matrix[tour, np.roll(tour, -1)] >= distances.penalty)


def _chosen(
    moves: list[_Moves], penalty: float, rng: np.random.Generator
) -> tuple[str, int, int] | None:
    """Return the order and the cuts of the best move; None if there is no move."""
    change, first, second = (
        np.concatenate([getattr(kind, name) for kind in moves])
        for name in ("change", "first", "second")
    )
    if len(change) == 0:
        return None
    added = np.rint(change / penalty)  # forbidden edges, of which the path lacks one
    fewest = added.min()
    best = int(np.argmin(change) if fewest < 1 else rng.choice(np.flatnonzero(added == fewest)))
    orders = np.repeat([kind.order for kind in moves], [len(kind.change) for kind in moves])
    return str(orders[best]), int(first[best]), int(second[best])
