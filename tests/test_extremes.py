"""Distances that differ by many orders of magnitude, or not at all: right answers in any unit."""

from itertools import permutations

import numpy as np
import pytest

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES

DECODERS = [
    ha.Focused(),
    ha.Greedy(local_search="lk"),
    *(ha.MMAS(local_search=name) for name in LOCAL_SEARCHES[1:]),
    ha.MCTS(),
]


def label(decoder):
    return f"{decoder.name}-{getattr(decoder, 'local_search', '')}"


def random_matrix(n, symmetric, seed=0):
    matrix = np.random.default_rng(seed).integers(1, 101, (n, n)).astype(float)
    return np.minimum(matrix, matrix.T) if symmetric else matrix


def solve(matrix, decoder, iterations=20):
    instance = ha.Instance.from_matrix(matrix)
    heatmap = ha.predictors.SoftDist().predict(instance) if decoder.needs_heatmap else None
    result = ha.decode(instance, heatmap, decoder, budget=ha.Budget(iterations=iterations))
    assert sorted(result.tour) == list(range(instance.n))
    assert result.cost == instance.cost(result.tour)
    return result


@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "directed"])
@pytest.mark.parametrize("decoder", DECODERS, ids=label)
def test_a_forbidden_edge_leaves_the_search_alone(decoder, symmetric):
    """One huge entry would switch the local search off: no other gain counts beside it."""
    if decoder.symmetric_only and not symmetric:
        return
    costs = []
    for huge in (1e5, 1e15):
        matrix = random_matrix(100, symmetric)
        matrix[0, 1] = huge
        if symmetric:
            matrix[1, 0] = huge
        costs.append(solve(matrix, decoder).cost)
    assert costs[1] == costs[0]
    if isinstance(decoder, ha.Focused):
        assert costs[1] < 250


@pytest.mark.parametrize("decoder", DECODERS, ids=label)
def test_many_forbidden_edges(decoder):
    """A road network as a matrix: most pairs are forbidden, and a tour without them exists."""
    n = 60
    matrix = np.full((n, n), 1e15)
    near = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    near = np.minimum(near, n - near)
    matrix[near <= 4] = 1 + near[near <= 4]
    shuffled = np.random.default_rng(1).permutation(n)
    matrix = matrix[shuffled][:, shuffled]
    assert solve(matrix, decoder, 50).cost < 1e6


@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "directed"])
@pytest.mark.parametrize("decoder", DECODERS, ids=label)
def test_the_unit_does_not_matter(decoder, symmetric):
    """Distances of 1e-300 or 1e145 would end in a tour that nobody has searched for."""
    if decoder.symmetric_only and not symmetric:
        return
    matrix = random_matrix(40, symmetric)
    expected = solve(matrix, decoder)
    for exponent in (-1000, 480):
        scaled = solve(np.ldexp(matrix, exponent), decoder)
        assert scaled.cost == np.ldexp(expected.cost, exponent)


@pytest.mark.parametrize("decoder", DECODERS, ids=label)
@pytest.mark.parametrize("value", [0.0, 5e-324, 1e-300, 1.0, 1e150])
def test_equal_distances(decoder, value):
    """Where nothing tells nodes apart the search would not end, or give no tour."""
    assert solve(np.full((50, 50), value), decoder, 5).cost == pytest.approx(50 * value)


@pytest.mark.parametrize("metric", ["ATT", "CEIL_2D", "EUC_2D", "euclidean"])
def test_ties_are_searched(metric):
    """Among ties every node would have the same few neighbours, and the tour stay the first one."""
    points = np.random.default_rng(2).integers(0, 60, (1_000, 2)).astype(float)
    instance = ha.Instance.from_coordinates(points, metric=metric)
    result = ha.decode(instance, None, ha.Focused(), budget=ha.Budget(iterations=10))
    greedy = ha.decode(instance, None, ha.Greedy())
    assert result.cost < greedy.cost < 0.2 * instance.cost(range(1_000))


@pytest.mark.parametrize("decoder", DECODERS, ids=label)
@pytest.mark.parametrize("n", [2, 3, 5, 7, 9])
def test_never_longer_by_a_digit(decoder, n):
    """The tour that was given, from another node on, may cost more in its last digit."""
    for seed in range(8):
        rng = np.random.default_rng(seed)
        instance = ha.Instance.from_coordinates(rng.random((n, 2)))
        heatmap = ha.predictors.SoftDist().predict(instance)
        budget = ha.Budget(iterations=3)
        best = ha.decode(instance, heatmap, ha.Focused(), budget=budget).tour
        for turn in range(n):
            tour = np.roll(best, turn)
            result = ha.decode(instance, heatmap, decoder, budget=budget, initial_tour=tour)
            assert result.cost <= instance.cost(tour)
            assert result.cost == instance.cost(result.tour)


@pytest.mark.parametrize("given", [False, True], ids=["", "initial"])
@pytest.mark.parametrize("decoder", DECODERS, ids=label)
def test_no_time_at_all(decoder, given):
    """A limit that is over before the search can begin would give no tour, or be overrun."""
    points = np.random.default_rng(4).random((4_000, 2))
    instance = ha.Instance.from_coordinates(points)
    heatmap = (
        ha.Heatmap.from_topk(*instance.nearest_neighbours(5)) if decoder.needs_heatmap else None
    )
    tour = np.arange(4_000) if given else None
    budget = ha.Budget(seconds=1e-9)
    result = ha.decode(instance, heatmap, decoder, budget=budget, initial_tour=tour)
    assert sorted(result.tour) == list(range(4_000))
    assert result.cost == instance.cost(result.tour)
    assert (result.stop_reason, result.iterations) == ("time", 0)
    if not given:
        assert result.cost < 0.1 * instance.cost(range(4_000))


def zigzag(weights):
    """Return the least sum of products around a ring: the heaviest between the two lightest, and
    so on outwards, where the lighter end gets the heavier neighbour."""
    rest = sorted(weights.tolist())
    ring = [rest.pop()]
    lightest = True
    while rest:
        taken = [rest.pop(0 if lightest else -1) for _ in range(min(2, len(rest)))]
        if (ring[0] > ring[-1]) != lightest:
            taken.reverse()
        ring = [taken[0], *ring, *taken[1:]]
        lightest = not lightest
    return float(np.dot(ring, np.roll(ring, -1)))


def test_zigzag_is_the_least_sum():
    """The optimum that the next test compares with would be wrong."""
    for seed in range(20):
        weights = np.random.default_rng(seed).random(3 + seed % 6)
        orders = (np.array((0, *order)) for order in permutations(range(1, len(weights))))
        shortest = min(np.dot(weights[order], weights[np.roll(order, -1)]) for order in orders)
        assert zigzag(weights) == pytest.approx(shortest)


@pytest.mark.parametrize("n", [9, 40, 120])
@pytest.mark.parametrize("draw", ["random", "pareto", "exponential"])
def test_products_of_real_weights(draw, n):
    """Prices that cancel up to rounding would let a descent go in circles for ever."""
    rng = np.random.default_rng(n)
    weights = rng.pareto(1.0, n) + 0.1 if draw == "pareto" else getattr(rng, draw)(size=n)
    result = solve(np.outer(weights, weights), ha.Focused(), iterations=100)
    assert result.cost == pytest.approx(zigzag(weights), rel=1e-6)
