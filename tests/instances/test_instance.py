"""Instances: intake of arrays, and what is refused."""

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest
from tests.instances.samples import POINTS, points_for

from heataco.instances import Instance, Metric

pytestmark = pytest.mark.filterwarnings("ignore:.*GEO reads degrees.minutes")


def test_explicit_cost_is_directed():
    """An asymmetric tour would be summed in the wrong direction."""
    matrix = np.array([[9999, 1, 10], [20, 9999, 2], [4, 30, 9999]])
    instance = Instance.from_matrix(matrix)
    assert not instance.symmetric
    assert instance.cost([0, 1, 2]) == 1 + 2 + 4
    assert instance.cost([0, 2, 1]) == 10 + 30 + 20


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("metric", list(Metric))
def test_tiny_instances(metric, n):
    """The smallest instances would crash or cost something where there is nothing to travel."""
    if metric is Metric.EXPLICIT:
        instance = Instance.from_matrix(np.full((n, n), 5.0))
    else:
        instance = Instance.from_coordinates(points_for(metric)[:n], metric)
    assert instance.n == n
    assert instance.symmetric
    cost = instance.cost(range(n))
    assert cost == 0 if n == 1 else cost > 0


@pytest.mark.parametrize(
    ("metric", "points", "message"),
    [
        ("euclidean", [[0, 0], [1e151, 0]], r"coordinates\[1, 0\] is 1e\+151.*1e\+150"),
        ("euclidean", [[0, 0], [0, 1e-141]], "rescale"),
        ("ATT", [[0, 2e15]], r"coordinates\[0, 1\]"),
        ("GEO", [[2e6, 0]], "at most 1e"),
        ("EUC_2D", [[0, 0], [0, math.nan]], r"coordinates\[1, 1\] is nan"),
        ("EUC_2D", [[math.inf, 0]], r"coordinates\[0, 0\] is inf"),
        ("EUC_2D", [[1, 2, 3]], r"shape \(1, 3\)"),
        ("EUC_2D", [1, 2], r"shape \(2,\)"),
        ("EUC_2D", [], r"shape \(0,\)"),
        ("EUC_2D", np.zeros((0, 2)), r"n >= 1"),
        ("EUC_2D", [[1j, 0]], "complex128"),
        ("EUC_2D", [["1", "2"]], "real numbers"),
        ("EUC_2D", [[None, 2]], "object"),
        ("EUC_2D", [[1, 2], [3]], "cannot be read as an array"),
        ("EUC_2D", [[2**60, 0]], r"2\*\*53"),
        ("EUC_2D", np.ma.masked_equal(np.array(POINTS), 3.0), "masked"),
        ("EUC_4D", POINTS, "'EUC_4D' is unknown; known are euclidean, "),
        ("EXPLICIT", POINTS, "needs a matrix"),
        ("EUC_3D", POINTS, r"shape \(4, 2\); for metric EUC_3D it must be \(n, 3\)"),
        ("latlon_km", [[91, 0]], r"coordinates\[0, 0\] is 91.*at most 90; latitude comes first"),
        ("latlon_m", [[0, 361]], r"coordinates\[0, 1\] is 361.*at most 360$"),
        ("XRAY1", [[-180, 0, 0], [181, 0, 0]], "span 361 degrees"),
    ],
)
def test_bad_coordinates_are_refused(metric, points, message):
    """Bad points would become silently wrong distances."""
    with pytest.raises(ValueError, match=message):
        Instance.from_coordinates(points, metric)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[0, 1], [-1, 0]], r"matrix\[1, 0\] is -1"),
        ([[0, math.nan], [1, 0]], r"matrix\[0, 1\] is nan"),
        ([[0, -math.inf], [1, 0]], r"matrix\[0, 1\] is -inf"),
        ([[math.nan, 1], [1, 0]], r"matrix\[0, 0\] is nan; the diagonal is not used, but"),
        ([[0, 1e301], [1, 0]], "at most"),
        ([[0, 1e281], [math.inf, 0]], r"at most 1e\+280, or infinite to forbid an edge"),
        ([[0, 1, 2], [3, 4, 5]], r"shape \(2, 3\)"),
        (np.zeros((2, 2, 2)), r"shape \(2, 2, 2\)"),
        (np.zeros((0, 0)), "n >= 1"),
    ],
)
def test_bad_matrices_are_refused(matrix, message):
    """A bad distance would be searched with."""
    with pytest.raises(ValueError, match=message):
        Instance.from_matrix(matrix)


