"""The rank prior: the table, and what it is applied to."""

import math
from itertools import pairwise

import numpy as np
import pytest

import heataco as ha
from heataco.predictors import RankPrior
from heataco.predictors.rank_prior import ASYMMETRIC_TABLE, SYMMETRIC_TABLE

# For 10,000 uniform nodes, as shares of the tour's edges, each of which two nodes see: half of
# what we hold.
PUBLISHED = (0.442, 0.254, 0.133, 0.072, 0.040, 0.024)


@pytest.mark.parametrize("table", [SYMMETRIC_TABLE, ASYMMETRIC_TABLE])
def test_tables_fall(table):
    """A farther neighbour would be preferred."""
    assert all(1 > near > far > 0 for near, far in pairwise(table))


@pytest.mark.parametrize(("table", "edges"), [(SYMMETRIC_TABLE, 2), (ASYMMETRIC_TABLE, 1)])
def test_tables_sum_to_the_edges_of_a_node(table, edges):
    """The scores would not be the probabilities that they are said to be."""
    assert 0.95 * edges < sum(table) <= edges


def test_table_is_near_the_published_one():
    """A slip in counting ranks would go unnoticed."""
    assert np.array(SYMMETRIC_TABLE[:6]) / 2 == pytest.approx(PUBLISHED, abs=0.006)


def test_scores_by_rank():
    """A score would go to another neighbour than that of its rank."""
    instance = ha.Instance.from_coordinates([(0, 0), (1, 0), (3, 0), (7, 0)])
    first, second, third = np.float32(SYMMETRIC_TABLE[:3])
    expected = [
        [0, first, second, third],
        [first, 0, second, third],
        [second, first, 0, third],
        [third, second, first, 0],
    ]
    np.testing.assert_array_equal(RankPrior().predict(instance).to_dense(), expected)


def test_ties_by_node():
    """Equal distances would give a heatmap that depends on the machine."""
    dense = RankPrior().predict(ha.Instance.from_coordinates(np.zeros((4, 2)))).to_dense()
    first, second, third = np.float32(SYMMETRIC_TABLE[:3])
    assert dense[0].tolist() == [0, first, second, third]
    assert dense[2].tolist() == [first, second, 0, third]


def test_directed_rows():
    """A directed instance would be scored by the way back, or by the symmetric table."""
    instance = ha.Instance.from_matrix([[0, 1, 9], [9, 0, 1], [1, 9, 0]])
    first, second = np.float32(ASYMMETRIC_TABLE[:2])
    expected = [[0, first, second], [second, 0, first], [first, second, 0]]
    np.testing.assert_array_equal(RankPrior().predict(instance).to_dense(), expected)


def test_neighbours():
    """The parameter would not do what it says."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(0).random((60, 2)))
    assert RankPrior(neighbours=3).predict(instance).nnz == 180
    assert RankPrior().predict(instance).nnz == 60 * len(SYMMETRIC_TABLE)


@pytest.mark.parametrize(
    "value", [0, -1, 1.0, math.nan, "1", None, True, [], len(SYMMETRIC_TABLE) + 1], ids=repr
)
def test_bad_neighbours(value):
    """A number of neighbours that the table does not have would crash inside."""
    with pytest.raises(ValueError, match=r"^neighbours is .*give a whole number from 1 to 20"):
        RankPrior(neighbours=value)


@pytest.mark.data
@pytest.mark.parametrize(
    "name", ["tsp500.npz", "tsp1000.npz", "tsp10000.npz", "small/atsp50_uniform_16ins.txt"]
)
def test_probabilities_hold_elsewhere(data_dir, name):
    """The scores would be probabilities only of the instances that they were counted on."""
    expected, found, nodes = 0.0, 0, 0
    for item in ha.read_labelled_set(data_dir / name)[:32]:
        heatmap = RankPrior(neighbours=1).predict(item.instance)
        following = np.empty(heatmap.n, int)
        following[item.tour] = np.roll(item.tour, -1)
        before = np.argsort(following)
        hits = heatmap.indices == following
        if item.instance.symmetric:
            hits |= heatmap.indices == before
        expected += float(heatmap.values.sum())
        found += int(hits.sum())
        nodes += heatmap.n
    assert found / nodes == pytest.approx(expected / nodes, abs=0.02)
