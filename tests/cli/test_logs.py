"""Progress without a terminal: lines for a log, objects for a program."""

import json
import re

import pytest

from heataco.bench.driver import Tally
from heataco.cli import logs
from heataco.cli.bench_progress import grid_progress
from heataco.cli.logs import Form, log_lines, progress_form
from heataco.cli.progress import search_progress
from heataco.instances import Instance
from heataco.results import Budget, Progress

SQUARE = Instance.from_coordinates([[0, 0], [1, 0], [1, 1], [0, 1]], name="square", best_known=4.0)
HALFWAY = Progress(iteration=1_500, seconds=3.0, iteration_best=4.4, best=4.2)


@pytest.fixture
def soon(monkeypatch):
    """Let lines follow each other quickly."""
    monkeypatch.setattr(logs, "INTERVAL", 0.005)


def written(capsys, words):
    """Return what is on stderr once it has these words."""
    shown = ""
    while words not in shown or not shown.endswith("\n"):
        shown += capsys.readouterr().err
    return shown


@pytest.mark.usefixtures("soon")
def test_lines_of_a_search(capsys):
    """A log would say nothing of a search that goes on for hours, or of its preparation."""
    with search_progress(SQUARE, Budget(iterations=3_000), Form.LINES) as on_progress:
        assert "heataco: square: " in written(capsys, "preparing")
        on_progress(HALFWAY)
        shown = written(capsys, "iteration")
    assert "iteration 1,500/3,000  best 4.200000  gap 5.000 %" in shown


@pytest.mark.usefixtures("soon")
def test_objects_during_a_search(capsys):
    """A program could not follow a search."""
    with search_progress(SQUARE, Budget(iterations=3_000), Form.JSON) as on_progress:
        on_progress(HALFWAY)
        lines = written(capsys, "progress").splitlines()
    line = json.loads(lines[-1])
    assert (line["event"], line["instance"], line["iteration"]) == ("progress", "square", 1_500)
    assert (line["best"], line["gap"]) == (4.2, pytest.approx(5))


@pytest.mark.usefixtures("files")
def test_objects_of_a_search(heataco):
    """A program would have to read sentences, or could not tell the end of a search."""
    answer = heataco("decode points.tsp --iterations 5 --log-json")
    start, end = map(json.loads, answer.err.splitlines())
    assert (start["event"], start["n"], start["decoder"]) == ("start", 40, "focused")
    assert (end["event"], end["iteration"]) == ("end", 5)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("limit", ["--iterations 0", "--iterations 3 --decoder greedy"])
def test_object_of_the_end(heataco, limit):
    """A program would be told that a search that reports no iteration found nothing."""
    answer = heataco(f"decode points.tsp {limit} --log-json --json --best-known 4")
    end, result = json.loads(answer.err.splitlines()[-1]), json.loads(answer.out)
    assert (end["best"], end["gap"]) == (result["cost"], result["gap"])
    assert end["iteration"] == result["iterations"]


@pytest.mark.usefixtures("files")
def test_objects_of_a_set(heataco):
    """A program could not tell how far a set is."""
    answer = heataco("decode set.txt --all --iterations 5 --log-json")
    start, *_, end = map(json.loads, answer.err.splitlines())
    assert (start["event"], start["total"], start["kept"]) == ("start", 3, 0)
    assert (end["event"], end["finished"], end["failed"]) == ("end", 3, 0)


@pytest.mark.usefixtures("soon")
def test_lines_of_tasks(capsys):
    """A log would not say how many tasks are done and how long the others will take."""
    with grid_progress("tiny", Form.LINES) as on_tally:
        on_tally(Tally(9, 4, finished=2, failed=1))
        shown = written(capsys, "about")
    assert re.search(r"heataco: tiny: 7 of 9 done, 1 failed, \d+ s, about \d+ s left", shown)


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
