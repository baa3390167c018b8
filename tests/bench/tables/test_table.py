"""Tables: the right number at the right place, in all forms."""

import csv
import io
from dataclasses import replace

import pytest

from heataco.bench.grid import make_grid
from heataco.bench.header import describe
from heataco.bench.store import Results
from heataco.bench.summary import summarise
from heataco.bench.tables.cells import _GAPS, _WRITERS, gap_text, time_text
from heataco.bench.tables.layout import CELLS, HEADERS, TableLayout
from heataco.bench.tables.table import make_table
from heataco.bench.tables.writers import write_table

PAPER = """[small.HeatACO.Rank]
A = { gap = "0.15±0.05", wtl = "9/0/1↑" }
"""


def results_of(experiment):
    """Return the header, and results with gaps that are easy to tell.

    MMAS has 2 % and HeatACO 1 %, plus the index.
    """
    cells = make_grid(experiment)
    header, labels = describe(experiment, cells)
    records = records_of(cells)
    return header, Results(records, {(header.grid, key): labels[key] for key in records})


def table_of(experiment, correction="holm"):
    header, results = results_of(experiment)
    return make_table(header, summarise(header, results, correction), correction)


def records_of(cells):
    machine = {"processor": "P", "cores": 8}
    return {
        task.id: {
            "id": task.id,
            "status": "done",
            "task": task.content,
            "gap": (2.0 if cell.method.name == "MMAS" else 1.0) + task.instance.index,
            "cost": 1.0,
            "instance": str(task.instance.index),
            "instance_digest": str(task.instance.index),
            "decode": {"seconds": 90.0, "cpu_seconds": 1.0},
            "limits": {"iterations": 4},
            "stop_reason": "iterations",
            "predict": None if cell.heatmap is None else {"seconds": 0.5, "cpu_seconds": 0.5},
            "version": "1",
            "commit": None,
            "machine": machine,
        }
        for cell in cells
        for task in cell.tasks
    }


@pytest.fixture
def experiment(experiment, folder):
    """Return the small experiment with published numbers."""
    (folder / "paper.toml").write_text(PAPER)
    return replace(experiment, paper=folder / "paper.toml")


@pytest.fixture
def table(experiment):
    return table_of(experiment)


def test_cells(table):
    """A figure would stand in another row, or be another figure."""
    assert table.labels == ("Heatmap", "Variant")
    assert table.columns == (("A", "Gap %"), ("A", "Time"), ("A", "W/T/L"))
    mmas, heataco = table.rows
    assert mmas.labels == ("", "MMAS")
    assert [cell.text for cell in mmas.cells] == ["3.00±1.00", "1.50 m", ""]
    assert heataco.labels == ("Rank", "HeatACO")
    assert [cell.text for cell in heataco.cells] == [
        "2.00±1.00 (too few)",
        "0.50 s+1.50 m",
        "3/0/0 (too few)",
    ]
    assert [cell.paper for cell in heataco.cells] == ["0.15±0.05", "", "9/0/1↑"]


@pytest.fixture
def larger(experiment):
    """Return the small experiment with enough instances for a test."""
    return replace(experiment, sets=(replace(experiment.sets[0], instances=8),))


def test_notes_state_the_protocol(larger, table):
    """A reader could not tell how the arrows came about, or on what machine."""
    notes = " ".join(table_of(larger).notes)
    test = ("zero dropped", "over the 1 comparisons", "two-sided", "compared with MMAS")
    for words in (*test, "8 cores", "budget: 4 iterations"):
        assert words in notes
    assert "fewer than 6" not in notes
    assert "  " not in notes
    assert "fewer than 6 instances" in " ".join(table.notes)


def test_arrows(larger):
    """A difference that is significant would not be told from one that is not."""
    heataco = table_of(larger).rows[1]
    assert [cell.text for cell in heataco.cells] == ["4.50±2.45↑", "0.50 s+1.50 m", "8/0/0↑"]


def test_every_cell_can_be_written():
    """An experiment could ask for a cell that no table can show."""
    assert _WRITERS.keys() | _GAPS.keys() == HEADERS.keys()


def test_notes_state_the_size(experiment):
    """A mean over one instance would pass for one over all."""
    header, results = results_of(experiment)
    for task in make_grid(experiment)[1].tasks:
        if task.instance.index > 0 or task.seed > 1:
            del results.records[task.id]
    notes = make_table(header, summarise(header, results)).notes
    assert "Instances × seeds: A 3 × 2 or 1 × 1." in notes


