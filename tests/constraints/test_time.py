"""Time limits and memory where problems are reduced before they are searched."""

import time

import numpy as np
import pytest
from tests.support import directed_instance, euclidean_matrix, points_instance

import heataco as ha
from heataco.constraints import reduction, running

INSTANCE = points_instance(60)
MATRIX = ha.Instance.from_matrix(euclidean_matrix(INSTANCE.coordinates))
PATH = {"closed": False, "start": 3}


@pytest.fixture
def slow(monkeypatch):
    """Let the distances of reduced nodes take long."""
    made = reduction.reduced_matrix

    def reduced_matrix(*arguments):
        time.sleep(0.05)
        return made(*arguments)

    monkeypatch.setattr(reduction, "reduced_matrix", reduced_matrix)


@pytest.fixture
def left(monkeypatch):
    """Let the time be too short for the distances of reduced nodes; the seconds that are left."""

    def reduced_matrix(instance, layout, gap, deadline):
        given.append(deadline.left)
        raise TimeoutError

    given = []
    monkeypatch.setattr(reduction, "reduced_matrix", reduced_matrix)
    return given


@pytest.mark.usefixtures("slow")
def test_reducing_counts_as_time():
    """The seconds of a result would leave out most of what a short search took."""
    seen = []
    result = ha.solve(
        INSTANCE, iterations=2, **PATH, on_progress=lambda progress: seen.append(progress.seconds)
    )
    assert min(result.seconds, *result.trace.seconds, *seen) >= 0.05
    for each in ha.decode_batch([INSTANCE] * 2, iterations=2, **PATH):
        assert each.seconds >= 0.05
    assert ha.solve(INSTANCE, iterations=2, start=3).trace.seconds[0] < result.seconds


def test_a_limit_too_short_for_the_distances(left):
    """A search would make a matrix of 10,000 nodes whatever the limit, and return far too late."""
    result = ha.solve(INSTANCE, seconds=60, **PATH, fixed_edges=[(5, 9)])
    assert 0 < left[0] < 60
    assert (result.stop_reason, result.iterations, result.closed) == ("time", 0, False)
    assert result.start == 3
    assert result.cost == INSTANCE.cost(result.tour, closed=False)
    places = np.flatnonzero(np.isin(result.tour, [5, 9]))
    assert places[1] - places[0] == 1
    # In the order of a local optimum: a fixed edge costs a detour, and not the whole order.
    assert result.cost < 1.5 * ha.solve(INSTANCE, iterations=5).cost
    first = [3, *(node for node in range(60) if node != 3)]
    kept = ha.solve(INSTANCE, seconds=60, **PATH, initial_tour=first)
    assert kept.tour.tolist() == first


@pytest.mark.parametrize("instance", [MATRIX, directed_instance(60)], ids=["symmetric", "directed"])
@pytest.mark.parametrize("closed", [False, True])
def test_a_limit_too_short_for_the_distances_of_a_matrix(left, instance, closed):
    """A search on a large matrix would make its reduced distances whatever the limit."""
    options = {"start": 3, "closed": closed, "fixed_edges": [(5, 9)]}
    result = ha.solve(instance, seconds=60, predictor="none", **options)
    assert 0 < left[0] < 60
    assert (result.stop_reason, result.iterations, result.closed) == ("time", 0, closed)
    assert result.start == 3
    assert result.cost == instance.cost(result.tour, closed=closed)
    places = np.flatnonzero(np.isin(result.tour, [5, 9]))
    assert places[1] - places[0] in (1, 59)
    nearest = ha.decode(instance, None, "focused", seconds=0)
    assert result.cost < 1.5 * nearest.cost


def test_batches_are_cut_where_memory_would_fill(monkeypatch):
    """A batch of open paths would hold the matrices of all instances at once."""
    instances = [points_instance(n) for n in (30, 31, 32, 33, 34)]
    together = ha.decode_batch(instances, iterations=2, **PATH)
    sizes, run = [], running._run

    def noted(method, tasks, *rest):
        sizes.append(len(tasks))
        return run(method, tasks, *rest)

    monkeypatch.setattr(running, "_MATRICES", 1)
    monkeypatch.setattr(running, "_run", noted)
    apart = ha.decode_batch(instances, iterations=2, **PATH, threads=2)
    assert sizes == [2, 2, 1]
    assert [r.tour.tolist() for r in apart] == [r.tour.tolist() for r in together]
    sizes.clear()
    ha.decode_batch(instances, iterations=2, start=3)
    assert sizes == [5]  # closed tours need no matrix


def test_interrupted_batches_keep_what_they_have(monkeypatch):
    """Ctrl-C in the third instance would lose the first two."""

    def interrupted(method, tasks, *rest):
        if tasks[0].problem.instance.n == 32:
            raise KeyboardInterrupt
        return run(method, tasks, *rest)

    run = running._run
    monkeypatch.setattr(running, "_MATRICES", 1)
    monkeypatch.setattr(running, "_run", interrupted)
    with pytest.raises(ha.Interrupted) as caught:
        ha.decode_batch([points_instance(n) for n in (30, 31, 32, 33)], iterations=2, **PATH)
    assert [r and len(r.tour) for r in caught.value.results] == [30, 31, None, None]


@pytest.mark.parametrize("stage", ["matrix", "search"])
def test_interrupted_reduction(monkeypatch, stage):
    """Ctrl-C while the matrix of a large path is made would cost the tour that there is."""

    def interrupted(*arguments):
        raise KeyboardInterrupt

    if stage == "matrix":
        monkeypatch.setattr(reduction, "reduced_matrix", interrupted)
    points = [points_instance(n) for n in (30, 31)]
    with pytest.raises(ha.Interrupted) as caught:
        ha.decode(points[0], iterations=3, on_progress=interrupted, **PATH)
    result = caught.value.result
    assert (result.stop_reason, result.start, result.closed) == ("interrupted", 3, False)
    assert result.cost == pytest.approx(points[0].cost(result.tour, closed=False))
    if stage == "matrix":
        with pytest.raises(ha.Interrupted) as caught:
            ha.decode_batch(points, iterations=3, **PATH)
        assert [result and len(result.tour) for result in caught.value.results] == [30, None]
