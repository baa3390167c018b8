"""TSPLIB tours, .tour."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour, to_indices
from heataco.files.atomic import atomic_write
from heataco.files.errors import FileError, PathLike, reading
from heataco.files.sections import name_line, read_sections
from heataco.files.text import number_text


def read_tour(path: PathLike) -> NDArray[np.int32]:
    """Read a tour in TSPLIB form; nodes are counted from 0 in what is returned.

    Raises
    ------
    FileError
        If the file is missing or cut off, or its TOUR_SECTION is not a permutation of
        1 .. DIMENSION; the message names the node and line.
    """
    with reading(path):
        file = read_sections(path)
        if "TYPE" in file.headers:
            file.choice("TYPE", ("TOUR",))
        section = file.section("TOUR_SECTION")
        numbers = section.numbers()
        ends = np.flatnonzero(numbers == -1)
        nodes = numbers[: ends[0]] if len(ends) else numbers
        if len(ends) and (numbers[ends[0] :] != -1).any():
            raise FileError(path, "more than one tour in TOUR_SECTION", section.line_of(ends[0]))
        if len(nodes) == 0:
            raise FileError(path, "TOUR_SECTION is empty", section.line)
        section.check_nodes(nodes, file.dimension() or len(nodes))
        return nodes.astype(np.int32) - np.int32(1)


def write_tour(
    tour: Any, path: PathLike, *, name: str = "", cost: float | None = None, closed: bool = True
) -> None:
    """Write a tour in TSPLIB form.

    Parameters
    ----------
    tour
        A permutation of 0 .. n-1.
    path
        The file to write or replace.
    name
        Its NAME.
    cost
        The length of the tour, for its COMMENT.
    closed
        Whether it returns to its first node; the COMMENT of an open path says so.

    Raises
    ------
    FileError
        If the file cannot be written.
    ValueError
        If the tour is not a permutation, or the name has more than one line.
    """
    nodes = as_tour(tour, to_indices(tour, "tour").size)
    lines = [name_line(name)]
    length = [] if cost is None else [f"Length {number_text(cost)}"]
    comment = ", ".join([*length, *([] if closed else ["open path"])])
    if comment:
        lines.append(f"COMMENT : {comment}")
    lines += ["TYPE : TOUR", f"DIMENSION : {len(nodes)}", "TOUR_SECTION"]
    lines += map(str, (nodes + 1).tolist())
    with atomic_write(path) as file:
        file.write("\n".join([*lines, "-1", "EOF", ""]).encode())
