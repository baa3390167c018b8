"""The nodes of a reduced problem, and tours in either numbering."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heataco.constraints.chains import Chain, find_chains
from heataco.constraints.constraints import Constraints, Order, fixed_edges_of
from heataco.constraints.nodes import name_of
from heataco.instances import Instance

# The gap of an open path ranks, by distance and by heat, like a node's fourth neighbour: among the
# candidates, but without evidence against the others.
GAP_RANK = 4


class Joint(NamedTuple):
    """Three reduced nodes that stand for a chain of a symmetric instance.

    The middle one is at distance 0 from the other two, the ends of the chain, and from nothing
    else: every tour passes all three in one go.
    """

    first: int
    middle: int
    last: int
    chain: Chain


@dataclass(frozen=True)
class Layout:
    """How the nodes of a problem become those of a plain closed tour.

    An open path is a closed tour through one node more, the gap, that has the same distance to and
    from all others; a fixed end is a fixed edge at the gap. A chain of fixed edges becomes one node
    where there are directions, which is entered at its first node and left at its last one;
    otherwise a `Joint`.

    Parameters
    ----------
    n
        Nodes of the problem; the gap, where there is one, is node n.
    heads, tails
        For every reduced node where it is entered and left; middles of joints come behind them.
    pieces
        The nodes that a reduced node stands for, those of chains without directions excepted.
    joints
        Of the chains without directions.
    """

    n: int
    heads: NDArray[np.int64]
    tails: NDArray[np.int64]
    pieces: list[Chain]
    joints: list[Joint]

    @classmethod
    def of(cls, instance: Instance, constraints: Constraints) -> "Layout":
        """Lay out a problem; a ValueError if no tour holds all fixed edges."""
        n = instance.n
        gap = None if constraints.closed else n
        edges = np.concatenate((fixed_edges_of(instance), _end_edges(constraints, n)))
        chains = find_chains(
            edges,
            n + (not constraints.closed),
            symmetric=instance.symmetric,
            gap=gap,
            label=lambda node: _label(node, instance, constraints),
        )
        if not instance.symmetric:
            inside = {node for chain in chains for node in chain}
            everything = range(n + (not constraints.closed))
            pieces = [[node] for node in everything if node not in inside] + chains
            heads, tails = ([piece[at] for piece in pieces] for at in (0, -1))
            return cls(n, np.array(heads, np.int64), np.array(tails, np.int64), pieces, [])
        inside = {node for chain in chains for node in chain[1:-1]}
        kept = [v for v in range(n + (not constraints.closed)) if v not in inside]
        place = {node: reduced for reduced, node in enumerate(kept)}
        joints = [
            Joint(place[chain[0]], len(kept) + i, place[chain[-1]], chain)
            for i, chain in enumerate(chains)
        ]
        nodes = np.array(kept, np.int64)
        return cls(n, nodes, nodes, [[node] for node in kept], joints)

    @property
    def size(self) -> int:
        """Number of reduced nodes."""
        return len(self.pieces) + len(self.joints)

    def chains(self) -> list[Chain]:
        """Return the chains of fixed edges, with the gap where it is part of one."""
        return [joint.chain for joint in self.joints] + [p for p in self.pieces if len(p) > 1]

    def expanded(self, tour: Order) -> Order:
        """Return the nodes of the problem in the order of a reduced tour, from the gap on.

        Where the tour tears a joint apart, the chain comes as a whole at the first part of it.
        """
        order = tour.tolist()
        if self.joints:
            at = order.index(self.joints[0].middle) - 1
            order = order[at:] + order[:at]
        member = {part: joint for joint in self.joints for part in joint[:3]}
        nodes: list[int] = []
        done: set[int] = set()
        for reduced in order:
            joint = member.get(reduced)
            if joint is None:
                nodes += self.pieces[reduced]
            elif joint.middle not in done:
                done.add(joint.middle)
                nodes += joint.chain[::-1] if reduced == joint.last else joint.chain
        if self.n in nodes:
            gap = nodes.index(self.n)
            nodes = nodes[gap + 1 :] + nodes[:gap]
        return np.array(nodes, np.int32)

    def reduced(self, order: Order, *, closed: bool) -> Order:
        """Return the reduced tour of an order of the nodes that holds all fixed edges."""
        nodes = order.tolist() + ([] if closed else [self.n])
        place = {head: reduced for reduced, head in enumerate(self.heads.tolist())}
        following = dict(zip(nodes, nodes[1:] + nodes[:1], strict=True))
        middles: dict[int, tuple[int, int]] = {}
        for joint in self.joints:
            for end, beside in (joint.chain[:2], joint.chain[:-3:-1]):
                middles[end] = (beside, joint.middle)
        tour: list[int] = []
        done: set[int] = set()
        for node in nodes:
            if node not in place:
                continue
            tour.append(place[node])
            beside, middle = middles.get(node, (-1, -1))
            if following[node] == beside and middle not in done:
                done.add(middle)
                tour.append(middle)
        return np.array(tour, np.int32)


def _end_edges(constraints: Constraints, gap: int) -> NDArray[np.int32]:
    """Return the edges from the last node to the gap and from there to the first one."""
    pairs: Iterable[tuple[int | str | None, int | str | None]] = (
        (constraints.end, gap),
        (gap, constraints.start),
    )
    if constraints.closed:
        pairs = ()
    fixed = [pair for pair in pairs if None not in pair]
    return np.array(fixed, np.int32).reshape(-1, 2)


def _label(node: int, instance: Instance, constraints: Constraints) -> str:
    """Return what to call a node in an error."""
    ends = {constraints.start: ", the start", constraints.end: ", the end"}
    role = "" if constraints.closed else ends.get(node, "")
    return f"node {name_of(node, instance)}{role}"
