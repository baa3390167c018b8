"""Heatmaps of a set in one table, a row a heatmap: the paper's table of diagnostics."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import heataco
from heataco._text_tables import markdown, tex, tex_line
from heataco.cli.inspect_report import number
from heataco.diagnostics import Summary


@dataclass(frozen=True)
class SetRow:
    """The means of one source of heatmaps over a set."""

    heatmap: str
    set_name: str
    summary: Summary

    @property
    def verdict(self) -> str:
        """The grades, with their numbers where there are several."""
        grades = self.summary.grades
        if len(grades) == 1:
            return next(iter(grades))
        return ", ".join(f"{count} {grade}" for grade, count in grades.items())


# The paper's columns, then what puts them into proportion.
_FIGURES: dict[str, Callable[[SetRow], str]] = {
    "Edges/n": lambda row: number(row.summary.edges_per_node),
    "Miss %": lambda row: number(row.summary.missing_percent),
    "P(e>1)": lambda row: number(row.summary.evidence_precision),
    "R-precision": lambda row: number(row.summary.r_precision),
    "by distance": lambda row: number(row.summary.nearest_r_precision),
    "verdict": lambda row: row.verdict,
}
_COLUMNS: dict[str, Callable[[SetRow], str]] = {
    "Heatmap": lambda row: row.heatmap,
    "Set": lambda row: row.set_name,
    **_FIGURES,
    "instances": lambda row: str(row.summary.instances),
}


def print_rows(rows: Sequence[SetRow]) -> None:
    """Print the rows of one set for people."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{rows[0].set_name}, {rows[0].summary.instances} instance(s)")
    table.add_column("Heatmap")
    for header in _FIGURES:
        table.add_column(header, justify="left" if header == "verdict" else "right")
    for row in rows:
        table.add_row(row.heatmap, *(text(row) for text in _FIGURES.values()))
    Console(markup=False, highlight=False).print(table)


def set_table(rows: Sequence[SetRow], form: str) -> str:
    """Return the table in one of `FORMATS`, with an end of line."""
    return _WRITERS[form](rows) + "\n"


def _cells(row: SetRow) -> list[str]:
    return [text(row) for text in _COLUMNS.values()]


def _markdown(rows: Sequence[SetRow]) -> str:
    return markdown(list(_COLUMNS), map(_cells, rows))


def _latex(rows: Sequence[SetRow]) -> str:
    lines = [r"\begin{tabular}{@{}llrrrrrlr@{}}", r"\toprule", tex_line(list(map(tex, _COLUMNS)))]
    lines += [r"\midrule", *(tex_line(list(map(tex, _cells(row)))) for row in rows)]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _csv(rows: Sequence[SetRow]) -> str:
    file = io.StringIO()
    records = [{**_record(row), "verdict": row.verdict} for row in rows]
    names = [name for name in records[0] if name not in ("bands", "grades")]
    writer = csv.DictWriter(file, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return file.getvalue().rstrip("\n")


def _json(rows: Sequence[SetRow]) -> str:
    table = {"rows": [_record(row) for row in rows], "version": heataco.__version__}
    return json.dumps(table, allow_nan=False)


def _record(row: SetRow) -> dict[str, Any]:
    return {"heatmap": row.heatmap, "set": row.set_name, **row.summary.to_dict()}


_WRITERS: dict[str, Callable[[Sequence[SetRow]], str]] = {
    "markdown": _markdown,
    "csv": _csv,
    "latex": _latex,
    "json": _json,
}
FORMATS = tuple(_WRITERS)
