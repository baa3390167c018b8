"""Searches that are watched, stopped and interrupted."""

import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace

import numpy as np
import pytest
from tests.small_searches import INSTANCE, SEARCHES, label, solve
from tests.support import points_instance

import heataco as ha
from heataco.bounds import with_bound
from heataco.constraints import ROUND_TRIP


@pytest.fixture(params=SEARCHES, ids=label)
def decoder(request):
    """Return an iterating decoder."""
    return request.param


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_after_every_iteration(decoder, threads):
    """A progress bar would miss iterations or be called on another thread."""
    reports, callers = [], set()

    def on_progress(progress):
        reports.append(progress)
        callers.add(threading.get_ident())

    budget = ha.Budget(iterations=6)
    result = solve(decoder, budget=budget, threads=threads, on_progress=on_progress)
    assert callers == {threading.get_ident()}
    assert all(type(report) is ha.Progress for report in reports)
    assert [report.iteration for report in reports] == [1, 2, 3, 4, 5, 6]
    assert [report.best for report in reports] == result.trace.best[1:].tolist()
    assert [r.iteration_best for r in reports] == result.trace.iteration_best[1:].tolist()
    assert [report.seconds for report in reports] == result.trace.seconds[1:].tolist()
    plain = solve(decoder, budget=budget)
    assert plain.tour.tolist() == result.tour.tolist()


@pytest.mark.parametrize(("threads", "kind"), [(1, bool), (3, np.bool_)])
def test_false_stops(decoder, threads, kind):
    """A search could not be ended by a button, or would lose its tour."""
    budget = ha.Budget(iterations=9)
    stop = {"on_progress": lambda progress: kind(progress.iteration < 4)}
    result = solve(decoder, budget=budget, threads=threads, **stop)
    assert (result.stop_reason, result.iterations) == ("stopped", 4)
    assert result.trace.best.tolist() == solve(decoder, budget=budget).trace.best[:5].tolist()
    assert result.cost == pytest.approx(INSTANCE.cost(result.tour), rel=1e-12)


@pytest.mark.parametrize("answer", [None, 0, "", True])
def test_only_false_stops(answer):
    """A callback that returns nothing would end the search."""
    budget = ha.Budget(iterations=3)
    result = solve(ha.MMAS(), budget=budget, on_progress=lambda progress: answer)
    assert result.iterations == 3


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("error", [ZeroDivisionError, ValueError, SystemExit])
def test_errors_of_the_callback_come_through(error, threads):
    """A fault in a callback would be swallowed."""

    def on_progress(progress):
        if progress.iteration == 2:
            raise error("on purpose")

    with pytest.raises(error, match="on purpose"):
        solve(ha.MMAS(), threads=threads, on_progress=on_progress)


@pytest.mark.parametrize("threads", [1, 3])
def test_interrupt_keeps_the_best(decoder, threads):
    """Ctrl-C would lose what a long search had found."""

    def on_progress(progress):
        if progress.iteration == 3:
            raise KeyboardInterrupt

    budget = ha.Budget(iterations=9)
    with pytest.raises(ha.Interrupted) as caught:
        solve(decoder, budget=budget, threads=threads, on_progress=on_progress)
    result = caught.value.result
    assert isinstance(caught.value, KeyboardInterrupt)
    assert caught.value.results == [result]
    assert result.stop_reason is ha.StopReason.INTERRUPTED
    assert result.trace.best.tolist() == solve(decoder, budget=budget).trace.best[:4].tolist()
    assert result.cost == INSTANCE.cost(result.tour)


SIGNALLED = """
import sys
import numpy as np
import heataco as ha

threads, batch, decoder = int(sys.argv[1]), sys.argv[2] == "batch", eval(sys.argv[3])
instance = ha.Instance.from_coordinates(np.random.default_rng(0).random((2000, 2)))
budget = ha.Budget(iterations=10**9)


def ready(progress):
    if progress is None or progress.iteration == 1:
        print("ready", flush=True)


try:
    if batch:
        ready(None)
        ha.decode_batch([(instance, None)] * 3, decoder, budget=budget, threads=threads)
    else:
        ha.decode(instance, None, decoder, budget=budget, threads=threads, on_progress=ready)
except KeyboardInterrupt as stopped:
    for result in stopped.results:
        if result is not None:
            print(result.stop_reason, instance.cost(result.tour) > 0, len(result.tour))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("decoder", ["ha.MMAS('3opt')", "ha.Focused()"])
@pytest.mark.parametrize(("threads", "kind"), [(1, "one"), (2, "one"), (2, "batch")])
def test_signal_during_the_native_search(threads, kind, decoder):
    """Ctrl-C in a notebook would wait for the end of the search, or kill the process."""
    command = [sys.executable, "-c", SIGNALLED, str(threads), kind, decoder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(1.0)  # time for a first tour, which a batch does not report
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0
    lines = out.splitlines()
    assert len(lines) == 1 if kind == "one" else 1 <= len(lines) <= 3
    assert set(lines) == {"interrupted True 2000"}


@pytest.mark.parametrize("call", [ha.decode, ha.solve])
def test_progress_that_cannot_be_called(call):
    """The mistake would be found after the prediction and an iteration only."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(1).random((20, 2)))
    with pytest.raises(ValueError, match="on_progress is 5; give a function"):
        call(instance, on_progress=5)


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_interrupted_bound():
    """Ctrl-C would wait for the end of a long ascent, or lose the tour that had been found."""
    instance = points_instance(20_000)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        ha.lower_bound(instance, iterations=1_000_000)


def test_interrupted_bound_keeps_the_result(monkeypatch):
    """Ctrl-C during the proof would lose the tour."""
    instance = points_instance(10)
    result = ha.decode(instance, budget=ha.Budget(iterations=1))

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("heataco.bounds.lower_bound", interrupted)
    with pytest.raises(ha.Interrupted) as caught:
        with_bound(result, ROUND_TRIP)
    kept = replace(result, stop_reason=ha.StopReason.INTERRUPTED)
    assert caught.value.result.to_dict() == kept.to_dict()
