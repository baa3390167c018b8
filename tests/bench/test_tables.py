"""Tables: the right number at the right place, in all forms."""

import csv
import io
from dataclasses import replace

import pytest

from heataco.bench.grid import make_grid
from heataco.bench.layouts import TableLayout
from heataco.bench.paper import PaperFigures
from heataco.bench.summary import require_results, summarise_cells
from heataco.bench.table_cells import gap_text, time_text
from heataco.bench.table_writers import write_table
from heataco.bench.tables import make_table

pytest.importorskip("scipy")

PAPER = PaperFigures({"HeatACO": {"Rank": {"A": {"gap": "0.15±0.05", "wtl": "9/0/1↑"}}}})


def records_of(cells):
    """Make records with gaps that are easy to tell: MMAS 2 % and HeatACO 1 %, plus the index."""
    machine = {"processor": "P", "cores": 8}
    return {
        task.id: {
            "id": task.id,
            "status": "done",
            "task": task.content,
            "gap": (2.0 if cell.method.name == "MMAS" else 1.0) + task.instance.index,
            "cost": 1.0,
            "instance_digest": str(task.instance.index),
            "decode": {"seconds": 90.0, "cpu_seconds": 1.0},
            "predict": None if cell.heatmap is None else {"seconds": 0.5, "cpu_seconds": 0.5},
            "version": "1",
            "commit": None,
            "machine": machine,
        }
        for cell in cells
        for task in cell.tasks
    }


@pytest.fixture
def table(experiment):
    cells = make_grid(experiment)
    figures = summarise_cells(cells, records_of(cells))
    return make_table(experiment, figures, PAPER)


def test_cells(table):
    """A figure would stand in another row, or be another figure."""
    assert table.labels == ("Heatmap", "Variant")
    assert table.columns == (("A", "Gap %"), ("A", "Time"), ("A", "W/T/L"))
    mmas, heataco = table.rows
    assert mmas.labels == ("", "MMAS")
    assert [cell.text for cell in mmas.cells] == ["3.00±1.00", "1.50 m", ""]
    assert heataco.labels == ("Rank", "HeatACO")
    assert [cell.text for cell in heataco.cells] == ["2.00±1.00=", "0.50 s+1.50 m", "3/0/0="]
    assert [cell.paper for cell in heataco.cells] == ["0.15±0.05", "", "9/0/1↑"]


def test_notes_state_the_protocol(table):
    """A reader could not tell how the arrows came about, or on what machine."""
    notes = " ".join(table.notes)
    for words in ("zero_method='wilcox'", "Holm", "two-sided", "compared with MMAS", "8 cores"):
        assert words in notes


def test_notes_state_the_size(experiment):
    """A mean over one instance would pass for one over all."""
    cells = make_grid(experiment)
    records = records_of(cells)
    for task in cells[1].tasks:
        if task.instance.index > 0 or task.seed > 1:
            del records[task.id]
    figures = summarise_cells(cells, records)
    notes = make_table(experiment, figures, PAPER).notes
    assert "Instances × seeds: A 3 × 2 or 1 × 1." in notes


def test_forms(table):
    """A form would lose cells, or not be what other programs read."""
    markdown = write_table(table, "markdown")
    assert (
        "| Rank | HeatACO | 2.00±1.00= (0.15±0.05) | 0.50 s+1.50 m | 3/0/0= (9/0/1↑) |" in markdown
    )
    latex = write_table(table, "latex")
    assert r"Rank & HeatACO & 2.00$\pm$1.00= {\footnotesize(0.15$\pm$0.05)}" in latex
    body = [line for line in latex.splitlines() if line.endswith(r"\\")]
    assert {line.count("&") for line in body[1:]} == {4}
    rows = list(csv.reader(io.StringIO(write_table(table, "csv"))))
    assert rows[2] == [
        "Rank",
        "HeatACO",
        "2.00±1.00=",
        "0.15±0.05",
        "0.50 s+1.50 m",
        "",
        "3/0/0=",
        "9/0/1↑",
    ]


def test_incomplete_results_are_said(experiment):
    """A table of a few tasks would pass for one of all."""
    cells = make_grid(experiment)
    records = records_of(cells)
    del records[cells[0].tasks[0].id]
    table = make_table(experiment, summarise_cells(cells, records), PAPER)
    assert "11 of 12 tasks have results." in table.notes
    with pytest.raises(ValueError, match="none of the 0 results is of this grid"):
        require_results(summarise_cells(cells, {}), {})


def test_changed_data(experiment):
    """Runs on two versions of a file would be averaged."""
    cells = make_grid(experiment)
    records = records_of(cells)
    records[cells[0].tasks[0].id]["instance_digest"] = "other"
    with pytest.raises(ValueError, match="two different instances 0 of A"):
        summarise_cells(cells, records)


def test_collisions(experiment):
    """One of two methods at the same place would vanish."""
    squeezed = replace(experiment, table=TableLayout(rows=("set",), columns=("setting",)))
    cells = make_grid(squeezed)
    with pytest.raises(ValueError, match="into the same place; add an axis"):
        make_table(squeezed, summarise_cells(cells, records_of(cells)), PAPER)


def test_baselines_are_left_out_of_comparisons(experiment):
    """The table of wins would have an empty row for each baseline."""
    wins = replace(experiment, table=TableLayout(cells=("wtl",)))
    cells = make_grid(wins)
    table = make_table(wins, summarise_cells(cells, records_of(cells)), PAPER)
    assert [row.labels for row in table.rows] == [("Rank", "HeatACO")]


def test_bold(experiment):
    """The best figure would not stand out, or another one would."""
    bold = replace(experiment, table=TableLayout(bold="column"))
    cells = make_grid(bold)
    table = make_table(bold, summarise_cells(cells, records_of(cells)), PAPER)
    assert [row.cells[0].bold for row in table.rows] == [False, True]
    assert "**2.00±1.00=**" in write_table(table, "markdown")


def test_numbers():
    """Small gaps would all read 0.00, or rounding pass for a gap."""
    assert [
        gap_text(*pair) for pair in ((0.0045, 0.006), (6.141, 0.3), (1e-9, 1e-9), (5, None))
    ] == [
        "0.0045±0.0060",
        "6.14±0.30",
        "0",
        "5.00",
    ]
    assert (time_text(2.28), time_text(450)) == ("2.28 s", "7.50 m")
