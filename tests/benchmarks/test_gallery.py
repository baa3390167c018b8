"""The experiment on the gallery: what is finished stays, and the table says what was seen."""

import importlib
from dataclasses import replace
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def script(monkeypatch):
    """Return a function that imports one of the scripts."""
    monkeypatch.syspath_prepend(SCRIPTS)
    return importlib.import_module


@pytest.fixture
def entry(script):
    """Return a run of Focused on an instance of 200 nodes."""
    return script("gallery_records").Entry(
        "new", "focused", "rings", 200, 1, 0, 0.2, 10.0, 0.2, 0.2, "abc"
    )


def run(script, monkeypatch, folder, *options):
    """Run two methods on two small instances."""
    monkeypatch.chdir(folder)
    words = "run --families rings,uniform_arcs --sizes 20 --count 1 --methods focused,plain"
    monkeypatch.setattr("sys.argv", ["gallery.py", *words.split(), *options])
    script("gallery").main()
    return (folder / "gallery.jsonl").read_text().splitlines()


def test_finished_runs_are_not_run_again(script, monkeypatch, tmp_path):
    """A run that was killed would begin again, or another build's results be taken for its own."""
    first = run(script, monkeypatch, tmp_path, "--no-long", "--label", "one")
    assert len(first) == 4
    assert run(script, monkeypatch, tmp_path, "--no-long", "--label", "one") == first
    assert len(run(script, monkeypatch, tmp_path, "--no-long", "--label", "two")) == 8


def test_lines_that_were_cut_off(script, entry, tmp_path):
    """A run that was killed while it wrote would leave a file that cannot be read or added to."""
    records = script("gallery_records")
    path = tmp_path / "runs.jsonl"
    records.append(path, entry)
    path.write_text(path.read_text() + '{"label": "ne')
    records.append(path, replace(entry, index=1))
    assert records.read(path) == [entry, replace(entry, index=1)]


def test_references_only_improve(script, entry, tmp_path):
    """Gaps would be to a tour that is not the best one seen."""
    runner = script("gallery").Runner(tmp_path / "a", tmp_path / "b", "new", "abc")
    for cost in (10.0, 12.0, None, 9.0, 9.5):
        runner._improve(replace(entry, cost=cost))
    assert runner.best == {entry.key: 9.0}
    assert [line.cost for line in script("gallery_records").read(tmp_path / "b")] == [10.0, 9.0]


def test_table(script, entry):
    """Mean, worst, aims that are missed, or instances behind a peer would be miscounted."""
    peer = replace(entry, method="fast_tsp", label="")
    late = replace(peer, method="elkai", index=2, cost=9.99, seconds=1.0)
    runs = [
        *(replace(entry, index=index, cost=cost) for index, cost in enumerate((10.0, 10.2, 10.0))),
        *(replace(peer, index=index, cost=cost) for index, cost in enumerate((10.1, 10.1, 10.0))),
        late,
        replace(late, index=1, cost=None),
    ]
    known = {replace(entry, index=index).key: 10.0 for index in range(3)}
    *_, row = script("gallery_table").lines(runs, known)
    cells = row.strip("| ").split(" | ")
    assert cells[:4] == ["rings", "200", "0.2", "3"]
    assert cells[4:] == [
        "**0.667 / 2.00**, 1",
        "0.667 / 1.00",
        "0.000 / 0.00 in 1.00 s, 1 given up",
    ]


def test_elkai_is_given_up(script, monkeypatch):
    """One instance would hold up the experiment for hours."""
    pytest.importorskip("elkai")
    methods = script("gallery_methods")
    monkeypatch.setattr(methods, "patience", lambda _: 0)
    case = methods.Case(script("heataco.bench.gallery").draw("duplicates_90", 100, 1, 0), 1)
    assert methods.elkai(case, 0.1) is None
