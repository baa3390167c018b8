"""Decoding: budgets, progress, stopping, interrupts, and local search by itself."""

import math
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES
from heataco.decoding import available_threads, resolve_budget

N = 40
INSTANCE = ha.Instance.from_coordinates(np.random.default_rng(0).random((N, 2)))
DIRECTED = ha.Instance.from_matrix(np.random.default_rng(0).random((N, N)))
HEATMAP = ha.predictors.SoftDist(neighbours=8).predict(INSTANCE)
PLAIN = [ha.MMAS("none"), ha.MMAS("2opt"), ha.HeatACO("3opt"), ha.MCTS(), ha.MCTS(chains=3)]
SEARCHES = [*PLAIN, ha.Focused()]


def solve(decoder, instance=INSTANCE, heatmap=HEATMAP, **options):
    return ha.decode(instance, heatmap, decoder, **options)


def label(decoder):
    return decoder.label


@pytest.fixture(params=SEARCHES, ids=label)
def decoder(request):
    """Return an iterating decoder."""
    return request.param


@pytest.mark.parametrize("instance", [INSTANCE, DIRECTED], ids=["symmetric", "asymmetric"])
@pytest.mark.parametrize("budget", [ha.Budget(iterations=0), ha.Budget(seconds=0)])
def test_empty_budget(decoder, instance, budget):
    """The smallest budget would crash, or give no tour."""
    if decoder.symmetric_only and not instance.symmetric:
        pytest.skip(f"{decoder.name} takes symmetric instances only")
    result = solve(decoder, instance, budget=budget)
    assert sorted(result.tour.tolist()) == list(range(N))
    assert result.iterations == 0
    assert result.trace.iteration.tolist() == [0]
    assert result.stop_reason == ("iterations" if budget.seconds is None else "time")


def test_iterations_are_counted(decoder):
    """A budget of iterations would be missed by one."""
    for iterations in (1, 7):
        result = solve(decoder, budget=ha.Budget(iterations=iterations))
        assert result.iterations == iterations
        assert result.trace.iteration.tolist() == list(range(iterations + 1))
        assert result.stop_reason is ha.StopReason.ITERATIONS


@pytest.mark.parametrize("decoder", PLAIN, ids=label)  # the others cool as the budget is spent
def test_a_longer_search_begins_like_a_shorter_one(decoder):
    """The course of a search would depend on when it is going to end."""
    short, long = (solve(decoder, budget=ha.Budget(iterations=count)) for count in (6, 12))
    assert long.trace.best[:7].tolist() == short.trace.best.tolist()


def test_a_budget_is_a_value(decoder):
    """A second decoding with the same budget would find it used up."""
    budget = ha.Budget(iterations=5)
    first, second = (solve(decoder, budget=budget) for _ in range(2))
    assert first.tour.tolist() == second.tour.tolist()
    assert first.iterations == second.iterations == 5


def test_seconds_end_the_search(decoder):
    """A time limit would be ignored, or leave no tour behind."""
    result = solve(decoder, budget=ha.Budget(seconds=0.05))
    assert result.stop_reason == "time"
    assert result.cost == pytest.approx(INSTANCE.cost(result.tour), rel=1e-12)


def test_target_ends_the_search(decoder):
    """A search would go on although it has what was asked for."""
    full = solve(decoder, budget=ha.Budget(iterations=60))
    reached = int(np.argmax(full.trace.best == full.cost))
    early = solve(decoder, budget=ha.Budget(iterations=60, target=full.cost))
    assert early.stop_reason == "target"
    assert early.iterations == reached
    assert early.tour.tolist() == full.tour.tolist()
    at_once = solve(decoder, budget=ha.Budget(target=math.inf))
    assert (at_once.stop_reason, at_once.iterations) == ("target", 0)
    never = solve(decoder, budget=ha.Budget(iterations=3, target=-math.inf))
    assert never.stop_reason == "iterations"


