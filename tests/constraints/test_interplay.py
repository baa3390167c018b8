"""Constraints beside ids, best-known costs, bounds, improving and comparing."""

import math

import numpy as np
import pytest
from tests.constraints.test_exactness import COMBINATIONS, draw_instance, shortest
from tests.support import directed_instance, points_instance

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES

IDS = ["depot", "a", "b", "c", "d", "e"]
NAMED = ha.Instance.from_coordinates(np.random.default_rng(0).random((6, 2)), ids=IDS)
NUMBERED = NAMED.relabelled(ids=[10, 11, 12, 13, 14, 0])
BRIEF = {"iterations": 3}


def test_ends_by_id():
    """A depot could be named only by a number that its owner never gave it."""
    for call in (ha.solve, ha.decode):
        result = call(NAMED, **BRIEF, start="depot", end="d", closed=False)
        assert (result.ids[0], result.ids[-1]) == ("depot", "d")
        assert (result.start, result.end) == (0, 4)
    (result,) = ha.decode_batch([NAMED], **BRIEF, start="b")
    assert (result.ids[0], result.start, result.end) == ("b", 2, None)


def test_whole_numbers_are_ids_where_there_are_ids():
    """The node 0 would be taken where the one with the id 0 is meant."""
    for given in (0, "0", np.int64(0)):
        assert ha.solve(NUMBERED, **BRIEF, start=given).start == 5
    assert ha.solve(NAMED.coordinates, **BRIEF, start="3").start == 3
    assert ha.solve(NAMED.relabelled(ids=[*IDS[:5], "7"]), **BRIEF, start=7).start == 5


def test_fixed_edges_by_id():
    """Edges would have to be given by numbers, and ends by ids."""
    result = ha.solve(NAMED, **BRIEF, start="depot", fixed_edges=[("depot", "c")])
    assert "c" in (result.ids[1], result.ids[-1])
    assert result.instance.fixed_edges.tolist() == [[0, 3]]
    both = ha.solve(result.instance, **BRIEF, fixed_edges=[("a", "b")])
    assert both.instance.fixed_edges.tolist() == [[0, 3], [1, 2]]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"start": "x"}, "start is 'x', which is not the id of a node; give one of 'depot', 'a', "),
        ({"start": "Depo"}, "; did you mean 'depot'"),
        ({"start": 2}, "start is 2, which is not the id"),
        ({"start": 1.5}, r"start is 1\.5, which is not the id"),
        ({"start": "a", "end": "x", "closed": False}, "end is 'x', which is not the id"),
        ({"fixed_edges": [("a", "x")]}, "a node of fixed_edges is 'x', which is not the id"),
        ({"fixed_edges": ["ab"]}, "fixed_edges holds 'ab'; give pairs of ids"),
    ],
)
def test_unknown_ids(options, words):
    """A slip in an id would end in a tour from elsewhere."""
    with pytest.raises(ValueError, match=words):
        ha.solve(NAMED, **BRIEF, **options)


def test_best_known_is_of_closed_tours():
    """The gap of a path, or of a tour with a fixed edge, would be that of another problem."""
    instance = points_instance(9).relabelled(best_known=1.0)
    assert ha.solve(instance, **BRIEF).gap is not None
    assert ha.solve(instance, **BRIEF, start=2).gap is not None
    assert ha.solve(instance, **BRIEF, closed=False).gap is None
    assert ha.solve(instance, **BRIEF, fixed_edges=[(0, 1)]).gap is None
    assert instance.with_fixed_edges([(0, 1)]).best_known is None


def test_results_say_what_they_are():
    """A saved record of a path would be read as one of a tour."""
    path = ha.solve(points_instance(9), **BRIEF, start=2, closed=False)
    plain = path.to_dict()
    assert (plain["closed"], plain["start"], plain["end"]) == (False, 2, int(path.tour[-1]))
    assert f"from 2 to {path.tour[-1]}" in repr(path)
    assert ha.solve(points_instance(9), **BRIEF, start=2).to_dict()["end"] is None


def test_plots_do_not_close_paths():
    """A picture would show a way back that the path does not take."""
    pytest.importorskip("matplotlib")
    path = ha.solve(points_instance(9), **BRIEF, start=2, closed=False)
    assert len(path.plot().lines[0].get_xdata()) == 9


@pytest.mark.parametrize(
    "kind", ["points", "rounded", "symmetric", "directed", "sparse symmetric", "sparse directed"]
)
def test_bounds_hold(kind):
    """A bound of another problem would be called a proof."""
    rng = np.random.default_rng(1)
    proven = []
    for combination in COMBINATIONS:
        instance = draw_instance(rng, 7, kind)
        fixed = [tuple(map(int, rng.permutation(7)[:2])) for _ in range(combination["fixed"])]
        ends = {key: combination[key] for key in ("start", "end", "closed")}
        cost = shortest(instance, **ends, fixed_edges=fixed)
        if math.isinf(cost):
            continue
        bound = ha.lower_bound(instance.with_fixed_edges(fixed), **ends)
        assert 0 <= bound <= cost * (1 + 1e-15)
        proven.append(bound / cost if cost else 1.0)
    assert np.mean(proven) > 0.85


