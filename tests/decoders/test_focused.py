"""The focused colony: its optima, its parts, how far it trusts a heatmap, and awkward instances."""

import itertools
import math
from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import check_tour, directed_instance, points_instance

import heataco as ha
from heataco.bench.gallery import draw

PARTS = ha.Focused(region_size=1_000)  # instances of more nodes are worked on in parts


def nearly_symmetric_instance(n, seed=0):
    """Return distances of the plane, a little longer at random: no assignment solves these."""
    rng = np.random.default_rng(seed)
    points = rng.random((n, 2))
    distances = np.hypot(*(points[:, None] - points).transpose(2, 0, 1))
    return ha.Instance.from_matrix(distances * (1 + 0.05 * rng.random((n, n))))


def random_heatmap(instance, near=20, seed=1):
    """Return scores that say nothing, on near neighbours."""
    nearest, _ = instance.nearest_neighbours(near)
    return ha.Heatmap.from_topk(nearest, np.random.default_rng(seed).random(nearest.shape))


def solve(instance, heatmap=None, decoder=None, iterations=20, **options):
    budget = options.pop("budget", ha.Budget(iterations=iterations))
    return ha.decode(instance, heatmap, decoder or ha.Focused(), budget=budget, **options)


@pytest.mark.parametrize("make", [points_instance, directed_instance])
@pytest.mark.parametrize("n", range(1, 9))
def test_shortest_of_all_tours(make, n):
    """The best of a few thousand tours would be missed."""
    for seed in range(3):
        instance = make(n, seed)
        rest = itertools.permutations(range(1, n))
        optimum = min(instance.cost([0, *tour]) for tour in rest)
        result = solve(instance, iterations=100, seed=seed)
        assert result.cost == pytest.approx(optimum, rel=1e-12)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_nothing_to_search(n):
    """A handful of nodes would be searched, or give another reason to stop than elsewhere."""
    for heatmap in (None, ha.Heatmap.from_dense(np.zeros((n, n)))):
        result = solve(points_instance(n), heatmap)
        assert (result.iterations, result.stop_reason) == (0, "complete")


def test_other_seeds_give_other_searches():
    """Repeated runs would all be the same one."""
    for instance in (points_instance(300), nearly_symmetric_instance(100)):
        courses = {tuple(solve(instance, seed=seed).trace.iteration_best) for seed in range(3)}
        assert len(courses) == 3


def test_cools_as_the_budget_is_spent():
    """The search would be as warm at its end as at its beginning, and end on a longer tour."""
    trace = solve(points_instance(300), iterations=60).trace
    last = trace.iteration_best[-1]
    assert last <= trace.iteration_best[1:31].min()
    assert last == pytest.approx(trace.best[-1], rel=1e-2)


def test_good_long_before_the_budget_is_spent():
    """Whoever stops early would be left with a poor tour."""
    result = solve(points_instance(300), iterations=1_000)
    after = dict(zip(result.trace.iteration.tolist(), result.trace.best.tolist(), strict=True))
    assert after[120] <= 1.005 * result.cost


@pytest.mark.parametrize("make", [points_instance, directed_instance])
def test_no_time_for_a_first_tour(make):
    """A large instance would be prepared to the end, however long that takes."""
    instance = make(2_000)
    heatmap = ha.predictors.SoftDist().predict(instance)
    for seconds in (1e-9, 0.002, 0.01, 0.03):
        result = solve(instance, heatmap, budget=ha.Budget(seconds=seconds))
        check_tour(result, instance)
        assert result.stop_reason == "time"
        assert result.trace.best[-1] == pytest.approx(result.cost)


