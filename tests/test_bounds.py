"""Lower bounds: never above the optimum, and close below it."""

import itertools
import re

import numpy as np
import pytest
from tests.support import directed_instance, points_instance, wide_instance

import heataco as ha

METRICS = [metric for metric in ha.Metric if metric is not ha.Metric.EXPLICIT]


def distances(instance):
    """Return all distances as a matrix."""
    n = instance.n
    matrix = np.zeros((n, n))
    if n > 1:
        nodes, lengths = instance.nearest_neighbours(n - 1)
        np.put_along_axis(matrix, nodes.astype(np.int64), lengths, axis=1)
    return matrix


def optimum(instance):
    """Return the cost of the shortest tour, by trying all."""
    tours = np.array([(0, *rest) for rest in itertools.permutations(range(1, instance.n))])
    matrix = distances(instance)
    costs = matrix[tours, np.roll(tours, -1, axis=1)].sum(axis=1)
    return instance.cost(tours[costs.argmin()])


def check(instance, shortest=None):
    """Check that the bound holds, and return it."""
    bound = ha.lower_bound(instance)
    best = optimum(instance) if shortest is None else shortest
    assert 0 <= bound <= best
    return bound


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("n", range(1, 10))
def test_never_above_the_shortest_tour(metric, n):
    """A bound would be proven that a tour is below."""
    rng = np.random.default_rng(n)
    angles = metric in (ha.Metric.GEO, "latlon_km", "latlon_m", "XRAY1", "XRAY2")
    for digits in (0, 1, 9):  # few places: ties, nodes on one point
        for _ in range(4):
            points = np.round(rng.uniform(-1, 1, (n, metric.dimensions)), digits)
            points *= 80 if angles else 1_000
            if metric is ha.Metric.GEO:
                points = np.trunc(points) + 0.5 * np.fmod(points, 1)  # minutes below 60
            bound = check(ha.Instance.from_coordinates(points, metric))
            if metric.isupper():  # those of TSPLIB are rounded
                assert bound.is_integer()


@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "directed"])
@pytest.mark.parametrize("n", range(2, 10))
def test_never_above_the_shortest_tour_of_a_matrix(symmetric, n):
    """A bound of a matrix, which need not obey the triangle inequality, would be wrong."""
    rng = np.random.default_rng(n)
    for draw in (
        lambda: rng.random((n, n)),
        lambda: rng.integers(0, 3, (n, n)).astype(float),
        lambda: rng.integers(1, 1_000_000_000, (n, n)).astype(float),
        lambda: 10.0 ** rng.uniform(-12, 12, (n, n)),
        lambda: np.where(rng.random((n, n)) < 0.3, 1e15, rng.random((n, n))),
    ):
        matrix = draw()
        matrix = np.maximum(matrix, matrix.T) if symmetric else matrix
        check(ha.Instance.from_matrix(matrix))


@pytest.mark.parametrize("scale", [1e-300, 1e-140, 1e140, 1e290, 5e-324])
@pytest.mark.parametrize("make", [points_instance, wide_instance], ids=["symmetric", "directed"])
def test_any_unit(make, scale):
    """Rounding would lift the bound above the optimum in very small or large units."""
    for seed in range(4):
        check(ha.Instance.from_matrix(np.floor(100 * distances(make(7, seed))) * scale))
        check(ha.Instance.from_matrix(distances(make(7, seed)) * scale))
        if make is points_instance and 1e-139 < scale * 10 < 1e149:
            check(points_instance(7, seed, scale=10 * scale))


def test_no_distance_at_all():
    """Nodes on one point would divide by the mean distance, 0."""
    assert ha.lower_bound(ha.Instance.from_coordinates(np.ones((30, 2)))) == 0
    assert ha.lower_bound(ha.Instance.from_matrix(np.zeros((30, 30)))) == 0


