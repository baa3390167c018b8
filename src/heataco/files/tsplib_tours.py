"""TSPLIB tours, .tour."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from heataco.files.errors import FileError, PathLike, reading
from heataco.files.sections import name_line, read_sections
from heataco.files.text import number_text

OPEN_PATH = "open path"  # the last remark in the COMMENT of one


def read_tsplib_tour(path: PathLike) -> NDArray[np.int32]:
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


def tsplib_lines(
    tour: NDArray[np.int32], name: str, cost: float | None, *, closed: bool = True
) -> Iterator[str]:
    """Return the lines of a tour in TSPLIB form; the COMMENT of an open path says what it is.

    Raises
    ------
    ValueError
        If the name has more than one line.
    """
    yield name_line(name)
    length = [] if cost is None else [f"Length {number_text(cost)}"]
    remarks = [*length, *([] if closed else [OPEN_PATH])]
    if remarks:
        yield f"COMMENT : {', '.join(remarks)}"
    yield from ("TYPE : TOUR", f"DIMENSION : {len(tour)}", "TOUR_SECTION")
    yield from map(str, (tour + 1).tolist())
    yield from ("-1", "EOF")