def test_default_iterations():
    """A search without limits would never end, or take a budget that is not its own."""
    assert [kind.default_iterations for kind in (ha.MCTS, ha.MMAS, ha.HeatACO)] == [5_000] * 3
    result = solve(ha.Focused(), ha.Instance.from_coordinates(INSTANCE.coordinates[:9]), None)
    assert (result.iterations, result.stop_reason) == (ha.Focused.default_iterations, "iterations")


def test_budget_is_resolved():
    """Task ids and reports would not show the limits of a search, or a limit would be changed."""
    focused, iterations = ha.Focused(), ha.Focused.default_iterations
    for given in (None, ha.Budget(), ha.Budget(iterations=iterations)):
        assert resolve_budget(focused, given) == ha.Budget(iterations=iterations)
    assert resolve_budget(focused, ha.Budget(target=3.0)) == ha.Budget(iterations, target=3.0)
    assert resolve_budget(ha.Greedy()) == ha.Budget()
    for given in (ha.Budget(iterations=0), ha.Budget(seconds=2.0), ha.Budget(7, 2.0, 3.0)):
        assert resolve_budget(focused, given) == given


def test_greedy_needs_no_budget():
    """The constructive decoder would wait for a budget or report iterations."""
    for budget in (None, ha.Budget(iterations=0), ha.Budget(target=0.0)):
        result = solve(ha.Greedy(), budget=budget)
        assert (result.stop_reason, result.iterations, len(result.trace)) == ("complete", 0, 1)


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


def test_threads_of_this_process():
    """The default of the command line would be no thread count."""
    assert available_threads() >= 1


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES[1:])
@pytest.mark.parametrize("instance", [INSTANCE, DIRECTED], ids=["symmetric", "asymmetric"])
def test_improve(instance, local_search):
    """Local search by itself would lengthen a tour, change its input, or stop half-way."""
    given = np.random.default_rng(1).permutation(N)
    copy = given.copy()
    once = ha.improve(instance, given, local_search)
    assert np.array_equal(given, copy)
    assert once.dtype == np.int32
    assert sorted(once.tolist()) == list(range(N))
    assert instance.cost(once) < instance.cost(given)
    twice = ha.improve(instance, once, local_search)
    assert instance.cost(twice) == pytest.approx(instance.cost(once), rel=1e-12)


def test_improve_none_is_the_tour_itself():
    """Switching local search off would still change the tour."""
    tour = np.random.default_rng(1).permutation(N)
    assert ha.improve(INSTANCE, tour, "none").tolist() == tour.tolist()


@pytest.mark.parametrize("call", [ha.decode, ha.solve])
def test_progress_that_cannot_be_called(call):
    """The mistake would be found after the prediction and an iteration only."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(1).random((20, 2)))
    with pytest.raises(ValueError, match="on_progress is 5; give a function"):
        call(instance, on_progress=5)


@pytest.mark.parametrize("points", [1, 2, 3, 5])
@pytest.mark.parametrize("decoder", [ha.Greedy(), ha.MCTS(), ha.MMAS(), ha.HeatACO(), ha.Focused()])
def test_few_points_many_nodes(decoder, points):
    """A handful of points with many nodes each would be toured to and fro."""
    places = np.random.default_rng(2).random((points, 2))
    result = ha.solve(np.tile(places, (30, 1)), iterations=2, decoder=decoder)
    assert sorted(result.tour) == list(range(30 * points))
    alone = ha.Instance.from_coordinates(places)
    assert result.cost == pytest.approx(ha.solve(alone, iterations=2).cost, abs=1e-12)


@pytest.mark.parametrize(
    ("budget", "limit"),
    [
        (ha.Budget(), 5_000),
        (ha.Budget(target=3.0), 5_000),
        (ha.Budget(seconds=1.0), None),
        (ha.Budget(iterations=7), 7),
        (ha.Budget(iterations=7, seconds=1.0), 7),
        (ha.Budget(iterations=0), 0),
    ],
)
def test_iteration_limit(budget, limit):
    """A search by time would end after the default iterations, or one without limits never."""
    assert resolve_budget(ha.HeatACO(), budget) == ha.Budget(limit, budget.seconds, budget.target)
