"""Alpha-nearness: what the relaxation must say, and how good it must be."""

import itertools
import os
import signal
import threading

import numpy as np
import pytest
from tests.support import points_instance, wide_instance

import heataco as ha
from heataco.predictors import PREDICTORS, Alpha
from heataco.predictors.alpha import usual_iterations
from heataco.predictors.alpha_odds import probabilities


def brute_force(instance):
    tours = ([0, *rest] for rest in itertools.permutations(range(1, instance.n)))
    return min(tours, key=instance.cost)


def test_small_and_large_instances_have_short_ascents():
    """A prediction would take most of the time that there is for a small instance."""
    lengths = [usual_iterations(n) for n in (3, 60, 100, 300, 3_333, 5_000, 10_000, 10**6)]
    assert lengths == [60, 60, 100, 300, 300, 200, 100, 50]
    assert usual_iterations(50, symmetric=False) == 300
    instance = points_instance(80)
    assert Alpha().predict(instance) == Alpha(iterations=80).predict(instance)
    (batched,) = Alpha().predict_batch_within([instance], np.inf, 1)
    assert batched.heatmap == Alpha().predict(instance)


def test_registered():
    """`--predictor alpha` would be unknown."""
    assert PREDICTORS["alpha"] is Alpha


@pytest.mark.parametrize("make", [points_instance, wide_instance])
@pytest.mark.parametrize("seed", range(5))
def test_bound_is_below_the_optimum(make, seed):
    """The multipliers would not relax the tour's degrees."""
    instance = make(7, seed)
    optimum = instance.cost(brute_force(instance))
    bound = Alpha().measure(instance).bound
    assert 0.85 * optimum <= bound <= optimum * (1 + 1e-5)


def clusters(n, width):
    """Return nodes around ten places, or on them."""
    rng = np.random.default_rng(8)
    return rng.random((10, 2)).repeat(n // 10, axis=0) + width * rng.normal(size=(n, 2))


@pytest.mark.parametrize("width", [0.0, 1e-6, 0.005, 0.05])
def test_the_usual_ascent_arrives_where_nodes_lie_in_clusters(width):
    """The prices between clusters would have far to go: up to 15 % of the bound were missing."""
    instance = ha.Instance.from_coordinates(clusters(300, width))
    long = Alpha(iterations=6_000, first_step=1.0, last_step=1e-4, momentum=0.9)
    assert Alpha().measure(instance).bound >= 0.995 * long.measure(instance).bound


@pytest.mark.parametrize("unit", [5e-324, 1e-310, 1e-300, 1e-150, 1e150])
@pytest.mark.parametrize("symmetric", [True, False])
def test_distances_at_the_ends_of_the_range(unit, symmetric):
    """The mean edge would be no number, and the search for the 1-tree would leave its arrays."""
    matrix = np.random.default_rng(0).integers(0, 2 if unit == 1e150 else 5, (40, 40)) * unit
    np.fill_diagonal(matrix, 0)
    instance = ha.Instance.from_matrix(np.minimum(matrix, matrix.T) if symmetric else matrix)
    nearness = Alpha().measure(instance)
    assert 0 <= nearness.bound < np.inf
    assert np.isfinite(nearness.alpha).all()
    assert nearness.frequency.sum() == pytest.approx(40, rel=1e-4)


def test_shortest_memory():
    """The weights of late 1-trees would overflow and the frequencies be no numbers."""
    nearness = Alpha(memory=0.01).measure(points_instance(100))
    assert nearness.frequency.sum() == pytest.approx(100, rel=1e-4)


def test_one_tree_edges_have_alpha_zero():
    """Alpha would not be measured from the minimum 1-tree: there are n such edges, not fewer."""
    nearness = Alpha().measure(points_instance(200))
    assert (nearness.alpha >= 0).all()
    assert (nearness.alpha < 1e-5).sum() >= 200
    assert nearness.frequency.sum() == pytest.approx(200, rel=1e-4)


def test_edges_are_unique():
    """An edge would be counted twice in the 1-trees."""
    nearness = Alpha().measure(points_instance(300))
    ends = np.sort(np.stack((nearness.sources, nearness.targets)), axis=0)
    assert (ends[0] < ends[1]).all()
    assert len(np.unique(ends[0] * 300 + ends[1])) == len(nearness.alpha)


@pytest.mark.parametrize("symmetric", [True, False])
def test_probability_grows_with_the_frequency_and_falls_with_alpha(symmetric):
    """A better edge would be scored below a worse one."""
    frequency = np.linspace(0, 1, 101)
    alpha = np.linspace(0, 3, 101)
    assert (np.diff(probabilities(np.zeros(101), frequency, symmetric)) >= 0).all()
    assert (np.diff(probabilities(alpha, np.zeros(101), symmetric)) <= 0).all()


@pytest.mark.parametrize("symmetric", [True, False])
def test_every_row_has_an_edge_to_spare(symmetric):
    """On a grid, where the relaxation is sure of many rows, these would set the scale for all."""
    side = 15
    points = np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1).reshape(-1, 2)
    instance = ha.Instance.from_coordinates(points)
    if not symmetric:
        distances = np.linalg.norm(points[:, np.newaxis] - points, axis=-1)
        instance = ha.Instance.from_matrix(distances + np.random.default_rng(0).random((225, 225)))
    heatmap = Alpha(lowest_probability=0.9).predict(instance)
    assert np.diff(heatmap.indptr).min() >= (3 if symmetric else 2)
    assert heatmap.values.min() > ha.HeatACO().heat_threshold
    guidance = ha.HeatACO().guidance(instance, heatmap)
    assert guidance.quantile < np.log(1 / 1e-4)


