"""Focused on instances that it takes in parts."""

import numpy as np
import pytest
from tests.decoders.focused_support import LAYOUTS, PARTS, random_heatmap, solve
from tests.support import check_tour, points_instance

import heataco as ha


@pytest.fixture(scope="module")
def large():
    """Return an instance for several parts."""
    return points_instance(3_000)


def test_parts_give_a_tour(large):
    """A region would be put back wrongly, or its gain be counted wrongly."""
    start, result = (solve(large, None, PARTS, iterations) for iterations in (0, 6))
    check_tour(result, large)
    assert result.iterations == 6
    assert result.stop_reason == "iterations"
    assert result.cost < start.cost
    assert result.trace.iteration.tolist() == list(range(7))


def test_parts_with_heat(large):
    """The beliefs of a region would not find their way back into the whole."""
    heatmap = ha.predictors.SoftDist().predict(large)
    start, result = (solve(large, heatmap, PARTS, iterations) for iterations in (0, 4))
    check_tour(result, large)
    assert result.cost < start.cost


def test_parts_do_not_depend_on_threads(large):
    """A large instance could not be solved again on a machine with other threads."""
    one, *others = (solve(large, None, PARTS, 3, threads=threads) for threads in (1, 2, 3))
    for other in others:
        assert other.tour.tolist() == one.tour.tolist()
        assert other.trace.iteration_best.tolist() == one.trace.iteration_best.tolist()


def test_stretches_do_not_depend_on_threads():
    """Threads that work on one tour at the same time would disturb each other."""
    huge = points_instance(100_000)
    one, two = (solve(huge, iterations=1, threads=threads) for threads in (1, 2))
    check_tour(one, huge)
    assert np.array_equal(one.tour, two.tour)
    assert one.trace.best[1] < one.trace.best[0]


def test_parts_never_lose_a_tour(large):
    """A warm start in parts would come back longer."""
    good = solve(large, None, PARTS, 5)
    for iterations in (0, 2):
        result = solve(large, None, PARTS, iterations, seed=1, initial_tour=good.tour)
        check_tour(result, large)
        assert result.cost <= good.cost * (1 + 1e-12)


def test_parts_stop_when_asked(large):
    """A search in parts would not end by a callback, a target or a clock."""
    stopped = solve(large, None, PARTS, 50, on_progress=lambda progress: progress.iteration < 2)
    assert (stopped.stop_reason, stopped.iterations) == ("stopped", 2)
    timed = solve(large, None, PARTS, budget=ha.Budget(seconds=0.2))
    assert timed.stop_reason == "time"
    check_tour(timed, large)
    reached = solve(large, None, PARTS, budget=ha.Budget(target=stopped.cost))
    assert reached.stop_reason == "target"


@pytest.mark.parametrize(
    ("layout", "metric"),
    [("grid", "EUC_2D"), ("clusters", "EUCLIDEAN"), ("pairs", "EUCLIDEAN"), ("line", "EUC_2D")],
)
def test_awkward_parts(layout, metric):
    """Ties and duplicates would leave a region without an edge to cut, or loop for ever."""
    points = LAYOUTS[layout](np.random.default_rng(2), 2_500)
    instance = ha.Instance.from_coordinates(points, getattr(ha.Metric, metric))
    check_tour(solve(instance, None, PARTS, 3), instance)


def test_no_trust_is_no_heatmap_in_parts(large):
    """A large instance would not keep the promise that a small one keeps."""
    ignored = solve(large, random_heatmap(large), ha.Focused(heatmap_trust=0, region_size=1_000), 2)
    assert ignored.tour.tolist() == solve(large, None, PARTS, 2).tour.tolist()
