"""The names that the nodes of an instance have outside of it."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ids = tuple[str | int, ...]
_LONGEST = 100  # digits; Python refuses to convert very long numbers


def checked_ids(ids: Any, n: int) -> Ids | None:
    """Return the ids of n nodes as a tuple; None where there are none.

    Raises
    ------
    ValueError
        For another number of ids, one that is neither a text nor an integer, or one that two
        nodes have.
    """
    if ids is None:
        return None
    if isinstance(ids, str) or not isinstance(ids, Iterable):
        raise ValueError(f"ids is a {type(ids).__name__}; give a sequence, one id for each node")
    checked = tuple(_checked_id(node, value) for node, value in enumerate(ids))
    if len(checked) != n:
        raise ValueError(f"{len(checked)} ids for {n} nodes; there must be one for each")
    if len(set(checked)) < n:
        first: dict[str | int, int] = {}
        for node, value in enumerate(checked):
            if value in first:
                raise ValueError(f"nodes {first[value]} and {node} both have the id {value!r}")
            first[value] = node
    return checked


def _checked_id(node: int, value: Any) -> str | int:
    if isinstance(value, str):
        return str(value)  # of NumPy's own kind of text, too
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return int(value)
    raise ValueError(f"the id of node {node} is {value!r}; ids are texts or integers")


def ids_in_order(ids: Ids | None, tour: NDArray[np.int32]) -> Ids | None:
    """Return the ids of nodes in the order of a tour; None where there are none."""
    return None if ids is None else tuple(ids[node] for node in tour.tolist())


def as_ids(values: list[Any]) -> list[str | int] | None:
    """Return labels as ids; None where one is neither a text nor an integer, or is there twice."""
    try:
        return list(checked_ids(values, len(values)) or ())
    except ValueError:
        return None


def ids_from_text(texts: list[str]) -> list[str] | list[int]:
    """Return ids that were read from a file: integers if all are, as they would be written."""
    if all(text.isascii() and text.lstrip("-").isdecimal() for text in texts):
        numbers = [int(text) for text in texts if len(text) < _LONGEST]
        if [str(number) for number in numbers] == texts:
            return numbers
    return texts