@pytest.mark.parametrize("make", [points_instance, wide_instance])
def test_scores_are_probabilities_that_nearly_fill_the_degrees(make):
    """The scores would not be calibrated: a tour uses each node once in and once out."""
    instance = make(400)
    heatmap = Alpha(lowest_probability=0).predict(instance)
    assert heatmap.values.min() > 0
    assert heatmap.values.max() < 1
    assert heatmap.values.sum() / instance.n == pytest.approx(2 if instance.symmetric else 1, 0.06)


@pytest.mark.parametrize("factor", [1e-120, 1e-3, 1e9, 1e120])
def test_scale_of_the_coordinates_does_not_matter(factor):
    """Instances in metres and in kilometres would get different heatmaps."""
    points = np.random.default_rng(3).random((150, 2))
    plain, scaled = (
        Alpha().predict(ha.Instance.from_coordinates(points * by)) for by in (1.0, factor)
    )
    np.testing.assert_array_equal(plain.indices, scaled.indices)
    np.testing.assert_allclose(plain.values, scaled.values, atol=0.02)


def test_numbers_of_the_nodes_do_not_matter():
    """The heat would depend on the order in which nodes come."""
    points = np.random.default_rng(4).random((120, 2))
    order = np.random.default_rng(5).permutation(120)
    plain = Alpha().predict(ha.Instance.from_coordinates(points)).to_dense()
    moved = Alpha().predict(ha.Instance.from_coordinates(points[order])).to_dense()
    # Node 0 plays a part of its own in every 1-tree.
    assert np.median(np.abs(moved - plain[np.ix_(order, order)])[moved > 0]) < 0.01


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("neighbours", 0),
        ("orthant_neighbours", -1),
        ("iterations", 0),
        ("first_step", 0.0),
        ("last_step", 0.5),
        ("momentum", 1.0),
        ("memory", 0.0),
        ("separation", 0.9),
        ("lowest_probability", 1.5),
    ],
)
def test_parameters_out_of_range(option, value):
    """A bad parameter would reach the native code."""
    with pytest.raises(ValueError, match=option):
        Alpha(**{option: value})


@pytest.mark.parametrize(("n", "iterations"), [(20, 60), (120, 120), (3_334, 299), (11_000, 100)])
def test_usual_length_of_the_ascent(n, iterations):
    """The documented default would not be the one in use."""
    instance = points_instance(n)
    usual, given = Alpha().measure(instance), Alpha(iterations=iterations).measure(instance)
    assert usual.bound == given.bound
    assert np.array_equal(usual.frequency, given.frequency)


def test_too_few_nodes_to_measure():
    """The native ascent would run without a single 1-tree."""
    with pytest.raises(ValueError, match="2 nodes; alpha-nearness needs at least 3"):
        Alpha().measure(points_instance(2))


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_interrupt():
    """Ctrl-C during a long prediction would have to wait for its end."""
    instance = points_instance(2_000)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        Alpha(iterations=1_000_000).predict(instance)