@pytest.mark.parametrize("n", [12, 100, 300])
@pytest.mark.parametrize("whole", [True, False])
def test_independent_arcs_are_solved_exactly(n, whole):
    """Optima that the assignment's bound gives away would be searched for, or missed."""
    numbers = np.random.default_rng(n).random((n, n))
    matrix = 1 + np.floor(999 * numbers) if whole else numbers
    instance = ha.Instance.from_matrix(matrix)
    results = [
        solve(instance, heatmap, seed=seed)
        for seed, heatmap in enumerate((None, random_heatmap(instance, near=10)))
    ]
    for result in results:
        check_tour(result, instance)
        assert (result.stop_reason, result.iterations) == ("complete", 0)
    assert results[0].cost == pytest.approx(results[1].cost, rel=1e-9)
    tour = results[0].tour
    again = solve(instance, budget=ha.Budget(seconds=60, iterations=20), initial_tour=tour)
    assert again.cost == pytest.approx(results[0].cost, rel=1e-9)
    for seed in range(5):
        rest = np.random.default_rng(seed).permutation(n)
        assert instance.cost(ha.improve(instance, rest, "3opt")) >= results[0].cost - 1e-9


@pytest.mark.parametrize("seed", range(3))
def test_directed_ties(seed):
    """Arcs of equal length would be told apart by their numbers, and the planted tour missed."""
    n, rng = 150, np.random.default_rng(seed)
    leaving, entering = rng.integers(0, 900, n), rng.integers(0, 900, n)
    slack = rng.integers(0, 12, (n, n))
    planted = rng.permutation(n)
    slack[planted, np.roll(planted, -1)] = 0
    instance = ha.Instance.from_matrix(leaving[:, np.newaxis] + entering + slack)
    best = float(leaving.sum() + entering.sum())
    assert solve(instance, budget=ha.Budget(iterations=100, target=best)).cost == best


@pytest.mark.parametrize(("n", "seed"), [(5_000, 6), (20_000, 3)])
def test_no_edge_across_the_plane_is_left(n, seed):
    """Greedy merging leaves some, and no search near their ends gets rid of them at once."""
    points = np.random.default_rng(seed).random((n, 2))
    instance = ha.Instance.from_coordinates(points)
    longest = {}
    for search in ("none", "lk"):
        tour = ha.decode(instance, None, ha.Greedy(local_search=search)).tour
        lengths = np.linalg.norm(points[tour] - points[np.roll(tour, 1)], axis=1)
        longest[search] = lengths.max() / lengths.mean()
    assert longest["none"] > 40
    assert longest["lk"] < 20


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


def test_good_heat_is_trusted():
    """A heatmap that misses less than the nearest nodes do would be held back."""
    instance = points_instance(500)
    trust = solve(instance, ha.predictors.Alpha().predict(instance), iterations=2).trust
    assert trust.value == 1
    assert 0 <= trust.missing_by_heat <= trust.missing_by_distance <= 0.1
    assert 0 <= trust.ahead_by_heat <= trust.ahead_by_distance <= 1


def test_heat_that_misses_less_is_trusted_in_rows_of_holes():
    """Heat that knows the way between rows would be given up for its order within them."""
    holes = draw("drilling_rows", 300, seed=71, index=0)
    trust = solve(holes, ha.predictors.Alpha().predict(holes), iterations=2).trust
    assert trust.missing_by_heat < trust.missing_by_distance
    assert trust.value == 1


def reversed_alpha(instance):
    """Return scores for the right edges, of which the wrong ones are the hottest."""
    alpha = ha.predictors.Alpha().predict(instance)
    sources = np.repeat(np.arange(instance.n), np.diff(alpha.indptr))
    return ha.Heatmap.from_edges(sources, alpha.indices, 1.0 - alpha.values, instance.n)


@pytest.mark.parametrize(
    "mislead",
    [random_heatmap, lambda instance: random_heatmap(instance, 10), reversed_alpha],
    ids=["noise", "noise on ten", "reversed"],
)
@pytest.mark.parametrize(
    ("n", "decoder"), [(400, ha.Focused()), (2_500, PARTS)], ids=["whole", "in parts"]
)
def test_misleading_heat_is_ignored(mislead, n, decoder):
    """A heatmap that knows nothing, or less than nothing, would lead the search astray."""
    instance = points_instance(n)
    guided = solve(instance, mislead(instance), decoder, iterations=20)
    assert guided.trust.value == 0
    assert guided.tour.tolist() == solve(instance, None, decoder, iterations=20).tour.tolist()


