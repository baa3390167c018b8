"""Nodes as callers name them: by id where an instance has ids, else by number."""

import re
from typing import Any

import numpy as np

from heataco._checks import described, listed, require_count, suggestion
from heataco.instances import Instance
from heataco.instances.edges import checked_edges

_MAX_COMPARED = 10_000  # for a suggestion, in a fraction of a second
_WHOLE = re.compile(r"-?[0-9]{1,18}")


def node_of(name: str, value: Any, instance: Instance) -> int:
    """Return the number of a node.

    Parameters
    ----------
    name
        What to call the argument in an error.
    value
        An id where the instance has ids, otherwise a number; either may be given as a text.
    instance
        Whose node it is.

    Raises
    ------
    ValueError
        If there is no such node.
    """
    if instance.ids is not None:
        return _node_of_id(name, value, instance.ids)
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        value = int(value)
    require_count(name, value, 0, instance.n - 1)
    return int(value)


def name_of(node: int, instance: Instance) -> str:
    """Return what to call a node in an error: its id, or its number."""
    return str(node if instance.ids is None else instance.ids[node])


def _node_of_id(name: str, value: Any, ids: tuple[str | int, ...]) -> int:
    if isinstance(value, str | int | np.integer) and not isinstance(value, bool):
        if value in ids:
            return ids.index(value)
        texts = [str(one) for one in ids]  # 7 and "7" are told apart only where both are ids
        if str(value) in texts:
            return texts.index(str(value))
    known = listed([repr(one) for one in ids])
    raise ValueError(
        f"{name} is {described(value)}, which is not the id of a node; give one of {known}"
        f"{suggestion(value, map(str, ids[:_MAX_COMPARED]))}"
    )


def with_edges(instance: Instance, fixed_edges: Any) -> Instance:
    """Return an instance with further fixed edges, whose nodes are named as in `node_of`.

    Raises
    ------
    ValueError
        If they are not pairs of two nodes of the instance.
    """
    if fixed_edges is None:
        return instance
    if instance.ids is not None or _are_texts(fixed_edges):
        fixed_edges = [_pair_of_ids(pair, instance) for pair in fixed_edges]
    further = checked_edges(fixed_edges, instance.n)
    if further is None:
        return instance
    known = instance.fixed_edges
    return instance.with_fixed_edges(further if known is None else np.concatenate((known, further)))


def _are_texts(pairs: Any) -> bool:
    """Tell whether pairs are those of a shell."""
    return isinstance(pairs, list | tuple) and any(
        isinstance(node, str) for pair in pairs if isinstance(pair, list | tuple) for node in pair
    )


def _pair_of_ids(pair: Any, instance: Instance) -> list[int]:
    nodes = list(pair) if isinstance(pair, list | tuple | np.ndarray) else []
    if len(nodes) != 2:
        raise ValueError(f"fixed_edges holds {described(pair)}; give pairs of ids")
    return [node_of("a node of fixed_edges", node, instance) for node in nodes]
