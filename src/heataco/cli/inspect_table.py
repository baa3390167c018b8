"""Heatmaps of a set: whether each helps, and the paper's table of diagnostics."""

import csv
import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import heataco
from heataco._text_tables import markdown, tex, tex_line
from heataco.cli.inspect_report import number
from heataco.diagnostics import HeatmapComparison, Summary


@dataclass(frozen=True)
class SetRow:
    """Means over a set for one source of heatmaps, and the comparison; None without searches."""

    heatmap: str
    set_name: str
    summary: Summary
    comparison: HeatmapComparison | None

    @property
    def verdict(self) -> str:
        """The grades, with their counts if there are several."""
        grades = self.summary.grades
        if len(grades) == 1:
            return next(iter(grades))
        return ", ".join(f"{count} {grade}" for grade, count in grades.items())


def _compared(row: SetRow, name: str) -> str:
    """Return a number of the comparison as text; a dash for none."""
    value = None if row.comparison is None else getattr(row.comparison, name)
    return number(math.nan if value is None else value, 3)


# The paper's columns, then those of the distances for comparison.
_FIGURES: dict[str, Callable[[SetRow], str]] = {
    "Edges/n": lambda row: number(row.summary.edges_per_node),
    "Miss %": lambda row: number(row.summary.missing_percent),
    "P(e>1)": lambda row: number(row.summary.evidence_precision),
    "R-precision": lambda row: number(row.summary.r_precision),
    "by distance": lambda row: number(row.summary.nearest_r_precision),
    "verdict": lambda row: row.verdict,
}
_TEXTS = ("answer", "verdict")  # columns of words
_COLUMNS: dict[str, Callable[[SetRow], str]] = {
    "Heatmap": lambda row: row.heatmap,
    "Set": lambda row: row.set_name,
    **_FIGURES,
    "trust": lambda row: number(row.summary.trust),
    "gap with": lambda row: _compared(row, "gap_with"),
    "without": lambda row: _compared(row, "gap_without"),
    "answer": lambda row: "–" if row.comparison is None else row.comparison.answer,
    "instances": lambda row: str(row.summary.instances),
}


def print_answers(rows: Sequence[SetRow]) -> None:
    """Print for people whether each heatmap helps, its trust and its grades."""
    from rich.console import Console

    console = Console(markup=False, highlight=False)
    console.print(f"{rows[0].set_name}, {rows[0].summary.instances} instance(s)")
    for row in rows:
        console.print(f"\n{row.heatmap}", style="bold")
        if row.comparison is not None:
            console.print(str(row.comparison), soft_wrap=True)
        console.print(f"Trust {number(row.summary.trust)} on average. Grade: {row.verdict}.")


def print_rows(rows: Sequence[SetRow]) -> None:
    """Print the rows of one set for people."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Means")
    table.add_column("Heatmap")
    for header in _FIGURES:
        table.add_column(header, justify="left" if header in _TEXTS else "right")
    for row in rows:
        table.add_row(row.heatmap, *(text(row) for text in _FIGURES.values()))
    console = Console(markup=False, highlight=False)
    console.print()
    console.print(table)


def set_table(rows: Sequence[SetRow], form: str) -> str:
    """Return the table in one of `FORMATS`, with an end of line."""
    return _WRITERS[form](rows) + "\n"


def _cells(row: SetRow) -> list[str]:
    return [text(row) for text in _COLUMNS.values()]


def _markdown(rows: Sequence[SetRow]) -> str:
    return markdown(list(_COLUMNS), map(_cells, rows))


def _latex(rows: Sequence[SetRow]) -> str:
    sides = "".join("l" if name in ("Heatmap", "Set", *_TEXTS) else "r" for name in _COLUMNS)
    begin = rf"\begin{{tabular}}{{@{{}}{sides}@{{}}}}"
    lines = [begin, r"\toprule", tex_line(list(map(tex, _COLUMNS)))]
    lines += [r"\midrule", *(tex_line(list(map(tex, _cells(row)))) for row in rows)]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _csv(rows: Sequence[SetRow]) -> str:
    file = io.StringIO()
    records = [{**_record(row), "verdict": row.verdict, **_comparison_cells(row)} for row in rows]
    names = [name for name in records[0] if name not in ("bands", "grades", "comparison")]
    writer = csv.DictWriter(file, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return file.getvalue().rstrip("\n")


def _json(rows: Sequence[SetRow]) -> str:
    table = {"rows": [_record(row) for row in rows], "version": heataco.__version__}
    return json.dumps(table, allow_nan=False)


def _record(row: SetRow) -> dict[str, Any]:
    comparison = None if row.comparison is None else row.comparison.to_dict()
    return {
        "heatmap": row.heatmap,
        "set": row.set_name,
        **row.summary.to_dict(),
        "comparison": comparison,
    }


_CSV_CELLS = (
    "answer",
    "gap_with",
    "gap_without",
    "difference",
    "wins",
    "ties",
    "losses",
    "p_value",
)


def _comparison_cells(row: SetRow) -> dict[str, Any]:
    found = {} if row.comparison is None else row.comparison.to_dict()
    return {name: found.get(name) for name in _CSV_CELLS}


_WRITERS: dict[str, Callable[[Sequence[SetRow]], str]] = {
    "markdown": _markdown,
    "csv": _csv,
    "latex": _latex,
    "json": _json,
}
FORMATS = tuple(_WRITERS)