@pytest.mark.parametrize("make", [points_instance, directed_instance])
def test_no_trust_is_no_heatmap(make):
    """A heatmap that is to be ignored would still change the search."""
    instance = make(200)
    plain = solve(instance)
    for heatmap in (random_heatmap(instance), ha.predictors.Alpha().predict(instance)):
        ignored = solve(instance, heatmap, ha.Focused(heatmap_trust=0))
        assert ignored.tour.tolist() == plain.tour.tolist()
        assert ignored.trace.iteration_best.tolist() == plain.trace.iteration_best.tolist()


def test_no_trust_is_no_heatmap_in_parts(large):
    """A large instance would not keep the promise that a small one keeps."""
    ignored = solve(large, random_heatmap(large), ha.Focused(heatmap_trust=0, region_size=1_000), 2)
    assert ignored.tour.tolist() == solve(large, None, PARTS, 2).tour.tolist()


def test_measured_trust_is_as_good_as_given():
    """A search would depend on where its trust came from, and could not be repeated."""
    instance = points_instance(1_000)
    for heatmap in (random_heatmap(instance), ha.predictors.Alpha().predict(instance)):
        measured = solve(instance, heatmap)
        given = solve(instance, heatmap, ha.Focused(heatmap_trust=measured.trust.value))
        assert given.tour.tolist() == measured.tour.tolist()


def test_given_trust_is_taken():
    """A trust that the user names would be measured nevertheless."""
    instance = points_instance(200)
    for value in (0, 0.5, 1.0):
        trust = solve(instance, random_heatmap(instance), ha.Focused(heatmap_trust=value)).trust
        assert trust.value == value
        assert all(math.isnan(reason) for reason in astuple(trust)[1:])


def test_no_heatmap_no_trust():
    """A result would speak of a heatmap that there was not."""
    assert solve(points_instance(50)).trust is None
    assert solve(points_instance(50), decoder=ha.Focused(heatmap_trust=1)).trust is None


@pytest.mark.parametrize("value", ["yes", "AUTO", "0.5", 2, -0.1, math.nan, None, True])
def test_bad_trust(value):
    """A trust that means nothing would be taken for some number."""
    with pytest.raises(ValueError, match=r'; give a number from 0 to 1, or "auto"$') as caught:
        ha.Focused(heatmap_trust=value)
    assert str(caught.value).startswith(f"heatmap_trust is {value!r};")


def clusters(rng, n):
    return rng.random((3, 2))[rng.integers(0, 3, n)] + 1e-4 * rng.standard_normal((n, 2))


def outlier(rng, n):
    points = rng.random((n, 2))
    points[0] = 1e7
    return points


