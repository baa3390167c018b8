"""Instances that tell a search nothing, or too much: all decoders end, with a tour and its cost."""

import numpy as np
import pytest
from tests.decoders.contract import label, variants

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES

N = 24
RNG = np.random.default_rng(4)
DIRECTED = RNG.random((N, N))
SYMMETRIC = DIRECTED + DIRECTED.T
POINTS = RNG.random((N // 2, 2))


def of_points(points, metric="euclidean"):
    return ha.Instance.from_coordinates(points, metric)


INSTANCES = {
    "equal distances": ha.Instance.from_matrix(np.full((N, N), 7.0)),
    "equal tiny distances": ha.Instance.from_matrix(np.full((N, N), 1e-300)),
    "equal huge distances": ha.Instance.from_matrix(np.full((N, N), 1e300)),
    "zeros": ha.Instance.from_matrix(np.zeros((N, N))),
    "zeros but for one arc": ha.Instance.from_matrix(np.eye(N, k=1) * (np.arange(N) == 1)),
    "tiny matrix": ha.Instance.from_matrix(1e-300 * SYMMETRIC),
    "huge matrix": ha.Instance.from_matrix(5e299 * SYMMETRIC),
    "tiny directed matrix": ha.Instance.from_matrix(1e-300 * DIRECTED),
    "huge directed matrix": ha.Instance.from_matrix(1e300 * DIRECTED),
    "tiny and huge": ha.Instance.from_matrix(np.where(SYMMETRIC < 1, 1e-300, 1e300)),
    "one point": of_points(np.ones((N, 2))),
    "all nodes twice": of_points(np.repeat(POINTS, 2, axis=0)),
    "all nodes twice, rounded": of_points(np.tile(np.rint(9 * POINTS), (2, 1)), "EUC_2D"),
    "all nodes twice, on a globe": of_points(np.tile(0.59 * POINTS, (2, 1)), "GEO"),
    "all nodes twice, as a matrix": ha.Instance.from_matrix(
        np.kron(SYMMETRIC[: N // 2, : N // 2] * (1 - np.eye(N // 2)), np.ones((2, 2)))
    ),
}


DECODERS = [decoder for kind in ha.DECODERS.values() for decoder in variants(kind)]


def heatmaps(decoder, instance):
    """Return heat by alpha-nearness, and none where a decoder does without."""
    heatmap = ha.predictors.Alpha().predict(instance)
    return [heatmap] if decoder.needs_heatmap else [heatmap, None]


@pytest.fixture(params=INSTANCES)
def instance(request):
    """Return an awkward instance."""
    return INSTANCES[request.param]


@pytest.mark.parametrize("decoder", DECODERS, ids=label)
def test_a_tour_and_its_cost(instance, decoder):
    """A search would crash, go on for ever, lose a node, or tell another cost than the tour's."""
    if decoder.symmetric_only and not instance.symmetric:
        pytest.skip(f"{decoder.name} takes symmetric instances only")
    for heatmap in heatmaps(decoder, instance):
        result = ha.decode(instance, heatmap, decoder, budget=ha.Budget(iterations=8))
        assert sorted(result.tour.tolist()) == list(range(instance.n))
        assert result.cost == instance.cost(result.tour)
        assert np.isfinite(result.trace.best).all()


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES)
def test_local_search_by_itself(instance, local_search):
    """A local search would not end, or make a tour longer."""
    start = np.random.default_rng(0).permutation(instance.n)
    tour = ha.improve(instance, start, local_search)
    assert instance.cost(tour) <= instance.cost(start)


@pytest.mark.parametrize("n", [4, 8, N, 300])
@pytest.mark.parametrize("distance", [0.0, 1e-300, 1.0, 1e300])
def test_all_tours_alike(n, distance):
    """Where every tour is optimal, another cost than n distances would be told."""
    instance = ha.Instance.from_matrix(np.full((n, n), distance))
    for heatmap in heatmaps(ha.Focused(), instance):
        result = ha.decode(instance, heatmap, ha.Focused(), budget=ha.Budget(iterations=5))
        assert result.cost == pytest.approx(n * distance, rel=1e-12)


@pytest.mark.parametrize("decoder", [ha.Focused(), ha.MMAS("2opt"), ha.MMAS("lk")], ids=label)
@pytest.mark.parametrize("copies", [2, 10])
def test_copies_cost_nothing(decoder, copies):
    """Nodes in the same place would not be visited one after the other."""
    points = np.random.default_rng(1).random((20, 2))
    once = ha.decode(of_points(points), None, ha.Focused(), budget=ha.Budget(iterations=50))
    several = of_points(points.repeat(copies, axis=0))
    for heatmap in heatmaps(decoder, several):
        result = ha.decode(several, heatmap, decoder, budget=ha.Budget(iterations=60))
        assert result.cost == pytest.approx(once.cost, rel=1e-3)


@pytest.mark.parametrize("exponent", [-1_000, -500, 500, 990])
@pytest.mark.parametrize("matrix", [SYMMETRIC, DIRECTED], ids=["symmetric", "asymmetric"])
def test_units_do_not_matter(matrix, exponent):
    """Distances in other units would lead to another tour, or to none."""
    tours = []
    for instance in map(ha.Instance.from_matrix, (matrix, np.ldexp(matrix, exponent))):
        for decoder in (ha.Focused(), ha.HeatACO("2opt")):
            heatmap = ha.predictors.Alpha().predict(instance)
            result = ha.decode(instance, heatmap, decoder, budget=ha.Budget(iterations=8))
            tours.append(result.tour.tolist())
    assert tours[:2] == tours[2:]


@pytest.mark.parametrize("seed", range(8))
def test_fewer_than_four_edges_in_doubt(seed):
    """A search whose trails have settled but for a few edges looked for a fourth one for ever."""
    rng = np.random.default_rng(seed)
    points = np.append(rng.normal(0, 3e4, (10, 2)), [[1.2e8, 1.2e8]], 0)
    decoder = ha.Focused(candidates=8, min_doubt=1e-300, learning=1.0, temperature=0.0)
    result = ha.decode(of_points(points), None, decoder, budget=ha.Budget(iterations=20), seed=seed)
    assert sorted(result.tour) == list(range(11))


@pytest.mark.parametrize("decoder", [ha.Greedy(), ha.MMAS(), ha.Focused()], ids=lambda d: d.name)
def test_traces_end_with_the_cost_where_points_are_shared(decoder):
    """Sums over points and over nodes differ in the last digit, and the trace had the former."""
    rng = np.random.default_rng(3)
    for seed in range(60):
        instance = of_points(rng.random((12, 2)).repeat(3, 0))
        options = {"seed": seed, "initial_tour": rng.permutation(36)}
        result = ha.decode(instance, None, decoder, budget=ha.Budget(iterations=2), **options)
        assert result.trace.best[-1] == result.cost
        assert (np.diff(result.trace.best) <= 0).all()