def test_bound_of_solve():
    """The bound of a path would be that of a tour, and above the path."""
    for instance in (points_instance(40), directed_instance(40)):
        result = ha.solve(instance, iterations=30, closed=False, fixed_edges=[(0, 9)], bound=True)
        assert 0 <= result.proven_gap < 20


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES[1:])
@pytest.mark.parametrize("instance", [points_instance(20), directed_instance(20)], ids=str)
def test_improve(instance, local_search):
    """A local search would break the constraints that its tour held to."""
    options = {"start": 3, "closed": False, "fixed_edges": [(0, 9)]}
    first = [3, 0, 9, *(node for node in range(20) if node not in (3, 0, 9))]
    better = ha.improve(instance, first, local_search, **options)
    assert instance.cost(better, closed=False) <= instance.cost(first, closed=False)
    assert better[0] == 3
    places = np.flatnonzero(np.isin(better, [0, 9]))
    assert places[1] - places[0] == 1
    with pytest.raises(ValueError, match="tour lacks the fixed edge from 0 to 9"):
        ha.improve(instance, [3, *sorted(first[1:])], **options)


def test_improve_without_roads():
    """A tour over a forbidden edge would be shortened, and returned as if it were one."""
    matrix = np.ones((6, 6))
    matrix[0, 3] = matrix[3, 0] = math.inf
    with pytest.raises(ValueError, match="tour goes from 0 to 3, which is forbidden"):
        ha.improve(matrix, [0, 3, 1, 2, 4, 5])
    assert math.isfinite(ha.Instance.from_matrix(matrix).cost(ha.improve(matrix, range(6))))


def test_heatmaps_are_compared_and_inspected():
    """What a heatmap is worth could not be asked where roads are missing or edges fixed."""
    matrix = np.random.default_rng(2).random((12, 12)) + 0.1
    matrix[0, 5:9] = math.inf
    roads = ha.Instance.from_matrix(matrix)
    for instance in (roads, points_instance(12).with_fixed_edges([(0, 7)])):
        heatmap = ha.predictors.Alpha().predict(instance)
        compared = ha.compare_heatmap(instance, heatmap, iterations=3, seeds=2)
        assert np.isfinite(compared.costs_with).all()
        tour = ha.solve(instance, **BRIEF).tour
        assert ha.diagnose(instance, heatmap, tour).verdict.grade


def test_interrupted_prediction(monkeypatch):
    """Ctrl-C before the search would leave a tour that breaks the constraints."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(ha.predictors.Alpha, "predict_within", interrupted)
    with pytest.raises(ha.Interrupted) as caught:
        ha.solve(points_instance(30), start=3, closed=False, fixed_edges=[(0, 9)])
    result = caught.value.result
    assert (result.start, result.closed) == (3, False)
    places = np.flatnonzero(np.isin(result.tour, [0, 9]))
    assert places[1] - places[0] == 1
    matrix = np.full((40, 40), math.inf)
    nodes = np.random.default_rng(4).permutation(40)
    matrix[nodes, np.roll(nodes, -1)] = 1.0
    with pytest.raises(ha.Interrupted) as caught:
        ha.solve(matrix)
    result = caught.value.result
    assert result is None or result.cost == 40


@pytest.mark.parametrize(
    "constraints",
    [
        {"closed": False},
        {"closed": False, "start": 3},
        {"closed": False, "start": 3, "end": 9},
        {"fixed_edges": [(0, 5), (5, 9), (20, 21)]},
        {"fixed_edges": [(0, 5)], "closed": False, "end": 5},
    ],
)
def test_no_time_to_search_gives_a_tour_along_a_curve(constraints):
    """A limit that is too short for the matrix would give the nodes in the order of the file."""
    instance = points_instance(500)
    result = ha.solve(instance, seconds=0, **constraints)
    closed = constraints.get("closed", True)
    order = result.tour.tolist()
    assert sorted(order) == list(range(500))
    assert result.cost == instance.cost(result.tour, closed=closed)
    assert result.cost < 0.3 * instance.cost(np.arange(500), closed=closed)
    assert result.trace.best[-1] == result.cost
    if "start" in constraints:
        assert order[0] == constraints["start"]
    if "end" in constraints:
        assert order[-1] == constraints["end"]
    pairs = {frozenset(pair) for pair in zip(order, order[1:] + order[:1], strict=True)}
    assert all(frozenset(edge) in pairs for edge in constraints.get("fixed_edges", []))
