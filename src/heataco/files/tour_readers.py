"""Reading tours; the suffix gives the format, or the content of a stream."""

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco.files.csv_rows import names_in, number, open_table
from heataco.files.errors import FileError, PathLike, reading
from heataco.files.geojson import read_json
from heataco.files.sections import read_sections
from heataco.files.sources import head_of, regular_file
from heataco.files.text import shown
from heataco.files.tsplib_tours import OPEN_PATH, read_tsplib_tour


def read_tour(path: PathLike) -> NDArray[np.int32]:
    """Read a tour; nodes are counted from 0 in what is returned.

    Parameters
    ----------
    path
        A `.json` file with a list `tour`, a `.csv` file with a column `node`, both counted from 0
        as `write_tour` and `heataco decode --json` write them, or else a file in TSPLIB form.
        Without a suffix, such as a pipe, the content says which.

    Raises
    ------
    FileError
        If the file is missing or cut off, or does not hold every node once; the message names
        the node and, where there are lines, the line.
    """
    with reading(path), regular_file(path) as file:
        form = file.path.suffix.lower() or tour_suffix_by_content(file.path)
        if form in _ONLY_WRITTEN and tour_suffix_by_content(file.path) != ".tour":
            raise FileError(path, f"holds no tour to read; give one in {', '.join(READ_TOURS)}")
        return _READERS.get(form, read_tsplib_tour)(file.path)


def is_open_path(path: PathLike) -> bool:
    """Tell whether a file that `read_tour` can read says that its tour is an open path.

    `.csv` files do not say.

    Raises
    ------
    FileError
        As `read_tour` does.
    """
    with reading(path), regular_file(path) as file:
        form = file.path.suffix.lower() or tour_suffix_by_content(file.path)
        if form == ".json":
            return read_json(file.path).get("closed") is False
        if form == ".csv":
            return False
        remarks = read_sections(file.path).headers.get("COMMENT", "").split(",")
        return remarks[-1].strip() == OPEN_PATH


def _read_json_tour(path: PathLike) -> NDArray[np.int32]:
    nodes = read_json(path).get("tour")
    if not isinstance(nodes, list) or not nodes:
        raise FileError(path, "holds no list called tour")
    wrong = next((node for node in nodes if type(node) is not int or abs(node) > 2**31), None)
    if wrong is not None:
        raise FileError(path, f"tour holds {shown(repr(wrong))}, which is not a node number")
    return as_tour(np.array(nodes), len(nodes))


def _read_csv_tour(path: PathLike) -> NDArray[np.int32]:
    with open(path, "rb") as file:
        table = open_table(path, file, min_width=1)
        names = [name.lower() for name in table.names or ()]
        if names.count("node") != 1 or len(names) != table.width:
            raise FileError(path, "has no column called node")
        column, nodes = names.index("node"), []
        for line, cells in table.rows:
            with reading(path, line):
                nodes.append(number(cells[column]))
    numbers = np.array(nodes)
    if (numbers != np.floor(numbers)).any() or (np.abs(numbers) > 2**31).any():
        raise FileError(path, "the column node must hold node numbers only")
    return as_tour(numbers.astype(np.int64), len(numbers))


def tour_suffix_by_content(path: PathLike) -> str:
    """Return the suffix that a tour of the same content would have; empty if it is not a tour."""
    head = head_of(path).lstrip()
    if head.startswith(b"{"):
        return ".json"
    if b"TOUR_SECTION" in head:
        return ".tour"
    return ".csv" if "node" in names_in(head) else ""


_READERS = {".json": _read_json_tour, ".csv": _read_csv_tour}
READ_TOURS = (".tour", *_READERS)
_ONLY_WRITTEN = (".geojson", ".txt")
