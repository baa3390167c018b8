"""SoftDist: the published temperatures, and rows that are distributions."""

import math
from itertools import pairwise

import numpy as np
import pytest
from tests.support import directed_instance, points_instance

import heataco as ha
from heataco.predictors import PREDICTORS, SoftDist
from heataco.predictors.softdist import published_temperature


def row_sums(heatmap):
    return [float(heatmap.row(i)[1].sum()) for i in range(heatmap.n)]


@pytest.mark.parametrize("make", [points_instance, directed_instance])
@pytest.mark.parametrize("n", [2, 3, 40, 300])
def test_rows_are_distributions(make, n):
    """A row would favour its node over others."""
    heatmap = SoftDist().predict(make(n))
    assert heatmap.n == n
    assert row_sums(heatmap) == pytest.approx([1.0] * n, rel=1e-5)


@pytest.mark.parametrize(("n", "temperature"), [(500, 0.0066), (1_000, 0.0051), (10_000, 0.0018)])
def test_published_temperatures(n, temperature):
    """The heatmap would not be the one of the paper's tables."""
    assert published_temperature(n) == pytest.approx(temperature, rel=1e-12)


def test_temperature_falls_with_the_size():
    """Between or beyond the published sizes the heatmap would be sharper for fewer nodes."""
    temperatures = [
        published_temperature(n) for n in (1, 2, 10, 499, 501, 999, 1_001, 9_999, 10**6)
    ]
    assert all(a > b > 0 for a, b in pairwise(temperatures))


def test_extent_is_that_of_the_square():
    """A uniform instance in the unit square would get another temperature than published."""
    n = 2_000
    explicit = SoftDist(temperature=published_temperature(n)).predict(points_instance(n))
    automatic = SoftDist().predict(points_instance(n))
    near = explicit.values > 0.05
    ratio = np.log(automatic.values[near]) / np.log(explicit.values[near])
    assert np.median(ratio) == pytest.approx(1.0, abs=0.15)


def test_softmax_by_hand():
    """The scores would not be exp(-d/T)."""
    instance = ha.Instance.from_matrix([[0, 1, 2], [1, 0, 4], [2, 4, 0]])
    dense = SoftDist(temperature=2.0).predict(instance).to_dense()
    first = np.exp([-0.5, -1.0])
    np.testing.assert_allclose(dense[0, 1:], first / first.sum(), rtol=1e-6)
    second = np.exp([-0.5, -2.0])
    np.testing.assert_allclose(dense[1, [0, 2]], second / second.sum(), rtol=1e-6)


@pytest.mark.parametrize("scale", [1e-6, 1_000.0, 1e100])
def test_units_do_not_matter(scale):
    """Kilometres and metres would give different heatmaps."""
    instances = (points_instance(80, scale=factor) for factor in (1.0, scale))
    unit, scaled = (SoftDist().predict(instance).to_dense() for instance in instances)
    np.testing.assert_allclose(scaled, unit, rtol=1e-4, atol=1e-30)


def test_one_node():
    """The smallest instance would crash."""
    assert SoftDist().predict(points_instance(1)).nnz == 0


@pytest.mark.parametrize("temperature", [None, 1e-300, 1e300])
@pytest.mark.parametrize("points", [np.zeros((6, 2)), [(i % 2, 0) for i in range(6)]])
def test_nodes_on_one_point(points, temperature):
    """Distances of zero would give NaN."""
    heatmap = SoftDist(temperature).predict(ha.Instance.from_coordinates(points))
    assert row_sums(heatmap) == pytest.approx([1.0] * 6)


def test_directed_rows():
    """A directed instance would be scored by the distance back."""
    instance = ha.Instance.from_matrix([[0, 1, 9], [9, 0, 1], [1, 9, 0]])
    dense = SoftDist(temperature=1.0).predict(instance).to_dense()
    assert dense[0, 1] > dense[0, 2]
    assert dense[1, 2] > dense[1, 0]
    assert dense[2, 0] > dense[2, 1]


@pytest.mark.parametrize("neighbours", [1, 7, 50, 10_000])
def test_no_more_entries_than_neighbours(neighbours):
    """A large instance would need memory for all pairs."""
    n = 120
    heatmap = SoftDist(neighbours=neighbours).predict(points_instance(n))
    assert heatmap.nnz <= n * min(neighbours, n - 1)


def test_large_instance():
    """A matrix of all pairs would not fit: 30 GB here."""
    heatmap = SoftDist(neighbours=5).predict(points_instance(60_000))
    assert heatmap.nnz <= 300_000


@pytest.mark.parametrize(
    "value", [0, -1.0, math.nan, math.inf, "1", [], True, np.ones(2), 1j], ids=repr
)
def test_bad_temperatures(value):
    """A temperature that is none would give NaN, or be taken for the default."""
    with pytest.raises(ValueError, match=r"^temperature is .*give a number above 0"):
        SoftDist(temperature=value)


@pytest.mark.parametrize("value", [0, -1, 1.0, math.nan, "1", None, True, [], np.ones(2)], ids=repr)
def test_bad_neighbours(value):
    """A number of neighbours that is none would crash inside."""
    with pytest.raises(ValueError, match=r"^neighbours is .*give a whole number"):
        SoftDist(neighbours=value)


def test_numpy_numbers_are_numbers():
    """Parameters from an array would be refused."""
    parameters = SoftDist(temperature=np.float64(0.5), neighbours=np.int64(3))
    assert parameters == SoftDist(0.5, 3)
    assert hash(parameters) == hash(SoftDist(0.5, 3))


def test_absurd_neighbours():
    """A huge number would overflow on its way to the native code."""
    assert SoftDist(neighbours=10**30).predict(points_instance(5)).nnz == 20


def test_found_by_name():
    """The command line would not know the predictor."""
    assert PREDICTORS["softdist"] is SoftDist