def shortest_by_cuts(matrix):
    """Return the cost of the shortest tour, proven by HiGHS: an assignment without subtours."""
    optimize = pytest.importorskip("scipy.optimize")
    n = len(matrix)
    arcs = [(i, j) for i in range(n) for j in range(n) if i != j]
    rows = [[float(end == v) for end in ends] for ends in zip(*arcs, strict=True) for v in range(n)]
    limits = [(1.0, 1.0)] * len(rows)
    while True:
        low, high = np.array(limits).T
        found = optimize.milp(
            [matrix[arc] for arc in arcs],
            constraints=optimize.LinearConstraint(np.array(rows), low, high),
            integrality=np.ones(len(arcs)),
            bounds=optimize.Bounds(0, 1),
            options={"mip_rel_gap": 0},
        )
        after = dict(arc for arc, value in zip(arcs, found.x, strict=True) if value > 0.5)
        cycles = cycles_of(after)
        if len(cycles) == 1:
            return ha.Instance.from_matrix(matrix).cost(cycles[0])
        for cycle in cycles:
            rows.append([float(i in cycle and j in cycle) for i, j in arcs])
            limits.append((0.0, len(cycle) - 1.0))


def cycles_of(after):
    """Return the cycles of a permutation."""
    left, cycles = set(after), []
    while left:
        cycle = [min(left)]
        while after[cycle[-1]] != cycle[0]:
            cycle.append(after[cycle[-1]])
        cycles.append(cycle)
        left -= set(cycle)
    return cycles


@pytest.mark.parametrize("make", [points_instance, wide_instance], ids=["symmetric", "directed"])
@pytest.mark.parametrize("seed", range(4))
def test_below_what_highs_proves(make, seed):
    """The bound would be above the optimum of instances that are too large to try all tours."""
    instance = ha.Instance.from_matrix(np.floor(1_000 * distances(make(18, seed))))
    shortest = shortest_by_cuts(distances(instance))
    assert check(instance, shortest) > 0.93 * shortest


def library(folder, max_nodes):
    """Give the instances of TSPLIB with their best-known costs; linhp318 has an edge for free."""
    for suffix, solutions in ((".tsp", "bestSolutions.txt"), (".atsp", "bestSolutions-atsp.txt")):
        known = (folder / solutions).read_text()
        for path in sorted(folder.glob(f"*{suffix}")):
            size = re.search(r"DIMENSION\s*:\s*(\d+)", path.read_text(errors="replace"))
            cost = re.search(rf"^\s*{path.stem}\s*:\s*(\d+)", known, re.MULTILINE)
            if cost and int(size[1]) <= max_nodes and path.stem != "linhp318":
                yield ha.read_tsplib(path), float(cost[1])


@pytest.mark.data
def test_below_the_optima_of_tsplib(data_dir):
    """A tour of TSPLIB would be shorter than proven possible, or bounds be of little use."""
    gaps = {}
    for instance, cost in library(data_dir / "tsplib", 1_500):
        gaps[instance.name] = 100 * (cost - check(instance, cost)) / cost
    assert len(gaps) > 90
    assert gaps["berlin52"] == gaps["gr17"] == gaps["br17"] == gaps["rbg443"] == 0
    assert max(gaps.values()) == gaps["ts225"] < 9
    assert np.mean([*gaps.values()]) < 0.9


def test_uniform_nodes():
    """The ascent would stop far below the Held–Karp bound, which is near the optimum."""
    gaps = [
        ha.solve(points_instance(200, seed), iterations=50, bound=True).proven_gap
        for seed in range(5)
    ]
    assert min(gaps) >= 0
    assert np.mean(gaps) < 1.2


def test_clusters():
    """The sparse graph would lack edges between clusters that nobody adds."""
    rng = np.random.default_rng(3)
    points = rng.random((10, 2))[rng.integers(0, 10, 400)] + 0.003 * rng.normal(size=(400, 2))
    result = ha.solve(points, iterations=100, bound=True)
    assert 0 <= result.proven_gap < 2


