"""TSPLIB instances, .tsp and .atsp."""

from pathlib import Path

import numpy as np

from heataco._arrays import FloatArray
from heataco.files.atomic import atomic_write
from heataco.files.errors import FileError, PathLike, reading
from heataco.files.fixed_edges import read_fixed_edges
from heataco.files.sections import SectionedFile, name_line, read_sections
from heataco.files.text import number_text
from heataco.instances import Instance, Metric

TSPLIB_SUFFIXES = (".tsp", ".atsp")

# EUCLIDEAN, the unrounded distance, has no name in TSPLIB and is an extension.
_METRICS = {metric.upper(): metric for metric in Metric}

# By symmetry the columns of one triangle are the rows of the other: (upper rows, diagonal).
_TRIANGLES = {
    "UPPER_ROW": (True, False),
    "LOWER_COL": (True, False),
    "UPPER_DIAG_ROW": (True, True),
    "LOWER_DIAG_COL": (True, True),
    "LOWER_ROW": (False, False),
    "UPPER_COL": (False, False),
    "LOWER_DIAG_ROW": (False, True),
    "UPPER_DIAG_COL": (False, True),
}


def read_tsplib(path: PathLike) -> Instance:
    """Read an instance in TSPLIB form.

    Every EDGE_WEIGHT_FORMAT is understood, and the EDGE_WEIGHT_TYPEs EUC_2D, CEIL_2D, ATT,
    GEO, EXPLICIT and, as an extension, EUCLIDEAN for the unrounded distance.

    The edges of a FIXED_EDGES_SECTION become the `fixed_edges` of the instance.

    Raises
    ------
    FileError
        If the file is missing, cut off or not of this form; the message names the line.
    """
    with reading(path):
        file = read_sections(path)
        if "TYPE" in file.headers:
            file.choice("TYPE", ("TSP", "ATSP"))
        n = file.dimension()
        if n is None:
            raise FileError(path, "DIMENSION is missing")
        metric = _METRICS[file.choice("EDGE_WEIGHT_TYPE", tuple(_METRICS))]
        name = file.headers.get("NAME") or Path(path).stem
        if metric is Metric.EXPLICIT:
            instance = Instance.from_matrix(_matrix(file, n), name=name)
        else:
            instance = Instance.from_coordinates(_coordinates(file, n), metric, name=name)
        return instance.with_fixed_edges(read_fixed_edges(file, n))


def write_tsplib(instance: Instance, path: PathLike) -> None:
    """Write an instance in TSPLIB form so that reading it gives the identical numbers.

    A matrix is written as FULL_MATRIX; the exact Euclidean metric as EDGE_WEIGHT_TYPE
    EUCLIDEAN, which other programs do not know.

    Raises
    ------
    FileError
        If the file cannot be written.
    ValueError
        If the name has more than one line.
    """
    lines = [
        name_line(instance.name),
        f"TYPE : {'TSP' if instance.symmetric else 'ATSP'}",
        f"DIMENSION : {instance.n}",
        f"EDGE_WEIGHT_TYPE : {instance.metric.upper()}",
    ]
    if instance.matrix is not None:
        lines += ["EDGE_WEIGHT_FORMAT : FULL_MATRIX", "EDGE_WEIGHT_SECTION"]
    else:
        lines += ["NODE_COORD_SECTION"]
    if instance.fixed_edges is not None:
        pairs = (instance.fixed_edges + 1).tolist()
        lines[4:4] = ["FIXED_EDGES_SECTION", *(f"{a} {b}" for a, b in pairs), "-1"]
    with atomic_write(path) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())
        for node, row in enumerate(instance._numbers, 1):
            label = [str(node)] if instance.matrix is None else []
            file.write((" ".join([*label, *map(number_text, row.tolist())]) + "\n").encode())
        file.write(b"EOF\n")


def _coordinates(file: SectionedFile, n: int) -> FloatArray:
    section = file.section("NODE_COORD_SECTION")
    numbers = section.numbers()
    if len(numbers) % 3:
        raise FileError(
            file.path,
            f"NODE_COORD_SECTION holds {len(numbers)} numbers; a node needs 3, number x y",
            section.line_of(len(numbers)),
        )
    table = numbers.reshape(-1, 3)
    section.check_nodes(table[:, 0], n, stride=3)
    coordinates = np.empty((n, 2))
    coordinates[table[:, 0].astype(np.int64) - 1] = table[:, 1:]
    return coordinates


def _matrix(file: SectionedFile, n: int) -> FloatArray:
    form = file.choice("EDGE_WEIGHT_FORMAT", ("FULL_MATRIX", *_TRIANGLES))
    section = file.section("EDGE_WEIGHT_SECTION")
    numbers = section.numbers()
    upper, diagonal = _TRIANGLES.get(form, (True, True))
    needed = n * n if form == "FULL_MATRIX" else n * (n + (1 if diagonal else -1)) // 2
    if len(numbers) != needed:
        raise FileError(
            file.path,
            f"EDGE_WEIGHT_SECTION holds {len(numbers)} numbers; DIMENSION {n} as {form} "
            f"needs {needed}",
            section.line_of(len(numbers)),
        )
    if form == "FULL_MATRIX":
        return numbers.reshape(n, n)
    matrix = np.zeros((n, n))
    start = 0
    for row in range(n):
        if upper:
            columns = slice(row if diagonal else row + 1, n)
        else:
            columns = slice(0, row + 1 if diagonal else row)
        stop = start + columns.stop - columns.start
        matrix[row, columns] = matrix[columns, row] = numbers[start:stop]
        start = stop
    return matrix
