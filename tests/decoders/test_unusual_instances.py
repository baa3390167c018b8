"""Small, degenerate and extreme instances, which every decoder must solve."""

import itertools

import numpy as np
import pytest
from tests.decoders.contract import N, check_result, kinds, random_heatmap, solve
from tests.support import directed_instance, points_instance

import heataco as ha


def optimum(instance):
    rest = itertools.permutations(range(1, instance.n))
    return min(instance.cost([0, *tour]) for tour in rest)


@pytest.mark.parametrize(("n", "seed"), [(4, 1), (5, 2), (6, 3), (7, 4), (8, 5)])
def test_small_instances_are_solved(decoder, n, seed):
    """The search would miss the best of a few hundred tours."""
    for make_instance in kinds(decoder):
        instance = make_instance(n, seed)
        result = solve(instance, decoder, 300)
        check_result(result, instance)
        if decoder.default_iterations is not None:
            assert result.cost == pytest.approx(optimum(instance), rel=1e-12)


@pytest.mark.parametrize("n", range(1, 10))
def test_tiny_instances(decoder, n):
    """Instances with hardly a choice would crash or hang."""
    for make_instance in kinds(decoder):
        check_tiny_instance(decoder, make_instance(n))


def check_tiny_instance(decoder, instance):
    n = instance.n
    for heatmap in (random_heatmap(n), ha.Heatmap.from_dense(np.zeros((n, n)))):
        for options in ({}, {"initial_tour": range(n)}):
            budget = ha.Budget(iterations=60)
            result = ha.decode(instance, heatmap, decoder, budget=budget, **options)
            check_result(result, instance)
            if n <= 3 and decoder.default_iterations is not None:
                assert result.cost == pytest.approx(optimum(instance), rel=1e-12)


LAYOUTS = {
    "one-point": np.zeros((30, 2)),
    "line": np.c_[np.arange(30) ** 2, np.zeros(30)],
    "slanted-line": np.outer(np.arange(30), [1, 3]),
    "grid": np.array([(x, y) for x in range(6) for y in range(5)]),
    "two-points": np.array([(i % 2, 0) for i in range(30)]),
    "huge": 1e149 * np.random.default_rng(0).random((30, 2)),
    "tiny": 1e-138 * np.random.default_rng(0).random((30, 2)),
    "far-off": 1e9 + np.random.default_rng(0).random((30, 2)),
    "clusters": np.repeat([[0.0, 0.0], [1e8, 0.0]], 15, axis=0)
    + np.random.default_rng(0).random((30, 2)),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_unusual_layouts(decoder, layout):
    """Ties, zero lengths or extreme numbers would crash, hang or break the tour."""
    points = LAYOUTS[layout].astype(float)
    result = solve(ha.Instance.from_coordinates(points), decoder)
    check_result(result, ha.Instance.from_coordinates(points))
    assert np.isfinite(result.trace.best).all()


@pytest.mark.parametrize("factor", [0.0, 1e-150, 1e140])
def test_unusual_matrices(decoder, factor):
    """A matrix of zeros or of extreme numbers would crash, hang or break the tour."""
    matrix = factor * directed_instance(20).matrix
    instance = ha.Instance.from_matrix(matrix + matrix.T if decoder.symmetric_only else matrix)
    check_result(solve(instance, decoder), instance)


@pytest.mark.parametrize("metric", [m for m in ha.Metric if m is not ha.Metric.EXPLICIT])
def test_all_metrics(decoder, metric):
    """A search would go by other distances than the cost does."""
    points = np.floor(80 * np.random.default_rng(1).random((25, metric.dimensions)))
    instance = ha.Instance.from_coordinates(points, metric)
    check_result(solve(instance, decoder), instance)


@pytest.mark.parametrize("n", [1, 3, N])
def test_asymmetric_instances_are_refused_by_name(decoder, n):
    """A search for symmetric instances would go by half of an asymmetric one, unseen."""
    if not decoder.symmetric_only or n == 1:
        solve(directed_instance(n), decoder)
        return
    with pytest.raises(ValueError, match=rf"^decoder {decoder.name} supports symmetric instances"):
        solve(directed_instance(n), decoder)
    pairs = [(points_instance(n), random_heatmap(n)), (directed_instance(n), random_heatmap(n))]
    with pytest.raises(ValueError, match=rf"^pair 1: decoder {decoder.name} supports symmetric"):
        ha.decode_batch(pairs, decoder)


def test_grid_is_solved():
    """Many ties would keep the search from a tour without a detour."""
    grid = [(x, y) for x in range(6) for y in range(5)]
    instance = ha.Instance.from_coordinates(grid)
    for decoder in (ha.MCTS("3opt"), ha.MMAS("3opt"), ha.HeatACO("3opt"), ha.Focused()):
        heatmap = ha.predictors.SoftDist().predict(instance)
        result = ha.decode(instance, heatmap, decoder, budget=ha.Budget(iterations=100))
        assert result.cost == pytest.approx(30)
