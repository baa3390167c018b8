"""TSPLIB instances, .tsp and .atsp."""

from pathlib import Path

import numpy as np

from heataco._arrays import FloatArray
from heataco.files.atomic import atomic_write
from heataco.files.best_known import is_of_tsplib, with_best_known
from heataco.files.errors import FileError, PathLike, reading
from heataco.files.fixed_edges import read_fixed_edges
from heataco.files.sections import OTHER_SECTIONS, SectionedFile, name_line, read_sections
from heataco.files.text import number_text
from heataco.instances import Instance, Metric
from heataco.instances.instance import require_instance
from heataco.instances.metrics import warn_of_misread

TSPLIB_SUFFIXES = (".tsp", ".atsp")

# The metrics that do not round have no names in TSPLIB and are extensions.
_METRICS = {metric.upper(): metric for metric in Metric}
_EXTENSIONS = [metric for metric in Metric if not metric.isupper()]

_OTHER_PROBLEMS = {
    "HCP": "the search for a Hamiltonian cycle in a graph, without lengths",
    "HPP": "a Hamiltonian path problem",
    "SOP": "a sequential ordering problem, with precedences",
    "CVRP": "a vehicle routing problem, with capacities",
    "TOUR": "a tour, not a problem: read it with read_tour",
}

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

    Every EDGE_WEIGHT_FORMAT is understood, and every EDGE_WEIGHT_TYPE but SPECIAL; as an
    extension also the metrics that do not round, such as EUCLIDEAN. An instance of TSPLIB, by name
    and number of nodes, gets its best-known cost.

    The edges of a FIXED_EDGES_SECTION become the `fixed_edges` of the instance, which then has no
    best-known cost.

    Warns
    -----
    UserWarning
        If latitudes or longitudes of type GEO have 60 minutes or more, as decimal degrees would.

    Raises
    ------
    FileError
        If the file is missing, cut off or not of this form; the message names the line.
    """
    return read_tsplib_as(path, path)


def read_tsplib_as(path: PathLike, shown: PathLike) -> Instance:
    """Read what `read_tsplib` reads, and call the file by another name in warnings."""
    with reading(path):
        file = read_sections(path)
        _require_problem(file)
        n = file.dimension()
        if n is None:
            raise FileError(path, "DIMENSION is missing")
        metric = _METRICS[file.choice("EDGE_WEIGHT_TYPE", tuple(_METRICS))]
        name = file.headers.get("NAME") or Path(path).stem
        if metric is Metric.EXPLICIT:
            instance = Instance.from_matrix(_matrix(file, n), name=name)
        else:
            points = _coordinates(file, n, metric.dimensions)
            instance = Instance(name, metric, points, None)
        instance = instance.with_fixed_edges(read_fixed_edges(file, n))
    if instance.coordinates is not None and not is_of_tsplib(name, n):  # ali535 has such minutes
        warn_of_misread(instance.coordinates, metric, f"{shown}: ", stacklevel=4)
    return instance if metric in _EXTENSIONS else with_best_known(instance, name)


def write_tsplib(instance: Instance, path: PathLike) -> None:
    """Write an instance in TSPLIB form so that reading it gives the identical numbers.

    A matrix is written as FULL_MATRIX. The metrics that do not round, EUCLIDEAN and others, are
    types that other programs do not know. Ids have no place in this form.

    Raises
    ------
    FileError
        If the file cannot be written.
    ValueError
        For anything but an instance, or if the name has more than one line.
    """
    require_instance(instance)
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


def _require_problem(file: SectionedFile) -> None:
    """Refuse the other kinds of problems that TSPLIB has, each by what it is."""
    word = (file.headers.get("TYPE", "TSP").split() or [""])[0].upper()
    if word in _OTHER_PROBLEMS:
        raise file.error(
            f"TYPE {word} is {_OTHER_PROBLEMS[word]}; TSP and ATSP can be read", "TYPE"
        )
    if "TYPE" in file.headers:
        file.choice("TYPE", ("TSP", "ATSP"))
    other = next((name for name in OTHER_SECTIONS if name in file.sections), None)
    if other is not None:
        raise file.error(f"{other} belongs to a problem other than TSP and ATSP", other)


def _coordinates(file: SectionedFile, n: int, dimensions: int) -> FloatArray:
    section = file.section("NODE_COORD_SECTION")
    numbers = section.numbers()
    width = 1 + dimensions
    if len(numbers) % width:
        axes = " ".join("xyz"[:dimensions])
        raise FileError(
            file.path,
            f"NODE_COORD_SECTION holds {len(numbers)} numbers; a node needs {width}, number {axes}",
            section.line_of(len(numbers)),
        )
    table = numbers.reshape(-1, width)
    section.check_nodes(table[:, 0], n, stride=width)
    coordinates = np.empty((n, dimensions))
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
