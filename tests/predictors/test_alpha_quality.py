"""Alpha-nearness: how well its scores rank the edges of good tours."""

import numpy as np
import pytest
from tests.support import points_instance, wide_instance

import heataco as ha
from heataco.predictors import Alpha


def tour_arcs(tour, n, symmetric):
    """Return the keys of a tour's arcs, in both directions where symmetric."""
    tour = np.asarray(tour, np.int64)
    after = np.roll(tour, -1)
    forward = tour * n + after
    return np.concatenate((forward, after * n + tour)) if symmetric else forward


def arc_scores(heatmap):
    """Return keys and scores of the arcs of a heatmap."""
    rows = np.repeat(np.arange(heatmap.n), np.diff(heatmap.indptr))
    return rows * heatmap.n + heatmap.indices, heatmap.values


def quality(instance, tour, heatmap):
    """R-precision, share of the tour's arcs that are missing, edges (or arcs) a node."""
    keys, scores = arc_scores(heatmap)
    held = tour_arcs(tour, instance.n, instance.symmetric)
    top = keys[np.argsort(-scores, kind="stable")[: len(held)]]
    edges = heatmap.nnz / instance.n / (2 if instance.symmetric else 1)
    return np.isin(top, held).mean(), 1 - np.isin(held, keys).mean(), edges


@pytest.mark.parametrize("make", [points_instance, wide_instance])
def test_the_relaxation_of_a_ring_is_the_ring(make):
    """Where the relaxation is exact its solution would not be the optimal tour."""
    n, angles = 24, np.linspace(0, 2 * np.pi, 24, endpoint=False)
    if make is points_instance:
        instance = ha.Instance.from_coordinates(np.stack((np.cos(angles), np.sin(angles)), 1))
    else:
        matrix = 1 + np.random.default_rng(1).random((n, n))
        matrix[np.arange(n), np.roll(np.arange(n), -1)] = 0.1
        instance = ha.Instance.from_matrix(matrix)
    heatmap = Alpha().predict(instance)
    assert quality(instance, np.arange(n), heatmap)[:2] == (1, 0)
    keys, scores = arc_scores(heatmap)
    assert scores[np.isin(keys, tour_arcs(np.arange(n), n, instance.symmetric))].min() > 0.95


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "count", "precision", "missing", "edges"),
    [("tsp500", 128, 0.88, 0.006, 2.3), ("tsp1000", 16, 0.87, 0.006, 2.4)],
)
def test_quality_on_the_standard_sets(data_dir, name, count, precision, missing, edges):
    """The heatmap would be worse than alpha-nearness is known to be."""
    with np.load(data_dir / f"{name}.npz") as arrays:
        coordinates, tours = arrays["coords"][:count], arrays["tours"][:count]
    rows = []
    for points, tour in zip(coordinates, tours, strict=True):
        instance = ha.Instance.from_coordinates(points)
        rows.append(quality(instance, tour, Alpha().predict(instance)))
    means = np.mean(rows, axis=0)
    assert means[0] >= precision
    assert means[1] <= missing
    assert means[2] <= edges


@pytest.mark.data
@pytest.mark.parametrize("name", ["atsp50", "atsp50_uniform_16ins"])
def test_quality_on_asymmetric_sets(data_dir, name):
    """Asymmetric instances would be predicted no better than by distance."""
    items = ha.read_labelled_set(data_dir / "small" / f"{name}.txt")
    rows = [quality(item.instance, item.tour, Alpha().predict(item.instance)) for item in items]
    assert np.mean(rows, axis=0)[0] >= 0.79
