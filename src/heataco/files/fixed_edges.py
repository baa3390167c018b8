"""The FIXED_EDGES_SECTION of TSPLIB files."""

import numpy as np
from numpy.typing import NDArray

from heataco.files.errors import FileError
from heataco.files.sections import SectionedFile

_NAME = "FIXED_EDGES_SECTION"


def read_fixed_edges(file: SectionedFile, n: int) -> NDArray[np.int64] | None:
    """Return the fixed edges of a file, with nodes counted from 0; None if it has none.

    Raises FileError, with the line, unless the section holds pairs of two of 1 .. n and then -1,
    which may be missing.
    """
    if _NAME not in file.sections:
        return None
    section = file.sections[_NAME]
    numbers = section.numbers()
    ends = np.flatnonzero(numbers == -1)
    nodes = numbers[: ends[0]] if len(ends) else numbers
    valid = (nodes >= 1) & (nodes <= n) & (nodes == np.floor(nodes))
    if not valid.all():
        position = int(np.argmin(valid))
        node = str(nodes[position]).removesuffix(".0")
        problem = f"{_NAME}: node {node} is not one of 1..{n}"
        raise FileError(file.path, problem, section.line_of(position))
    if len(nodes) % 2:
        problem = f"{_NAME} holds {len(nodes)} nodes; an edge needs two"
        raise FileError(file.path, problem, section.line_of(len(nodes) - 1))
    pairs = nodes.astype(np.int64).reshape(-1, 2) - 1
    loops = pairs[:, 0] == pairs[:, 1]
    if loops.any():
        position = 2 * int(np.argmax(loops))
        problem = f"{_NAME} joins node {int(nodes[position])} to itself"
        raise FileError(file.path, problem, section.line_of(position))
    return pairs
