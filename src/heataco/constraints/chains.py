"""Fixed edges as chains: maximal paths that a tour passes in one go."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from heataco._checks import listed

Chain = list[int]


def find_chains(
    edges: NDArray[np.integer],
    n: int,
    *,
    symmetric: bool,
    gap: int | None,
    label: Callable[[int], str],
) -> list[Chain]:
    """Join fixed edges to chains, in the direction of the arcs where there is one.

    A circle through all n nodes gives a chain of all of them.

    Parameters
    ----------
    edges
        Pairs of nodes.
    n
        Number of nodes.
    symmetric
        Whether a pair is an edge; otherwise it is an arc.
    gap
        The node that stands for the way back of an open path, whose edges no user has fixed.
    label
        What to call a node in an error.

    Raises
    ------
    ValueError
        If no tour contains all edges: too many at a node, or a cycle that leaves out nodes.
    """
    onward: dict[int, int] = {}
    back: dict[int, int] = {}
    for a, b in _directed(edges, symmetric, gap, label):
        for at, other, links, words in ((a, b, onward, "leave"), (b, a, back, "enter")):
            if at in links and gap in (other, links[at]):
                raise ValueError(f"a fixed edge {words}s {label(at)} of the path")
            if at in links:
                raise ValueError(f"two fixed edges {words} {label(at)}; no tour contains both")
        onward[a], back[b] = b, a
    chains = [_follow(onward, node) for node in onward if node not in back]
    left = set(onward) - {node for chain in chains for node in chain}
    if not left:
        return chains
    circle = _follow(onward, min(left))
    if len(circle) < n and gap in circle:
        ends = sorted((label(back[gap]), label(onward[gap])), key=lambda end: "start" not in end)
        raise ValueError("fixed edges join {}, and {}, and leave out other nodes".format(*ends))
    if len(circle) < n:
        words = listed([label(node) for node in circle])
        raise ValueError(f"the fixed edges form a cycle ({words}) that leaves out other nodes")
    return [circle]


def _follow(onward: dict[int, int], first: int) -> Chain:
    """Return the nodes from the first one on, until the end or the first one again."""
    chain = [first]
    while (node := onward.get(chain[-1])) is not None and node != first:
        chain.append(node)
    return chain


def _directed(
    edges: NDArray[np.integer], symmetric: bool, gap: int | None, label: Callable[[int], str]
) -> list[tuple[int, int]]:
    """Return each edge once; where it has no direction, with that of a walk along its chain."""
    pairs = [(int(a), int(b)) for a, b in edges]
    if not symmetric:
        return list(dict.fromkeys(pairs))
    beside: dict[int, dict[int, None]] = {}
    for a, b in pairs:
        beside.setdefault(a, {})[b] = None
        beside.setdefault(b, {})[a] = None
    for node, others in beside.items():
        if len(others) > 2 and gap in others:
            raise ValueError(
                f"{len(others) - 1} fixed edges meet at {label(node)} of the path; at most one can"
            )
        if len(others) > 2:
            raise ValueError(f"{len(others)} fixed edges meet at {label(node)}; at most two can")
    arcs: list[tuple[int, int]] = []
    seen: set[int] = set()
    # From the ends first, so that what is left are circles.
    for first in sorted(beside, key=lambda node: (len(beside[node]), node)):
        at = first
        while at not in seen:
            seen.add(at)
            following = next((other for other in beside[at] if other not in seen), None)
            if following is None:
                closes = len(beside[at]) == 2 and first in beside[at]
                arcs += [(at, first)] if closes else []
                break
            arcs.append((at, following))
            at = following
    return arcs
