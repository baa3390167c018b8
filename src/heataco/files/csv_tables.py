"""CSV and TSV: points with ids, or a matrix of distances with labels."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from heataco._arrays import FloatArray
from heataco.files.csv_rows import Table, number, open_table
from heataco.files.errors import FileError, PathLike, reading
from heataco.files.options import ReadOptions
from heataco.files.text import is_number, number_text
from heataco.instances import Instance, LabelledInstance, Metric
from heataco.instances.ids import ids_from_text
from heataco.instances.intake import from_array
from heataco.instances.metrics import checked_coordinates, decimal_degrees
from heataco.instances.tables import (
    PointColumns,
    ids_in_column,
    listed,
    point_columns,
    require_diagonal,
)


def read_csv(path: PathLike, options: ReadOptions) -> list[LabelledInstance]:
    """Read the one instance of a table.

    With a header row that names x and y, or lat and lon, the rows are nodes; otherwise the table
    is a matrix, with or without labels. Without a header row, two columns of numbers are x and y,
    and a text before them is the id.

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
            return [LabelledInstance(_read_matrix(table, name, options))]
        return [LabelledInstance(_read_points(table, columns, options, name))]


def write_csv(instance: Instance) -> Iterator[str]:
    """Return the rows of an instance as `read_csv` takes them, line by line.

    Points have a header row, whose names say whether distances are those of the plane, of space
    or of the Earth; other metrics than the exact ones are not kept.
    """
    if instance.matrix is not None:
        labels = [*(instance.ids or range(instance.n))]
        yield csv_line(["", *labels])
        for label, row in zip(labels, instance.matrix, strict=True):
            yield csv_line([label, *map(number_text, row.tolist())])
        return
    names, points = named_axes(instance)
    yield csv_line([*([] if instance.ids is None else ["id"]), *names])
    for node, point in enumerate(points.tolist()):
        before = [] if instance.ids is None else [instance.ids[node]]
        yield csv_line([*before, *map(number_text, point)])


def named_axes(instance: Instance) -> tuple[list[str], FloatArray]:
    """Return what a table calls the coordinates of an instance, and these; degrees are decimal."""
    assert instance.coordinates is not None
    if instance.metric.spherical:
        return ["lat", "lon"], decimal_degrees(instance.coordinates, instance.metric)
    return ["x", "y", "z"][: instance.metric.dimensions], instance.coordinates


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
        return None  # a header row without a name for the labels is that of a matrix
    if table.names is not None or options.columns is not None:
        names = table.names or [str(column) for column in range(1, table.width + 1)]
        return point_columns(names, metric, options.columns)
    numbers = table.width - table.text_first
    if numbers > 3 or (metric is None and numbers == 3 and not table.text_first):
        if metric is None and table.width == 3:
            raise FileError(
                table.path,
                "three columns without a header row may be id, x and y, or x, y and z, or "
                "distances; give the metric euclidean, euclidean_3d or EXPLICIT, or name the "
                "columns",
            )
        return None
    first = table.width - (metric.dimensions if metric else numbers)
    if first not in (0, 1):
        raise FileError(table.path, f"has {table.width} columns, too few for metric {metric}")
    default = Metric.EUCLIDEAN if numbers == 2 else Metric.EUCLIDEAN_3D
    places = tuple(range(first, table.width))
    return PointColumns(places, 0 if first else None, metric or default)


def _read_points(table: Table, columns: PointColumns, options: ReadOptions, name: str) -> Instance:
    points, ids, lines = [], [], []
    for line, cells in table.rows:
        lines.append(line)
        with reading(table.path, line):
            for column in columns.coordinates:
                if not cells[column]:
                    raise ValueError(f"column {column + 1} is empty; all nodes need coordinates")
            points.append([number(cells[column]) for column in columns.coordinates])
        if columns.ids is not None:
            ids.append(cells[columns.ids])
            if not ids[-1]:
                raise FileError(table.path, "has no id; all nodes need one, or no column id", line)
    square = len(points) == table.width - table.text_first
    if table.names is None and options.metric is None and options.columns is None and square:
        raise FileError(
            table.path,
            f"{len(points)} rows without a header row may be {len(points)} points or their "
            "distances; give the metric euclidean or EXPLICIT",
        )
    known = None
    if columns.ids is not None:
        names = table.names or range(1, table.width + 1)
        try:
            known = ids_in_column([*ids_from_text(ids)], names[columns.ids])
        except ValueError as error:
            raise FileError(table.path, str(error), _line_of_repeated(ids, lines)) from None
    try:
        return Instance.from_coordinates(np.array(points), columns.metric, name=name, ids=known)
    except ValueError as error:
        place = _line_of_fault(points, columns.metric, lines)
        raise FileError(table.path, str(error), place) from None