@pytest.mark.parametrize("best_known", [math.nan, -1.0, math.inf])
def test_bad_best_known_is_refused(best_known):
    """Gaps would be NaN or negative."""
    with pytest.raises(ValueError, match="best_known"):
        Instance.from_coordinates(POINTS, best_known=best_known)


def test_symmetry_is_found_across_tiles():
    """A single asymmetric pair far from the diagonal would go unnoticed."""
    matrix = np.zeros((1500, 1500))
    np.fill_diagonal(matrix, range(1500))
    assert Instance.from_matrix(matrix).symmetric
    matrix[1400, 3] = 1
    assert not Instance.from_matrix(matrix).symmetric


@pytest.mark.parametrize(
    ("tour", "message"),
    [
        ([0, 1, 2, 2], "node 2 is repeated and node 3 is missing"),
        ([0, 1, 2], "3 nodes given for 4: node 3 is missing"),
        ([0, 1, 2, 3, 0], "node 0 is repeated"),
        ([0, 1, 2, 4], r"node 4 is not one of 0\.\.3"),
        ([0, 1, 2, -1], "node -1"),
        ([], "0 nodes given for 4: node 0 is missing"),
        ([[0, 1, 2, 3]], "one row of 4"),
        ([0.0, 1.0, 2.0, 3.0], "must be integers"),
        (np.array([0, 1, 2, 2**64 - 1], np.uint64), "tour holds 18446744073709551615"),
    ],
)
def test_bad_tours_are_refused(tour, message):
    """The cost of something that is no tour would be reported."""
    with pytest.raises(ValueError, match=message):
        Instance.from_coordinates(POINTS).cost(tour)


def test_gap():
    """The reported quality would be wrong."""
    instance = Instance.from_coordinates(POINTS, best_known=200)
    assert instance.gap(201) == pytest.approx(0.5)
    assert replace(instance, best_known=None).gap(201) is None
    assert replace(instance, best_known=0).gap(0) == 0
    assert replace(instance, best_known=0).gap(1) == math.inf


def test_equality_digest_and_pickle():
    """Results would be filed under the wrong instance, or workers get writable arrays."""
    instance = Instance.from_coordinates(POINTS, "EUC_2D", name="a", best_known=7)
    again = pickle.loads(pickle.dumps(instance))
    assert again == instance
    assert hash(again) == hash(instance)
    assert not again.coordinates.flags.writeable
    assert replace(instance, name="b").digest == instance.digest
    assert replace(instance, name="b") != instance
    assert replace(instance, metric=Metric.ATT).digest != instance.digest
    with pytest.raises(ValueError, match="read-only"):
        instance.coordinates[0, 0] = 1


