"""Progress without a terminal: lines for a log, objects for a program."""

import json

import pytest

from heataco.bench.driver import Tally
from heataco.cli import logs
from heataco.cli.bench_progress import grid_progress
from heataco.cli.logs import Form, log_lines, progress_form


@pytest.fixture
def soon(monkeypatch):
    """Let lines follow each other quickly."""
    monkeypatch.setattr(logs, "INTERVAL", 0.005)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("options", ["", "--predictor none"])
def test_lines_of_a_search(heataco, files, options):
    """A log would say nothing of a search that goes on for hours."""
    answer = heataco(f"decode points.tsp --time-limit 0.5 {options}")
    lines = answer.err.splitlines()
    assert lines[0].startswith("heataco: decoding points")
    assert len(lines) > 2
    assert all(line.startswith("heataco: points: ") for line in lines[1:])
    assert "iteration" in lines[-1]
    assert "best" in lines[-1]
    assert files.exists()


@pytest.mark.usefixtures("files", "soon")
def test_objects_of_a_search(heataco):
    """A program could not follow a search."""
    answer = heataco("decode points.tsp --time-limit 0.3 --log-json --best-known 1")
    start, *middle, end = map(json.loads, answer.err.splitlines())
    assert (start["event"], start["n"], start["decoder"]) == ("start", 40, "focused")
    assert middle
    assert {line["event"] for line in middle} == {"progress"}
    assert end["event"] == "end"
    assert end["iteration"] > 0
    assert end["gap"] == pytest.approx(100 * (end["best"] - 1))


@pytest.mark.usefixtures("files", "soon")
def test_objects_of_a_set(heataco):
    """A program could not tell how far a set is."""
    answer = heataco("decode set.txt --all --iterations 5 --log-json")
    start, *_, end = map(json.loads, answer.err.splitlines())
    assert (start["event"], start["total"], start["kept"]) == ("start", 3, 0)
    assert (end["event"], end["finished"], end["failed"]) == ("end", 3, 0)


def test_lines_of_tasks(capsys, monkeypatch):
    """A log would not say how many tasks are done and how long the others will take."""
    tally = Tally(9, 4, finished=2, failed=1)
    monkeypatch.setattr(logs, "INTERVAL", 0.001)
    with grid_progress("tiny", Form.LINES) as on_tally:
        on_tally(tally)
        shown = ""
        while shown.count("\n") < 2:
            shown += capsys.readouterr().err
    assert "heataco: tiny: 7 of 9 done, 1 failed, 0 s, about 0 s left" in shown


def test_short_work_is_silent(capsys):
    """A log would be filled with lines about work of moments."""
    with log_lines(Form.LINES, lambda seconds: "here", dict):
        pass
    assert capsys.readouterr() == ("", "")


def test_which_form(monkeypatch):
    """A bar would be drawn into a log, or lines written over a terminal."""
    for terminal, form in ((True, Form.BAR), (False, Form.LINES)):
        monkeypatch.setattr(logs.sys.stderr, "isatty", lambda terminal=terminal: terminal)
        assert progress_form(quiet=False, log_json=False) is form
        assert progress_form(quiet=False, log_json=True) is Form.JSON
        assert progress_form(quiet=True, log_json=True) is Form.NONE