def test_more_iterations_help():
    """`iterations` would be ignored."""
    bounds = [ha.lower_bound(points_instance(300), iterations=count) for count in (1, 20, 500)]
    assert bounds == sorted(set(bounds))


def test_a_tight_assignment_proves_the_optimum():
    """Prices in single precision would leave the bound below an assignment that is a tour."""
    rng = np.random.default_rng(0)
    matrix = rng.integers(10**8, 10**9, (50, 50)).astype(float)
    tour = rng.permutation(50)
    matrix[tour, np.roll(tour, -1)] = rng.integers(1, 10**7, 50)
    instance = ha.Instance.from_matrix(matrix)
    assert ha.lower_bound(instance) == instance.cost(tour)


def test_takes_what_solve_takes(tmp_path):
    """Points that `solve` takes would be refused where their bound is asked for."""
    points = np.random.default_rng(3).random((12, 2))
    instance = ha.Instance.from_coordinates(points)
    ha.write_tsplib(instance, tmp_path / "points.tsp")
    assert ha.lower_bound(points) == ha.lower_bound(instance)
    assert ha.lower_bound(tmp_path / "points.tsp") == ha.lower_bound(instance)
    places = ha.Instance.from_coordinates(points, "latlon_km")
    assert ha.lower_bound(points, metric="latlon_km") == ha.lower_bound(places)


def test_bad_arguments():
    """What is no instance would end in a traceback from the native module."""
    with pytest.raises(ValueError, match=r"shape \(3, 5\); give an Instance"):
        ha.lower_bound(np.zeros((3, 5)))
    with pytest.raises(ValueError, match="iterations is 0"):
        ha.lower_bound(points_instance(5), iterations=0)


@pytest.mark.parametrize("directed", [False, True], ids=["symmetric", "directed"])
@pytest.mark.parametrize("predictor", [None, ha.predictors.Alpha()], ids=["none", "alpha"])
def test_results_have_a_bound(directed, predictor):
    """`solve(bound=True)` would forget the bound, or its gap not be that of its cost."""
    instance = directed_instance(30) if directed else points_instance(30)
    result = ha.solve(instance, iterations=5, predictor=predictor, bound=True)
    plain = ha.solve(instance, iterations=5, predictor=predictor)
    assert (plain.bound, plain.proven_gap) == (None, None)
    assert result.bound == ha.lower_bound(instance)
    assert result.proven_gap == 100 * (result.cost - result.bound) / result.bound
    assert result.to_dict()["bound"] == result.bound
    assert result.to_dict()["proven_gap"] == result.proven_gap


@pytest.mark.parametrize("start", [None, 0])
@pytest.mark.parametrize("noise", [0.0, 1.0])
def test_open_paths_between_clusters(start, noise):
    """The nearest distances of the nodes tell nothing of the steps between clusters."""
    rng = np.random.default_rng(0)
    points = 1e6 * rng.integers(0, 2, (40, 2)) + noise * rng.random((40, 2))
    instance = ha.Instance.from_coordinates(points)
    found = ha.decode(instance, iterations=50, start=start, closed=False)
    bound = ha.lower_bound(instance, start=start, closed=False)
    assert 0.999 * found.cost < bound <= found.cost
    matrix = np.where(np.eye(40, dtype=bool), 0.0, instance.distance(*np.indices((40, 40))))
    matrix[0, 1] = matrix[1, 0] = np.inf
    forbidding = ha.Instance.from_matrix(matrix)
    assert ha.lower_bound(forbidding, start=start, closed=False) > 0.999 * bound


def test_many_duplicates():
    """Large instances are given less effort, which must not cost the bound."""
    places = np.random.default_rng(0).random((200, 2))
    apart = ha.lower_bound(places)
    assert ha.lower_bound(places.repeat(10, axis=0)) == pytest.approx(apart, rel=1e-3)
