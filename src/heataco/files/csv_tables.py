"""CSV and TSV: points with ids, or a matrix of distances with labels."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from heataco._arrays import FloatArray
from heataco.files.csv_rows import Table, number, open_table
from heataco.files.errors import FileError, PathLike, reading
from heataco.files.options import ReadOptions
from heataco.files.text import number_text
from heataco.instances import Instance, LabelledInstance, Metric
from heataco.instances.ids import ids_from_text
from heataco.instances.intake import from_array
from heataco.instances.tables import PointColumns, point_columns


def read_csv(path: PathLike, options: ReadOptions) -> list[LabelledInstance]:
    """Read the one instance of a table.

    With a head that names x and y, or lat and lon, the rows are nodes; otherwise the table is a
    matrix, with or without labels. Without a head, two columns of numbers are x and y, and a text
    before them is the id.

    Raises
    ------
    FileError
        If the file is missing or no such table, or can be read in two ways; the message names
        the line, or both ways.
    """
    with reading(path), open(path, "rb") as file:
        table = open_table(path, file)
        columns = _columns(table, options)
        name = Path(path).stem
        if columns is None:
            return [LabelledInstance(_read_matrix(table, name))]
        return [LabelledInstance(_read_points(table, columns, options, name))]


def write_csv(instance: Instance) -> Iterator[str]:
    """Return the rows of an instance as `read_csv` takes them, line by line.

    Points have a head with the names of the columns, which say whether distances are those of
    the plane, of space or of the Earth; other metrics than the exact ones are not kept.
    """
    if instance.matrix is not None:
        labels = [*(instance.ids or range(instance.n))]
        yield csv_line(["", *labels])
        for label, row in zip(labels, instance.matrix, strict=True):
            yield csv_line([label, *map(number_text, row.tolist())])
        return
    assert instance.coordinates is not None
    yield csv_line([*([] if instance.ids is None else ["id"]), *axis_names(instance)])
    for node, point in enumerate(instance.coordinates):
        before = [] if instance.ids is None else [instance.ids[node]]
        yield csv_line([*before, *map(number_text, point.tolist())])


def axis_names(instance: Instance) -> list[str]:
    """Return the names of the columns that the coordinates of an instance have in a table."""
    return (
        ["lat", "lon"]
        if instance.metric.spherical
        else ["x", "y", "z"][: instance.metric.dimensions]
    )


def csv_line(cells: Iterable[object]) -> str:
    """Return a row, with quotes where they are needed."""
    return ",".join(_quoted(str(cell)) for cell in cells) + "\n"


def _quoted(text: str) -> str:
    plain = not any(sign in text for sign in ',;"\n\r\t') and text == text.strip()
    return text if plain else '"' + text.replace('"', '""') + '"'


def _columns(table: Table, options: ReadOptions) -> PointColumns | None:
    """Say where the points are; None for a matrix."""
    metric = options.metric
    if metric is Metric.EXPLICIT or len(table.names or ()) == table.width - 1:
        return None  # a head without a name for the labels of the rows is that of a matrix
    if table.names is not None or options.columns is not None:
        names = table.names or [str(column) for column in range(1, table.width + 1)]
        return point_columns(names, metric, options.columns)
    numbers = table.width - table.text_first
    if numbers > 3 or (metric is None and numbers == 3 and not table.text_first):
        if metric is None and table.width == 3:
            raise FileError(
                table.path,
                "three columns without a header row may be id, x and y, or x, y and z; give the "
                "metric euclidean or euclidean_3d, or name the columns",
            )
        return None
    first = table.width - (metric.dimensions if metric else numbers)
    if first not in (0, 1):
        raise FileError(table.path, f"has {table.width} columns, too few for metric {metric}")
    default = Metric.EUCLIDEAN if numbers == 2 else Metric.EUCLIDEAN_3D
    places = tuple(range(first, table.width))
    return PointColumns(places, 0 if first else None, metric or default)


def _read_points(table: Table, columns: PointColumns, options: ReadOptions, name: str) -> Instance:
    points, ids = [], []
    for line, cells in table.rows:
        with reading(table.path, line):
            points.append([number(cells[column]) for column in columns.coordinates])
        if columns.ids is not None:
            ids.append(cells[columns.ids])
    square = len(points) == table.width - table.text_first
    if table.names is None and options.metric is None and options.columns is None and square:
        raise FileError(
            table.path,
            f"{len(points)} rows without a header row may be {len(points)} points or their "
            "distances; give the metric euclidean or EXPLICIT",
        )
    return Instance.from_coordinates(
        np.array(points), columns.metric, name=name, ids=ids_from_text(ids) if ids else None
    )


def _read_matrix(table: Table, name: str) -> Instance:
    rows = list(_matrix_rows(table))
    labels = [label for label, _ in rows]
    matrix = np.array([numbers for _, numbers in rows])
    ids = None if table.names is None else table.names
    if len(rows) == table.width:  # what stands first is a number like the others
        first = [
            0.0 if not label and not row else number(label) for row, label in enumerate(labels)
        ]
        matrix = np.column_stack([first, matrix])
    elif len(rows) == table.width - 1:
        if ids is not None and ids[-len(rows) :] != labels:
            raise FileError(
                table.path,
                "the labels of rows and columns differ, and there are no columns x and y or lat "
                "and lon",
            )
        ids = labels
    else:
        named = "" if table.names is None else ", no columns x and y or lat and lon"
        raise FileError(
            table.path, f"has {len(rows)} rows of {table.width} cells{named}; a matrix is square"
        )
    diagonal = np.einsum("ii->i", matrix)
    diagonal[np.isnan(diagonal)] = 0.0
    return from_array(
        matrix, Metric.EXPLICIT, name=name, ids=None if ids is None else ids_from_text(ids)
    )


def _matrix_rows(table: Table) -> Iterator[tuple[str, FloatArray]]:
    """Yield the first cell as it stands and the others as numbers; an empty one is NaN."""
    for line, cells in table.rows:
        with reading(table.path, line):
            numbers = [number(cell) if cell else np.nan for cell in cells[1:]]
        yield cells[0], np.array(numbers)
