"""The controls: they must bring nothing that the search has not got already."""

import math

import numpy as np
import pytest
from tests.support import directed_instance, points_instance

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES
from heataco.predictors import Distance, Zero


@pytest.mark.parametrize("make", [points_instance, directed_instance])
def test_zero_scores_nothing(make):
    """The control would hold heat."""
    heatmap = Zero().predict(make(40))
    assert (heatmap.n, heatmap.nnz) == (40, 0)


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES)
@pytest.mark.parametrize("make", [points_instance, directed_instance])
def test_zero_makes_heataco_plain(make, local_search):
    """HeatACO without heat would not be MMAS, and no control to anything."""
    instance, budget = make(40), ha.Budget(iterations=10)
    heatmap = Zero().predict(instance)
    guided = ha.decode(instance, heatmap, ha.HeatACO(local_search), budget=budget, seed=3)
    plain = ha.decode(instance, None, ha.MMAS(local_search), budget=budget, seed=3)
    assert guided.tour.tolist() == plain.tour.tolist()
    assert guided.trace.iteration_best.tolist() == plain.trace.iteration_best.tolist()


@pytest.mark.parametrize("make", [points_instance, directed_instance])
def test_distance_is_the_heuristic(make):
    """The control would tell more, or less, than 1/d."""
    instance = make(40)
    heatmap = Distance(neighbours=12).predict(instance)
    nodes, distances = instance.nearest_neighbours(12)
    for node in range(instance.n):
        columns, values = heatmap.row(node)
        order = np.argsort(nodes[node])
        assert columns.tolist() == nodes[node][order].tolist()
        np.testing.assert_allclose(values, (distances[node, 0] / distances[node])[order], rtol=1e-6)


def test_distance_of_nodes_on_one_point():
    """A twin of a node would take all its heat, or give NaN."""
    instance = ha.Instance.from_coordinates([(0, 0), (0, 0), (1, 0), (3, 0)])
    dense = Distance().predict(instance).to_dense()
    np.testing.assert_allclose(dense[0], [0, 1, 1, 1 / 3], rtol=1e-6)
    np.testing.assert_allclose(dense[2], [1, 1, 0, 1 / 2], rtol=1e-6)


@pytest.mark.parametrize("value", [0, -1, 1.0, math.nan, "1", None, True, [], np.ones(2)], ids=repr)
def test_bad_neighbours(value):
    """A number of neighbours that is none would crash inside."""
    with pytest.raises(ValueError, match=r"^neighbours is .*give a whole number of at least 1"):
        Distance(neighbours=value)