LAYOUTS = {
    "uniform": lambda rng, n: rng.random((n, 2)),
    "clusters": clusters,
    "grid": lambda rng, n: rng.integers(0, math.isqrt(n) + 1, (n, 2)).astype(float),
    "equal": lambda rng, n: np.full((n, 2), rng.random()),
    "pairs": lambda rng, n: np.repeat(rng.random((n // 2 + 1, 2)), 2, axis=0)[:n],
    "two places": lambda rng, n: rng.integers(0, 2, (n, 1)) * np.ones((1, 2)),
    "line": lambda rng, n: np.c_[rng.integers(0, 3 * n, n), np.zeros(n)].astype(float),
    "outlier": outlier,
}
METRICS = (ha.Metric.EUCLIDEAN, ha.Metric.EUC_2D, ha.Metric.CEIL_2D)


@settings(max_examples=120, deadline=None)
@given(
    layout=st.sampled_from(sorted(LAYOUTS)),
    metric=st.sampled_from(METRICS),
    n=st.integers(8, 300),
    seed=st.integers(0, 2**32 - 1),
    heated=st.booleans(),
)
def test_any_layout(layout, metric, n, seed, heated):
    """Ties, duplicates or far outliers would break the tour, its cost, or the end of the search."""
    points = LAYOUTS[layout](np.random.default_rng(seed), n)
    instance = ha.Instance.from_coordinates(points, metric)
    heatmap = random_heatmap(instance, min(10, n - 1)) if heated else None
    check_tour(solve(instance, heatmap, iterations=5, seed=seed), instance)


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(8, 120),
    values=st.sampled_from([1, 2, 10, 1_000]),
    seed=st.integers(0, 2**32 - 1),
    symmetric=st.booleans(),
)
def test_any_matrix(n, values, seed, symmetric):
    """Few different distances would break the tour, its cost, or the end of the search."""
    matrix = np.random.default_rng(seed).integers(0, values, (n, n)).astype(float)
    instance = ha.Instance.from_matrix(matrix + matrix.T if symmetric else matrix)
    check_tour(solve(instance, iterations=5, seed=seed), instance)


@settings(max_examples=20, deadline=None)
@given(layout=st.sampled_from(sorted(LAYOUTS)), n=st.integers(8, 60), seed=st.integers(0, 999))
def test_any_parameters(layout, n, seed):
    """A search of other breadth and depth would break what the usual one keeps."""
    rng = np.random.default_rng(seed)
    decoder = ha.Focused(
        candidates=int(rng.integers(2, 12)),
        neighbours=int(rng.integers(2, 12)),
        depth=int(rng.integers(1, 20)),
        breadth=int(rng.integers(1, 6)),
        second_breadth=int(rng.integers(1, 6)),
        reach=int(rng.integers(1, 100)),
        temperature=float(rng.choice([0.0, 0.1, 100.0])),
    )
    instance = ha.Instance.from_coordinates(LAYOUTS[layout](rng, n))
    heatmap = random_heatmap(instance, min(10, n - 1))
    check_tour(solve(instance, heatmap, decoder, 5, seed=seed), instance)


@pytest.mark.data
@pytest.mark.parametrize(
    ("file", "best_known"),
    [
        ("berlin52.tsp", 7542),
        ("eil51.tsp", 426),
        ("ftv33.atsp", 1286),
        ("br17.atsp", 39),
        ("rbg358.atsp", 1163),
    ],
)
@pytest.mark.parametrize("heated", [False, True])
def test_easy_instances_are_solved(data_dir, file, best_known, heated):
    """Easy instances of the literature would not be solved."""
    instance = ha.read_tsplib(data_dir / "tsplib" / file)
    heatmap = ha.predictors.Alpha().predict(instance) if heated else None
    for seed in range(3):
        budget = ha.Budget(iterations=1_000, target=best_known)
        assert solve(instance, heatmap, budget=budget, seed=seed).cost == best_known


def test_heat_is_judged_where_a_given_tour_has_no_edges():
    """Of a tour that leaves every part at once, no edge was compared, and noise was trusted."""
    rng = np.random.default_rng(0)
    points = rng.random((3_000, 2))
    points[1_500:, 0] += 10
    instance = ha.Instance.from_coordinates(points)
    nodes, steps = np.arange(3_000), rng.choice(np.arange(1, 3_000), 5, replace=False)
    targets = (nodes[:, None] + steps) % 3_000
    noise = ha.Heatmap.from_topk(targets, rng.random((3_000, 5)))
    to_and_fro = nodes.reshape(2, -1).T.ravel()
    decoder = ha.Focused(region_size=1_000)
    options = {"budget": ha.Budget(iterations=1), "initial_tour": to_and_fro}
    assert ha.decode(instance, noise, decoder, **options).trust.value == 0
