"""Tables in the paper's layouts, as values; `writers` turns them into text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from heataco.bench.header import Header
from heataco.bench.summary import CellSummary
from heataco.bench.tables.cells import TableCell, cell_of, gap_digits
from heataco.bench.tables.layout import COMPARISONS, DIAGNOSTICS, HEADERS, TableLayout
from heataco.bench.tables.notes import notes_of

Key = tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """Labels and cells of one row; `first` where a new group begins."""

    labels: Key
    cells: tuple[TableCell, ...]
    first: bool = False


@dataclass(frozen=True)
class Table:
    """A finished table.

    Parameters
    ----------
    title
        One line.
    labels
        Headers of the label columns.
    columns
        Headers of the others: the label, and what the cell shows.
    rows
        The rows in order.
    notes
        What must be said below it.
    """

    title: str
    labels: Key
    columns: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]


def make_table(header: Header, summaries: Sequence[CellSummary], correction: str = "holm") -> Table:
    """Lay out the results of an experiment.

    Raises
    ------
    ValueError
        If the experiment has no table, or two cells come to the same place.
    """
    layout = header.table
    if layout is None:
        hint = "; heataco plot draws its figure" if header.figure is not None else ""
        raise ValueError(
            f"{header.name}: the experiment has no [table], which defines rows, columns and "
            f"cells; add one to its .toml and run heataco table on that{hint}"
        )
    shown = [one for one in summaries if _shown(one, layout)]
    places: dict[tuple[Key, Key], CellSummary] = {}
    for one in shown:
        place = _key(one, layout.rows, layout), _key(one, layout.columns, layout)
        if place in places:
            raise ValueError(
                f"{header.name}: [table] puts ({places[place].cell.title}) and "
                f"({one.cell.title}) into the same place; add an axis to rows or columns"
            )
        places[place] = one
    written = {column: _column(places, *column) for column in _columns(shown, layout)}
    columns = [column for column, cells in written.items() if any(map(_says, cells.values()))]
    rows, group = [], None
    for key in _row_keys(shown, layout):
        cells = [written[column].get(key, TableCell()) for column in columns]
        if not any(map(_says, cells)):
            continue
        new = next(_group(places[key, c], layout) for c, _ in columns if (key, c) in places)
        rows.append(Row(key, tuple(cells), first=new != group))
        group = new
    return Table(
        title=header.title,
        labels=tuple(axis.capitalize() for axis in layout.rows),
        columns=tuple((" ".join(filter(None, key)), HEADERS[kind]) for key, kind in columns),
        rows=tuple(_bold(rows, columns, layout.bold)),
        notes=notes_of(shown, correction),
    )


def _column(
    places: Mapping[tuple[Key, Key], CellSummary], key: Key, kind: str
) -> dict[Key, TableCell]:
    """Return the cells of a column by row, all gaps with the same number of decimals."""
    held = {row: one for (row, column), one in places.items() if column == key}
    digits = gap_digits(held.values(), kind)
    return {row: cell_of(one, kind, digits) for row, one in held.items()}


def _says(cell: TableCell) -> bool:
    return bool(cell.text or cell.paper)


def _shown(one: CellSummary, layout: TableLayout) -> bool:
    """Leave out references, and baselines of tables that only compare with them."""
    if one.cell.reference:
        return False
    if not set(layout.cells) <= COMPARISONS:
        return True
    return bool(one.cell.baseline) or one.cell.kind == "diagnosis"


def _label(one: CellSummary, axis: str, layout: TableLayout) -> str:
    if axis == "heatmap" and not one.cell.heatmap:
        # The row of a method without heat is called after it, once.
        return "" if {"method", "variant"} & set(layout.rows) else one.cell.method
    return str(getattr(one.cell, axis))


def _key(one: CellSummary, axes: Sequence[str], layout: TableLayout) -> Key:
    return tuple(_label(one, axis, layout) for axis in axes)


def _group(one: CellSummary, layout: TableLayout) -> str:
    return _label(one, layout.group, layout)


def _columns(shown: Sequence[CellSummary], layout: TableLayout) -> list[tuple[Key, str]]:
    """Return keys and cell kinds in order: sets and settings as the experiment lists them."""
    kinds: dict[Key, list[str]] = {}
    for key in _ordered((_key(one, layout.columns, layout) for one in shown), layout.columns):
        holders = [one for one in shown if _key(one, layout.columns, layout) == key]
        measured = any(one.cell.kind == "diagnosis" for one in holders)
        kinds[key] = list(DIAGNOSTICS) if measured else [c for c in layout.cells if c in HEADERS]
    return [(key, kind) for key, parts in kinds.items() for kind in parts]


def _row_keys(shown: Sequence[CellSummary], layout: TableLayout) -> list[Key]:
    groups = list(dict.fromkeys(_group(one, layout) for one in shown))
    owner = {_key(one, layout.rows, layout): _group(one, layout) for one in reversed(shown)}
    keys = dict.fromkeys(_key(one, layout.rows, layout) for one in shown)
    return sorted(keys, key=lambda key: groups.index(owner[key]))


def _ordered(keys: Iterable[Key], axes: Sequence[str]) -> list[Key]:
    """Return distinct keys, the first axis outermost, each in order of appearance."""
    distinct = list(dict.fromkeys(keys))
    orders = [list(dict.fromkeys(key[place] for key in distinct)) for place in range(len(axes))]
    return sorted(
        distinct,
        key=lambda key: [order.index(part) for order, part in zip(orders, key, strict=True)],
    )


def _bold(rows: list[Row], columns: list[tuple[Key, str]], axis: str) -> list[Row]:
    """Mark the lowest gap of each column or row."""
    if not axis:
        return rows
    gaps = [place for place, (_, kind) in enumerate(columns) if kind == "gap"]
    values = [[row.cells[place].value for place in gaps] for row in rows]
    lines = values if axis == "row" else list(zip(*values, strict=True))
    lowest = [min((v for v in line if v is not None), default=None) for line in lines]
    marked = []
    for number, row in enumerate(rows):
        cells = list(row.cells)
        for column, place in enumerate(gaps):
            best = lowest[number if axis == "row" else column]
            if best is not None and cells[place].value == best:
                cells[place] = replace(cells[place], bold=True)
        marked.append(replace(row, cells=tuple(cells)))
    return marked
