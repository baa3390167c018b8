"""Quick checks whether forbidden edges leave no tour.

Deciding that is as hard as finding the shortest tour, so the checks are not complete.
"""

import numpy as np
from numpy.typing import NDArray

from heataco._checks import listed

Allowed = NDArray[np.bool_]


def require_feasible(allowed: Allowed, labels: list[str], *, symmetric: bool, closed: bool) -> None:
    """Raise a ValueError if a quick check shows that every tour contains a forbidden edge.

    Parameters
    ----------
    allowed
        Whether a tour may go from one node to the other; never on the diagonal.
    labels
        What to call its nodes.
    symmetric
        Whether edges have no direction.
    closed
        Whether to call it a tour; otherwise a path.
    """
    if len(allowed) < 2:
        return
    problem = (
        _too_few(allowed, labels, symmetric) or _apart(allowed, labels) or _crowded(allowed, labels)
    )
    if problem is not None:
        what = "tour" if closed else "path"
        raise ValueError(f"there is no {what} without forbidden (infinite) edges: {problem}")


def _too_few(allowed: Allowed, labels: list[str], symmetric: bool) -> str | None:
    """Name a node that no tour can pass."""
    for axis, words in ((1, "leaves"), (0, "leads to")):
        blocked = ~allowed.any(axis=axis)
        if blocked.any():
            return f"no allowed edge {words} node {labels[int(np.argmax(blocked))]}"
    ends = allowed.sum(axis=1) < 2
    if symmetric and len(allowed) > 2 and ends.any():
        return f"node {labels[int(np.argmax(ends))]} has too few allowed edges"
    return None


def _apart(allowed: Allowed, labels: list[str]) -> str | None:
    """Name two nodes without a way from one to the other."""
    for graph, forwards in ((allowed, True), (allowed.T, False)):
        missed = ~_reached(graph)
        if missed.any():
            ends = [labels[0], labels[int(np.argmax(missed))]]
            return "{1} cannot be reached from {0}".format(*(ends if forwards else ends[::-1]))
    return None


def _reached(graph: Allowed) -> Allowed:
    """Return the nodes that can be reached from node 0."""
    reached = np.zeros(len(graph), bool)
    new = reached.copy()
    new[0] = True
    while new.any():
        reached |= new
        new = graph[new].any(axis=0) & ~reached
    return reached


def _crowded(allowed: Allowed, labels: list[str]) -> str | None:
    """Name nodes that have fewer possible successors together than they need."""
    successor_of = np.full(len(allowed), -1)
    owner = np.full(len(allowed), -1)  # of each node as a successor
    for node in range(len(allowed)):
        free = allowed[node] & (owner < 0)
        if free.any():
            successor_of[node] = np.argmax(free)
            owner[successor_of[node]] = node
    for node in np.flatnonzero(successor_of < 0).tolist():
        crowd = _augment(allowed, owner, node)
        if crowd is not None:
            words = listed([labels[i] for i in crowd])
            return f"the {len(crowd)} nodes {words} have only {len(crowd) - 1} possible successors"
    return None


def _augment(allowed: Allowed, owner: NDArray[np.int64], first: int) -> list[int] | None:
    """Give a node a successor by passing others on; return the nodes in the way if there is none.

    `owner` is changed in place.
    """
    seen = np.zeros(len(allowed), bool)
    asked_by = np.full(len(allowed), -1)
    queue = [first]
    for node in queue:
        new = allowed[node] & ~seen
        seen |= new
        asked_by[new] = node
        free = new & (owner < 0)
        if not free.any():
            queue += owner[new].tolist()
            continue
        successor = int(np.argmax(free))
        while True:
            asking = int(asked_by[successor])
            previous = np.flatnonzero(owner == asking)
            owner[successor] = asking
            if asking == first:
                return None
            successor = int(previous[0])
    return sorted(queue)