def test_forms(table):
    """A form would lose cells, or not be what other programs read."""
    markdown = write_table(table, "markdown")
    assert (
        "| Rank | HeatACO | 2.00±1.00 (too few) (0.15±0.05) | 0.50 s+1.50 m | "
        "3/0/0 (too few) (9/0/1↑) |"
    ) in markdown
    latex = write_table(table, "latex")
    assert r"Rank & HeatACO & 2.00$\pm$1.00 (too few) {\footnotesize(0.15$\pm$0.05)}" in latex
    body = [line for line in latex.splitlines() if line.endswith(r"\\")]
    assert {line.count("&") for line in body[1:]} == {4}
    rows = list(csv.reader(io.StringIO(write_table(table, "csv"))))
    row = dict(zip(rows[0], rows[2], strict=True))
    assert row["Variant"] == "HeatACO"
    assert (float(row["A gap"]), float(row["A gap_sd"])) == (2.0, 1.0)
    assert row["A gap_outcome"] == "(too few)"
    assert (float(row["A predict_seconds"]), float(row["A decode_seconds"])) == (0.5, 90.0)
    assert [int(row[f"A {key}"]) for key in ("wins", "ties", "losses")] == [3, 0, 0]
    assert (row["A Gap % (paper)"], row["A W/T/L (paper)"]) == ("0.15±0.05", "9/0/1↑")


def test_incomplete_results_are_said(experiment):
    """A table of a few tasks would pass for one of all."""
    header, results = results_of(experiment)
    results.records.pop(next(iter(results.records)))
    table = make_table(header, summarise(header, results))
    assert "11 of 12 tasks have results." in table.notes
    with pytest.raises(ValueError, match="no results of small yet; run heataco bench"):
        summarise(header, Results())


def test_changed_data(experiment):
    """Runs on two versions of a file would be averaged."""
    header, results = results_of(experiment)
    next(iter(results.records.values()))["instance_digest"] = "other"
    with pytest.raises(ValueError, match="two different instances 0 of A"):
        summarise(header, results)


def test_collisions(experiment):
    """One of two methods at the same place would vanish."""
    squeezed = replace(experiment, table=TableLayout(rows=("set",), columns=("setting",)))
    with pytest.raises(ValueError, match="into the same place; add an axis"):
        table_of(squeezed)


def test_baselines_are_left_out_of_comparisons(experiment):
    """The table of wins would have an empty row for each baseline."""
    wins = replace(experiment, table=TableLayout(cells=("wtl",)))
    assert [row.labels for row in table_of(wins).rows] == [("Rank", "HeatACO")]


def test_bold(experiment):
    """The best figure would not stand out, or another one would."""
    bold = replace(experiment, table=TableLayout(bold="column"))
    table = table_of(bold)
    assert [row.cells[0].bold for row in table.rows] == [False, True]
    assert "**2.00±1.00 (too few)**" in write_table(table, "markdown")


def test_numbers():
    """A gap would be cut short, or rounding pass for a gap."""
    assert gap_text(0.0045, 0.006, digits=4) == "0.0045±0.0060"
    assert gap_text(6.141, 0.3) == "6.14±0.30"
    assert [gap_text(1e-9, 1e-9), gap_text(5)] == ["0", "5.00"]
    assert (time_text(2.28), time_text(450)) == ("2.28 s", "7.50 m")


def test_decimals_of_a_column(experiment):
    """A small gap would read 0.00, or numbers of one column differ in their decimals."""
    shown = replace(experiment, table=TableLayout(cells=("gap", "worst")))
    header, results = results_of(shown)
    for record in results.records.values():
        if record["task"]["method"]["name"] == "heataco":
            record["gap"] = 0.004 if record["instance_digest"] == "2" else 0.0
    mmas, heataco = make_table(header, summarise(header, results)).rows
    assert [cell.text for cell in mmas.cells] == ["3.0000±1.0000", "4.0000"]
    assert [cell.text for cell in heataco.cells] == ["0.0013±0.0023 (too few)", "0.0040"]


def test_columns_of_csv_have_names_of_their_own(experiment):
    """Programs that read columns by name would get one of two."""
    every = write_table(table_of(replace(experiment, table=TableLayout(cells=tuple(CELLS)))), "csv")
    names = next(csv.reader(io.StringIO(every)))
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"iterations": 1_000_000}, "budget: 1,000,000 iterations"),
        ({"iterations": 5_000, "seconds": 0.25}, "budget: 5,000 iterations or 0.25 seconds"),
    ],
)
def test_budgets_in_notes(experiment, limits, words):
    """A budget of a million would read 1e+06."""
    header, results = results_of(experiment)
    for record in results.records.values():
        record["limits"] = limits
    notes = " ".join(make_table(header, summarise(header, results)).notes)
    assert words in notes


def test_no_table(experiment):
    """Whoever forgot the layout would not be told what to add."""
    header, _ = describe(replace(experiment, table=None), make_grid(experiment))
    with pytest.raises(ValueError, match=r"small: the experiment has no \[table\].*toml"):
        make_table(header, [])
