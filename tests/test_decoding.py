"""Decoding: budgets, and local search by itself."""

import math

import numpy as np
import pytest
from tests.small_searches import INSTANCE, PLAIN, SEARCHES, N, label, solve

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES
from heataco.decoding import available_threads, resolve_budget

DIRECTED = ha.Instance.from_matrix(np.random.default_rng(0).random((N, N)))


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


def test_improve_is_never_longer_by_a_digit():
    """An optimal tour would come back with a cost that is higher in its last digit."""
    for seed, shift in [(112, 0), (112, 3), (2025, 12), (2326, 6)]:
        rng = np.random.default_rng(seed)
        matrix = np.triu(10.0 ** rng.uniform(-320, -100, (20, 20)), 1)
        instance = ha.Instance.from_matrix(matrix + matrix.T)
        optimal = ha.decode(instance, None, budget=ha.Budget(iterations=1)).tour
        given = np.roll(optimal, shift)
        for name in LOCAL_SEARCHES:
            found = ha.improve(instance, given, name, neighbours=5)
            assert instance.cost(found) <= instance.cost(given)
            assert not np.shares_memory(found, given)


def test_improve_none_is_the_tour_itself():
    """Switching local search off would still change the tour."""
    tour = np.random.default_rng(1).permutation(N)
    assert ha.improve(INSTANCE, tour, "none").tolist() == tour.tolist()


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
