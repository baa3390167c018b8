"""The ends of a tour, and whether an order of the nodes satisfies all constraints."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heataco._checks import described
from heataco.constraints.nodes import name_of, node_of
from heataco.instances import Instance

Order = NDArray[np.int32]


@dataclass(frozen=True)
class Constraints:
    """Where a tour begins and ends; fixed and forbidden edges are those of the instance.

    Parameters
    ----------
    start
        The node that comes first, by id where the instance has ids; None for any.
    end
        The node that comes last, of an open path; None for any.
    closed
        Whether the tour returns to its first node; otherwise it is an open path.

    Raises
    ------
    ValueError
        For an end of a closed tour, an end that is the start, or `closed` that is not a bool.
    """

    start: int | str | None = None
    end: int | str | None = None
    closed: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.closed, bool | np.bool_):
            raise ValueError(f"closed is {described(self.closed)}; give True or False")
        if self.closed and self.end is not None:
            raise ValueError(
                f"end is {self.end}, but the tour is closed and returns to its start; for a path "
                "that ends there give closed=False, for a tour that returns no end"
            )
        if self.start is not None and self.end is not None and self.start == self.end:
            raise ValueError(
                f"start and end are both {self.start}; give two nodes, or for a tour that "
                "returns the start alone"
            )

    def numbered(self, instance: Instance) -> "Constraints":
        """Return the same with the ends as node numbers; a ValueError if there is no such node."""
        if self.start is None and self.end is None:
            return self
        start = None if self.start is None else node_of("start", self.start, instance)
        end = None if self.end is None else node_of("end", self.end, instance)
        return Constraints(start, end, self.closed)

    def arranged(self, order: Order, instance: Instance) -> Order:
        """Turn a closed tour to its start, or a path of a symmetric instance to its ends."""
        if self.closed:
            if self.start is None:
                return order
            return np.roll(order, -int(np.flatnonzero(order == self.start)[0]))
        turned = np.ascontiguousarray(order[::-1])
        faults = (self._wrong_end(each, instance) for each in (order, turned))
        wrong = [fault is not None for fault in faults] == [True, False]
        return turned if wrong and instance.symmetric else order

    def fault(self, order: Order, instance: Instance) -> str | None:
        """Say which constraint an arranged tour violates; None if it satisfies all."""
        wrong = self._wrong_end(order, instance)
        if wrong is not None:
            return wrong
        following = dict(zip(order.tolist(), np.roll(order, -1).tolist(), strict=True))
        if not self.closed:
            del following[int(order[-1])]
        for a, b in fixed_edges_of(instance).tolist():
            backwards = instance.symmetric and following.get(b) == a
            if following.get(a) != b and not backwards:
                names = name_of(a, instance), name_of(b, instance)
                return "lacks the fixed edge from {} to {}".format(*names)
        arcs = np.array([*following.items()], np.int64).reshape(-1, 2)
        infinite = np.isinf(instance.distance(arcs[:, 0], arcs[:, 1]))
        if infinite.any():
            a, b = (name_of(node, instance) for node in arcs[infinite][0].tolist())
            return f"goes from {a} to {b}, which is forbidden"
        return None

    def _wrong_end(self, order: Order, instance: Instance) -> str | None:
        """Say which end of an arranged tour is wrong; None if both are right."""
        ends = (("begin", self.start, order[0]), ("end", self.end, order[-1]))
        for verb, wanted, found in ends:
            if wanted is not None and found != wanted:
                at, other = (name_of(int(node), instance) for node in (found, wanted))
                return f"{verb}s at {at} and must {verb} at {other}"
        return None


ROUND_TRIP = Constraints()


def fixed_edges_of(instance: Instance) -> NDArray[np.int32]:
    """Return the fixed edges of an instance as pairs, of which there may be none."""
    return np.empty((0, 2), np.int32) if instance.fixed_edges is None else instance.fixed_edges
