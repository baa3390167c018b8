"""Tables as Markdown, LaTeX and CSV."""

import csv
import io
from collections.abc import Callable
from itertools import groupby
from typing import Any

from heataco._checks import require_known
from heataco._text_tables import markdown, tex, tex_line
from heataco.bench.tables.cells import TableCell
from heataco.bench.tables.table import Table

_NOTHING = "–"


def require_format(form: str) -> None:
    """Refuse an unknown form.

    Raises
    ------
    ValueError
        Listing the known ones.
    """
    require_known("format", form, FORMATS)


def write_table(table: Table, form: str) -> str:
    """Return a table as markdown, latex or csv, with an end of line.

    Raises
    ------
    ValueError
        For another form.
    """
    require_format(form)
    return FORMATS[form](table) + "\n"


def _markdown(table: Table) -> str:
    headers = [*table.labels, *(" ".join(filter(None, column)) for column in table.columns)]
    body = markdown(headers, ([*row.labels, *map(_plain, row.cells)] for row in table.rows))
    notes = "\n".join(f"- {note}" for note in table.notes)
    return f"### {table.title}\n\n{body}\n\n{notes}"


def _plain(cell: TableCell) -> str:
    text = f"**{cell.text}**" if cell.bold and cell.text else cell.text
    if cell.paper:
        return f"{text or _NOTHING} ({cell.paper})"
    return text or _NOTHING


def _latex(table: Table) -> str:
    count = len(table.labels)
    spans = [(name, len(list(part))) for name, part in groupby(name for name, _ in table.columns)]
    top = [""] * count
    top += [rf"\multicolumn{{{width}}}{{c}}{{\textbf{{{tex(name)}}}}}" for name, width in spans]
    line = [rf"\textbf{{{tex(label)}}}" for label in table.labels]
    line += [tex(shown) for _, shown in table.columns]
    lines = [
        r"% needs \usepackage{booktabs}",
        rf"\begin{{tabular}}{{@{{}}{'c' * count}|{'c' * len(table.columns)}@{{}}}}",
        r"\toprule",
        tex_line(top),
        tex_line(line),
    ]
    for row in table.rows:
        lines += [r"\midrule"] if row.first else []
        lines.append(tex_line([*map(tex, row.labels), *map(_tex_cell, row.cells)]))
    notes = [f"% {note}" for note in table.notes]
    return "\n".join([f"% {table.title}", *lines, r"\bottomrule", r"\end{tabular}", *notes])


def _tex_cell(cell: TableCell) -> str:
    text = tex(cell.text)
    text = rf"\textbf{{{text}}}" if cell.bold and text else text or "---"
    return text if not cell.paper else rf"{text} {{\footnotesize({tex(cell.paper)})}}"


def _csv(table: Table) -> str:
    """Write the numbers of each cell in columns of their own, and published ones as they are."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    names = [
        list(dict.fromkeys(key for row in table.rows for key in row.cells[place].numbers))
        for place in range(len(table.columns))
    ]
    headers = list(table.labels)
    for (label, shown), keys in zip(table.columns, names, strict=True):
        headers += [f"{label} {key}".strip() for key in keys]
        headers.append(" ".join(filter(None, (label, shown, "(paper)"))))
    writer.writerow(headers)
    for row in table.rows:
        values: list[Any] = list(row.labels)
        for cell, keys in zip(row.cells, names, strict=True):
            values += [cell.numbers.get(key) for key in keys] + [cell.paper]
        writer.writerow(values)
    return file.getvalue().rstrip("\n")


FORMATS: dict[str, Callable[[Table], str]] = {
    "markdown": _markdown,
    "latex": _latex,
    "csv": _csv,
}
