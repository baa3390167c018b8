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

HUP = getattr(signal, "SIGHUP", None)
SIGNALS = [number for number in (signal.SIGINT, signal.SIGTERM, HUP) if number is not None]
COMMAND = [sys.executable, "-m", "heataco.cli.main", "decode", "points.tsp", "--time-limit", "600"]


@pytest.fixture(autouse=True)
def _signals_as_usual():
    """Let commands inherit no ignored signals, as those under nohup do."""
    before = {number: signal.getsignal(number) for number in SIGNALS[1:]}
    for number in before:
        signal.signal(number, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def read_until(stream, word):
    """Read a file descriptor until a word has come."""
    text = b""
    while word not in text:
        piece = os.read(stream, 65536)
        assert piece, f"ended without {word}: {text.decode()}"
        text += piece


def check_interrupted(code, number, out, files):
    report = json.loads(out)
    tour = ha.read_tour(files / "best.tour")
    assert code == 128 + number
    assert report["stop_reason"] == "interrupted"
    assert tour.tolist() == report["tour"]
    assert ha.read_tsplib(files / "points.tsp").cost(tour) == report["cost"]


@pytest.mark.parametrize("number", SIGNALS)
def test_signal(files, number):
    """Ctrl-C, or a scheduler's signal, would lose the tour of a long search."""
    with subprocess.Popen(
        [*COMMAND, "--output", "best.tour", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            read_until(process.stderr.fileno(), b"decoding points")
            time.sleep(1.0)  # that line comes just before the search
            process.send_signal(number)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    check_interrupted(process.returncode, number, out, files)


@pytest.mark.parametrize("number", SIGNALS)
def test_signal_under_the_bar(files, number):
    """Ctrl-C at a terminal, where the bar is drawn, would end like a success or lose the tour."""
    pty = pytest.importorskip("pty")
    terminal, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "--output", "best.tour", "--json"], stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        try:
            os.close(theirs)
            read_until(terminal, b"it/s")  # the bar has been told of an iteration
            process.send_signal(number)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
            os.close(terminal)
    check_interrupted(process.returncode, number, out, files)


def test_terminal_is_closed(files):
    """A tour would be lost with the window in which its search was started."""
    pty = pytest.importorskip("pty")
    pytest.importorskip("matplotlib")
    terminal, theirs = pty.openpty()
    command = [*COMMAND, "--output", "best.tour", "--plot", "best.png"]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs) as process:
        try:
            os.close(theirs)
            read_until(terminal, b"it/s")
            os.close(terminal)  # from now on nothing can be written there
            process.send_signal(signal.SIGHUP)
            process.wait(timeout=60)
        finally:
            process.kill()
    assert len(ha.read_tour(files / "best.tour")) == 40
    assert (files / "best.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("number", SIGNALS)
def test_during_the_prediction(heataco, files, monkeypatch, number):
    """A signal before the search would leave a user, or a scheduler, without any tour."""

    def predict_within(self, instance, seconds):
        os.kill(os.getpid(), number)
        time.sleep(60)

    monkeypatch.setattr(ha.predictors.Alpha, "predict_within", predict_within)
    answer = heataco("decode points.tsp --time-limit 600 --output best.tour --json --quiet")
    check_interrupted(answer.code, number, answer.out, files)


@pytest.mark.parametrize("number", SIGNALS)
def test_while_distances_are_made(heataco, files, monkeypatch, number):
    """A report would say that the command took no time, after minutes."""

    def reduced_matrix(*_):
        time.sleep(0.05)
        os.kill(os.getpid(), number)
        time.sleep(60)

    monkeypatch.setattr("heataco.constraints.reduction.reduced_matrix", reduced_matrix)
    answer = heataco("decode points.tsp --open --predictor none --json --quiet")
    report = json.loads(answer.out)
    assert answer.code == 128 + number
    assert (report["stop_reason"], len(report["tour"])) == ("interrupted", 40)
    assert report["seconds"] >= 0.05


@pytest.mark.parametrize("number", SIGNALS)
def test_during_the_relaxation(files, number):
    """A long prediction in the native code could not be interrupted, or would leave no tour."""
    settings = ["--predictor-set", "iterations=1000000", "--output", "best.tour", "--json"]
    with subprocess.Popen(
        [*COMMAND, *settings], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            read_until(process.stderr.fileno(), b"heatmap by alpha")
            time.sleep(0.5)  # that line comes just before the prediction
            process.send_signal(number)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    check_interrupted(process.returncode, number, out, files)
    assert json.loads(out)["predict_seconds"] is None  # the prediction had not ended


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("number", SIGNALS)
def test_before_the_search(heataco, monkeypatch, number):
    """A signal while files are read would end in a traceback, or with a wrong code."""

    def load(*_):
        os.kill(os.getpid(), number)
        time.sleep(60)

    monkeypatch.setattr("heataco.cli.decode.load_instance", load)
    answer = heataco("decode points.tsp --output best.tour --quiet")
    assert (answer.code, answer.out) == (128 + number, "")
    assert answer.err.strip() == "heataco: interrupted"
    assert not os.path.exists("best.tour")


@pytest.mark.usefixtures("files")
@pytest.mark.skipif(HUP is None, reason="needs SIGHUP")
def test_handlers_are_put_back(heataco):
    """A program that calls the command would keep its handlers, or lose its own."""
    heard = []
    before = signal.signal(HUP, lambda *_: heard.append(1))
    try:
        heataco("versions")
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        heataco("convert points.tsp copy.tsp")
        os.kill(os.getpid(), HUP)
        assert heard == [1]
        signal.signal(HUP, signal.SIG_IGN)  # as under nohup
        heataco("versions")
        assert signal.getsignal(HUP) is signal.SIG_IGN
    finally:
        signal.signal(HUP, before)


@pytest.mark.parametrize("interrupt", [Interrupted([None]), KeyboardInterrupt()])
def test_before_there_is_a_tour(heataco, files, monkeypatch, interrupt):
    """A Ctrl-C between the first line of a search and its first tour would leave no tour."""

    def interrupted(*_, **__):
        raise interrupt

    monkeypatch.setattr("heataco.cli.search.solve", interrupted)
    answer = heataco("decode points.tsp --output best.tour --json --quiet")
    check_interrupted(answer.code, signal.SIGINT, answer.out, files)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("number", SIGNALS)
def test_second_signal_waits_for_the_file(heataco, monkeypatch, number):
    """An impatient second Ctrl-C would lose what the first one kept."""
    write = ha.write_tour

    def slow_write(*args, **kwargs):
        os.kill(os.getpid(), number)
        write(*args, **kwargs)

    before = [signal.getsignal(number) for number in SIGNALS]
    monkeypatch.setattr("heataco.cli.tour_output.write_tour", slow_write)
    answer = heataco("decode points.tsp --iterations 2 --output best.tour --quiet")
    assert answer.code == 0
    assert len(ha.read_tour("best.tour")) == 40
    assert [signal.getsignal(number) for number in SIGNALS] == before
