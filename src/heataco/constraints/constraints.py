"""Ends and fixed edges of a tour, and whether a given order of the nodes holds to them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._checks import require_count
from heataco.instances import Instance
from heataco.instances.edges import checked_edges

Order = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Constraints:
    """What a tour is asked to be, beside short.

    Parameters
    ----------
    start
        The node that comes first; None for any.
    end
        The node that comes last, of an open path; None for any.
    closed
        Whether the tour returns to its first node; otherwise it is an open path.
    fixed_edges
        Pairs of nodes that are neighbours in it; arcs where the instance is asymmetric. Those of
        the instance come on top.

    Raises
    ------
    ValueError
        For an end of a closed tour, an end that is the start, or `closed` that is not a bool.
    """

    start: int | None = None
    end: int | None = None
    closed: bool = True
    fixed_edges: Any = None

    def __post_init__(self) -> None:
        if not isinstance(self.closed, bool | np.bool_):
            raise ValueError(f"closed is {self.closed!r}; give True or False")
        if self.closed and self.end is not None:
            raise ValueError(
                f"end is {self.end!r}, but the tour is closed and returns to its start; for a path "
                "that ends there give closed=False (--open), for a tour that returns no end"
            )
        if self.start is not None and self.end is not None and self.start == self.end:
            raise ValueError(
                f"start and end are both {self.start!r}; give two nodes, or for a tour that "
                "returns start alone, without closed=False (--open)"
            )

    def edges(self, instance: Instance) -> NDArray[np.int32]:
        """Return all fixed edges of an instance; a ValueError if a node is not one of it."""
        for name in ("start", "end"):
            if getattr(self, name) is not None:
                require_count(name, getattr(self, name), 0, instance.n - 1)
        given = [checked_edges(self.fixed_edges, instance.n), instance.fixed_edges]
        edges = [pairs for pairs in given if pairs is not None]
        return np.concatenate(edges) if edges else np.empty((0, 2), np.int32)

    def arranged(self, order: Order, instance: Instance) -> Order:
        """Turn a closed tour to its start, or a path of a symmetric instance to its ends."""
        if self.closed:
            if self.start is None:
                return order
            return np.roll(order, -int(np.flatnonzero(order == self.start)[0]))
        turned = np.ascontiguousarray(order[::-1])
        wrong = self._wrong_end(order) is not None and self._wrong_end(turned) is None
        return turned if wrong and instance.symmetric else order

    def fault(self, order: Order, instance: Instance) -> str | None:
        """Say what is wrong with an arranged tour; None if it holds to everything."""
        wrong = self._wrong_end(order)
        if wrong is not None:
            return wrong
        following = dict(zip(order.tolist(), np.roll(order, -1).tolist(), strict=True))
        if not self.closed:
            del following[int(order[-1])]
        for a, b in self.edges(instance).tolist():
            backwards = instance.symmetric and following.get(b) == a
            if following.get(a) != b and not backwards:
                return f"lacks the fixed edge from {a} to {b}"
        arcs = np.array([*following.items()], np.int64).reshape(-1, 2)
        infinite = np.isinf(instance.distance(arcs[:, 0], arcs[:, 1]))
        if infinite.any():
            a, b = arcs[infinite][0].tolist()
            return f"goes from {a} to {b}, which is forbidden"
        return None

    def _wrong_end(self, order: Order) -> str | None:
        """Say at which end an arranged tour is not where it should be."""
        if self.start is not None and order[0] != self.start:
            return f"begins at {order[0]}, and start is {self.start}"
        if self.end is not None and order[-1] != self.end:
            return f"ends at {order[-1]}, and end is {self.end}"
        return None
