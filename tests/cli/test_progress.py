"""The progress bar: what it shows, and where it stays away."""

import io
import os
import subprocess
import sys

import pytest
from rich.console import Console

from heataco.cli import progress as progress_module
from heataco.cli.progress import cost_text, describe, search_bar
from heataco.instances import Instance
from heataco.results import Budget, Progress

SQUARE = Instance.from_coordinates([[0, 0], [1, 0], [1, 1], [0, 1]], best_known=4.0)
HALFWAY = Progress(iteration=1_500, seconds=3.0, iteration_best=4.4, best=4.2)


def test_description():
    """The bar would not say how far the search is, how good, or how fast."""
    text = describe(HALFWAY, SQUARE, Budget(iterations=3_000))
    assert text == "iteration 1,500/3,000  best 4.200000  gap 5.000 %  500 it/s"
    unknown = Instance.from_coordinates(SQUARE.coordinates)
    assert describe(HALFWAY, unknown, Budget(seconds=5)) == (
        "iteration 1,500  best 4.200000  500 it/s"
    )


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (221440.0, "221440"),
        (7.5, "7.500000"),
        (71.77281234, "71.77281"),
        (1234567.25, "1234567.2"),
        (999999999999999.0, "999999999999999"),
        (1e15, "1.000000e+15"),
        (1.3e300, "1.300000e+300"),
    ],
)
def test_costs(cost, text):
    """TSPLIB's integers would be rounded, others have too few digits, or huge ones hundreds."""
    assert cost_text(cost) == text


def test_bar_is_drawn_and_removed():
    """The bar would stay empty, or stand in the way of the summary."""
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=100)
    with search_bar(SQUARE, Budget(iterations=3_000), console=console) as on_progress:
        assert on_progress(HALFWAY) is None
    assert "iteration 1,500/3,000" in file.getvalue()
    assert file.getvalue().endswith("\x1b[2K")  # the line is erased


def test_updates_are_rare(monkeypatch):
    """Fast iterations would spend their time on drawing."""
    calls = []
    monkeypatch.setattr(progress_module, "describe", lambda *_: calls.append(1) or "")
    monkeypatch.setattr(progress_module.time, "monotonic", iter(range(0, 100)).__next__)
    monkeypatch.setattr(progress_module, "_INTERVAL", 10)
    console = Console(file=io.StringIO(), force_terminal=True, get_time=lambda: 0.0)
    with search_bar(SQUARE, Budget(), console=console) as on_progress:
        for _ in range(50):
            on_progress(HALFWAY)
    assert len(calls) == 5


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("option", "drawn"), [("--json", True), ("--quiet", False)])
@pytest.mark.usefixtures("files")
def test_terminal(option, drawn):
    """A user at a terminal would see no bar, or one in spite of --quiet."""
    pty = pytest.importorskip("pty")
    terminal, theirs = pty.openpty()
    command = [sys.executable, "-m", "heataco", "decode", "points.tsp", "--iterations", "100"]
    done = subprocess.run([*command, option], stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.set_blocking(terminal, False)
    os.write(theirs, b"end")  # something to read even where nothing was drawn
    shown = os.read(terminal, 1 << 16)
    os.close(terminal)
    os.close(theirs)
    assert (b"preparing" in shown or b"it/s" in shown) == drawn
    assert b"it/s" not in done.stdout