def test_ids_travel_with_the_instance():
    """A user would get node numbers back in place of what he calls his stops."""
    named = Instance.from_coordinates(POINTS, ids=["a", "b", np.str_("c"), np.int64(7)])
    assert named.ids == ("a", "b", "c", 7)
    assert [type(each) for each in named.ids] == [str, str, str, int]
    assert pickle.loads(pickle.dumps(named)).ids == named.ids
    assert named.relabelled(name="x", best_known=3).ids == named.ids
    assert replace(named, name="x").ids == named.ids
    assert named != Instance.from_coordinates(POINTS)
    assert named.digest == Instance.from_coordinates(POINTS).digest
    assert named.relabelled(ids=range(4)).ids == (0, 1, 2, 3)
    assert Instance.from_matrix([[0, 1], [2, 0]], ids=["a", "b"]).ids == ("a", "b")
    assert "'a'" not in repr(named)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["a"], "1 ids for 4 nodes"),
        (["a", "b", "c", "a"], "nodes 0 and 3 both have the id 'a'"),
        ([1.5, 2, 3, 4], "the id of node 0 is 1.5; ids are texts or integers"),
        ([True, 2, 3, 4], "the id of node 0 is True"),
        ("abcd", "ids is a str"),
        (5, "ids is a int"),
    ],
)
def test_bad_ids_are_refused(ids, message):
    """Two stops could not be told apart in the result."""
    with pytest.raises(ValueError, match=message):
        Instance.from_coordinates(POINTS, ids=ids)


def test_labels_change_without_a_second_check():
    """Another name or best-known cost would copy the numbers, or cost another look at them."""
    instance = Instance.from_matrix([[0, 1], [2, 0]], name="a")
    other = instance.relabelled(name="b", best_known=3)
    assert (other.name, other.best_known, other.symmetric) == ("b", 3.0, False)
    assert other.matrix is instance.matrix
    assert other.relabelled(best_known=4) == replace(instance, name="b", best_known=4.0)
    assert other.relabelled() == other
    with pytest.raises(ValueError, match="best_known is -1; give a number of at least 0"):
        instance.relabelled(best_known=-1)


FORBIDDING = np.array([[0, 1, math.inf], [2, 0, 3], [4, 5, math.inf]])


def test_infinite_distances_forbid_edges():
    """A missing road would be refused, or cost something."""
    instance = Instance.from_matrix(FORBIDDING)
    assert instance.forbids_edges
    assert not Instance.from_matrix(np.ones((3, 3))).forbids_edges
    assert not Instance.from_coordinates(POINTS).forbids_edges
    assert instance.cost([0, 1, 2]) == 8
    assert instance.cost([0, 2, 1]) == math.inf
    assert instance.distance([0, 0], [1, 2]).tolist() == [1, math.inf]
    assert instance.nearest_neighbours(2)[1].tolist() == [[1, math.inf], [2, 3], [4, 5]]
    assert np.isfinite(instance._native_form["numbers"]).all()
    assert pickle.loads(pickle.dumps(instance)) == instance


def test_cost_of_an_open_path():
    """The way back would be paid for."""
    instance = Instance.from_matrix(FORBIDDING)
    assert instance.cost([2, 0, 1], closed=False) == 5
    assert instance.cost([1, 2, 0], closed=False) == 7
    assert Instance.from_matrix([[0.0]]).cost([0], closed=False) == 0


def test_fixed_edges_are_part_of_an_instance():
    """Instances that differ in what they fix would be taken for one another."""
    instance = Instance.from_coordinates(POINTS)
    fixed = instance.with_fixed_edges([(2, 0), (0, 1), (2, 0)])
    assert fixed.fixed_edges.tolist() == [[0, 1], [2, 0]]
    assert fixed.digest != instance.digest
    assert fixed.relabelled(name="a").fixed_edges is fixed.fixed_edges
    assert fixed.with_fixed_edges(None) == instance
    assert instance.with_fixed_edges(np.empty((0, 2), int)) == instance


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([(0, 99)], "holds node 99, not one of 0.."),
        ([(0, -1)], "holds node -1"),
        ([(1, 1)], "joins node 1 to itself"),
        ([(0, 1, 2)], r"shape \(1, 3\); give pairs"),
        ([0, 1], r"shape \(2,\)"),
        ([(0.5, 1)], "integers"),
        ("ab", "real numbers"),
    ],
)
def test_bad_fixed_edges_are_refused(edges, message):
    """A slip in a pair would fix another edge."""
    with pytest.raises(ValueError, match=message):
        Instance.from_coordinates(POINTS).with_fixed_edges(edges)
