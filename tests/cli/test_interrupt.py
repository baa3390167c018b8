"""Ctrl-C: the best tour so far is kept."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import heataco as ha
from heataco.results import Interrupted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

COMMAND = [sys.executable, "-m", "heataco.cli.main", "decode", "points.tsp", "--time-limit", "600"]


def read_until(stream, word):
    """Read a file descriptor until a word has come."""
    text = b""
    while word not in text:
        piece = os.read(stream, 65536)
        assert piece, f"ended without {word}: {text.decode()}"
        text += piece


def check_interrupted(code, out, files):
    report = json.loads(out)
    tour = ha.read_tour(files / "best.tour")
    assert code == 130
    assert report["stop_reason"] == "interrupted"
    assert tour.tolist() == report["tour"]
    assert ha.read_tsplib(files / "points.tsp").cost(tour) == report["cost"]


def test_signal(files):
    """Ctrl-C, or a scheduler's signal, would lose the tour of a long search."""
    with subprocess.Popen(
        [*COMMAND, "--output", "best.tour", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            read_until(process.stderr.fileno(), b"decoding points")
            time.sleep(1.0)  # that line comes just before the search
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    check_interrupted(process.returncode, out, files)


def test_signal_under_the_bar(files):
    """Ctrl-C at a terminal, where the bar is drawn, would end like a success or lose the tour."""
    pty = pytest.importorskip("pty")
    terminal, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "--output", "best.tour", "--json"], stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        try:
            os.close(theirs)
            read_until(terminal, b"it/s")  # the bar has been told of an iteration
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
            os.close(terminal)
    check_interrupted(process.returncode, out, files)


@pytest.mark.usefixtures("files")
def test_before_there_is_a_tour(heataco, monkeypatch):
    """An early Ctrl-C would end in a traceback, or leave an empty file."""

    def interrupted(*_, **__):
        raise Interrupted([None])

    monkeypatch.setattr("heataco.cli.search.solve", interrupted)
    answer = heataco("decode points.tsp --output best.tour --quiet")
    assert (answer.code, answer.out) == (130, "")
    assert answer.err.strip() == "heataco: interrupted"
    assert not os.path.exists("best.tour")


@pytest.mark.usefixtures("files")
def test_second_ctrl_c_waits_for_the_file(heataco, monkeypatch):
    """An impatient second Ctrl-C would lose what the first one kept."""
    write = ha.write_tour

    def slow_write(*args, **kwargs):
        os.kill(os.getpid(), signal.SIGINT)
        write(*args, **kwargs)

    monkeypatch.setattr("heataco.cli.outputs.write_tour", slow_write)
    answer = heataco("decode points.tsp --iterations 2 --output best.tour --quiet")
    assert answer.code == 0
    assert len(ha.read_tour("best.tour")) == 40
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