def _line_of_repeated(ids: list[str], lines: list[int]) -> int | None:
    """Return the line of the first id that was there before."""
    known = set[str]()
    for id_, line in zip(ids, lines, strict=True):
        if id_ in known:
            return line
        known.add(id_)
    return None


def _line_of_fault(points: list[list[float]], metric: Metric, lines: list[int]) -> int | None:
    """Return the line of the first point that a metric refuses; None if it is not one alone."""
    for point, line in zip(points, lines, strict=True):
        try:
            checked_coordinates(np.array([point]), metric)
        except ValueError:
            return line
    return None


def _read_matrix(table: Table, name: str, options: ReadOptions) -> Instance:
    rows = list(_matrix_rows(table))
    labels = [label for _, label, _ in rows]
    matrix = np.array([numbers for _, _, numbers in rows])
    ids = None if table.names is None else table.names
    labelled = len(rows) == table.width - 1
    if labelled:
        _check_labels(table, labels, matrix)
        ids = labels
    elif len(rows) == table.width:  # what stands first is a number like the others
        first = [number(label) if label else np.nan for label in labels]
        matrix = np.column_stack([first, matrix])
        if table.names is not None and options.metric is None:
            require_diagonal(matrix, table.names)
    else:
        named = _unnamed(table)
        raise FileError(
            table.path, f"has {len(rows)} rows of {table.width} cells; a matrix is square{named}"
        )
    diagonal = np.einsum("ii->i", matrix)
    diagonal[np.isnan(diagonal)] = 0.0
    for row, column in np.argwhere(np.isnan(matrix))[:1].tolist():
        place = f"column {column + labelled + 1}"
        problem = f"{place} holds no distance; write inf where there is no connection"
        raise FileError(table.path, problem, rows[row][0])
    return from_array(
        matrix, Metric.EXPLICIT, name=name, ids=None if ids is None else ids_from_text(ids)
    )


def _check_labels(table: Table, labels: list[str], matrix: FloatArray) -> None:
    """Refuse labels of the rows that are not those of the columns, or may be distances."""
    diagonal, n = np.diagonal(matrix), len(labels)
    if all(is_number(label) for label in labels):
        readings = f"may be the distances of {n} nodes with labels, or those of {n + 1}"
        if table.names is None and np.nan_to_num(diagonal).any():
            raise FileError(
                table.path,
                f"{n} rows of {n + 1} numbers {readings} without the last row; name the columns "
                "in a header row",
            )
        if table.names is not None and not table.names[0] and np.isnan(diagonal).all():
            raise FileError(table.path, f"{readings}; write 0 into the diagonal")
    if table.names is not None and table.names[-n:] != labels:
        raise FileError(
            table.path,
            f"the labels of rows and columns differ{_unnamed(table)}",
        )


def _matrix_rows(table: Table) -> Iterator[tuple[int, str, FloatArray]]:
    """Yield line, first cell as it stands and the others as numbers; an empty one is NaN."""
    hint = _unnamed(table)
    for line, cells in table.rows:
        with reading(table.path, line):
            numbers = [number(cell, hint) if cell else np.nan for cell in cells[1:]]
        yield line, cells[0], np.array(numbers)


def _unnamed(table: Table) -> str:
    """Say which columns there are instead of the usual ones, unless the table looks like a matrix.

    A matrix has no header row, or one without a name for the labels.
    """
    if table.names is None or not table.names[0]:
        return ""
    return (
        ", and no columns are called x and y, or lat and lon; if they are among "
        f"{listed(table.names)}, give columns (--columns x=NAME,y=NAME, or lat and lon)"
    )
