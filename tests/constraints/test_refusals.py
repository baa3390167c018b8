"""Constraints that no tour can hold to are refused by a sentence."""

import math

import numpy as np
import pytest
from tests.support import directed_instance, points_instance

import heataco as ha
from heataco._arrays import sealed
from heataco.constraints import reduction
from heataco.constraints.feasibility import require_feasible

INF = math.inf


def decode(instance, **options):
    return ha.decode(instance, budget=ha.Budget(iterations=2), **options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"start": 9}, "start is 9; give a whole number from 0 to 8"),
        ({"start": 1.0}, "start is 1.0; give a whole number"),
        ({"end": 3}, "end is 3, but the tour is closed .* give closed=False"),
        ({"end": 9, "closed": False}, "end is 9; give a whole number from 0 to 8"),
        ({"start": 3, "end": 3, "closed": False}, "start and end are both 3; give two nodes"),
        ({"closed": "no"}, "closed is 'no'; give True or False"),
        ({"fixed_edges": [(0, 9)]}, "fixed_edges holds node 9, not one of 0..8"),
        (
            {"fixed_edges": [(0, 1), (0, 2), (3, 0)]},
            "3 fixed edges meet at node 0; at most two can",
        ),
        ({"fixed_edges": [(0, 1), (1, 2), (2, 0)]}, r"form a cycle \(node 0, node 1, node 2\)"),
        (
            {"fixed_edges": [(0, 1), (0, 2)], "start": 0, "closed": False},
            "2 fixed edges meet at node 0, the start of the path; at most one can",
        ),
        (
            {"fixed_edges": [(3, 1), (1, 2)], "start": 3, "end": 2, "closed": False},
            "fixed edges join node 3, the start, and node 2, the end, and leave out other nodes",
        ),
        ({"initial_tour": range(9), "fixed_edges": [(0, 2)]}, "initial_tour lacks the fixed edge"),
        ({"initial_tour": range(9), "start": 4, "closed": False}, "initial_tour begins at 0"),
        (
            {"initial_tour": range(9), "start": 0, "end": 4, "closed": False},
            "initial_tour ends at 8 and must end at 4",
        ),
    ],
)
def test_bad_constraints(options, words):
    """A slip would be ignored, or end in a tour that breaks what was asked for."""
    for call in (decode, lambda *a, **k: ha.solve(*a, iterations=2, **k)):
        with pytest.raises(ValueError, match=words):
            call(points_instance(9), **options)


@pytest.mark.parametrize(
    ("edges", "words"),
    [
        ([(0, 1), (0, 2)], "two fixed edges leave node 0; no tour contains both"),
        ([(1, 0), (2, 0)], "two fixed edges enter node 0"),
        ([(0, 1), (1, 0)], r"form a cycle \(node 0, node 1\)"),
    ],
)
def test_bad_arcs(edges, words):
    """Two arcs that exclude each other would be searched for in vain."""
    with pytest.raises(ValueError, match=words):
        decode(directed_instance(9), fixed_edges=edges)


@pytest.mark.parametrize(
    ("edge", "words"),
    [
        ((1, 0), "^a fixed edge enters node a, the start of the path$"),
        ((2, 1), "^a fixed edge leaves node c, the end of the path$"),
    ],
)
def test_arcs_at_the_ends_of_a_path(edge, words):
    """The way back, which nobody has fixed, would be counted as a second fixed edge."""
    instance = directed_instance(4).relabelled(ids=list("abcd"))
    with pytest.raises(ValueError, match=words):
        decode(instance.with_fixed_edges([edge]), start="a", end="c", closed=False)


def matrix_of(*allowed, n=5, symmetric=True):
    matrix = np.full((n, n), INF)
    for a, b in allowed:
        matrix[a, b] = 1
        matrix[b, a] = 1 if symmetric else matrix[b, a]
    return ha.Instance.from_matrix(matrix)


CIRCLE = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]


@pytest.mark.parametrize(
    ("instance", "options", "words"),
    [
        (matrix_of(*CIRCLE[:4]), {}, "tour .*: node 0 has too few allowed edges"),
        (matrix_of(*CIRCLE[:3]), {}, "no allowed edge leaves node 4"),
        (
            matrix_of(*CIRCLE[:2], (3, 4)),
            {"closed": False},
            "focused found no path without forbidden edges",
        ),
        (
            matrix_of((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), n=6),
            {},
            "3 cannot be reached from 0",
        ),
        (
            matrix_of(*CIRCLE[:4], (3, 0), (4, 1), symmetric=False),
            {},
            "2 nodes .* have only 1 possible successors",
        ),
        (matrix_of(*CIRCLE[:4], (1, 0), symmetric=False), {}, "no allowed edge leaves node 4"),
        (
            matrix_of((0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)),
            {},
            "3 nodes 2, 3, 4 have only 2 possible successors",
        ),
        (
            matrix_of(*CIRCLE),
            {"fixed_edges": [(0, 2)]},
            "edge from 0 to 2 is fixed, but its distance is infinite",
        ),
        (matrix_of(*CIRCLE), {"initial_tour": [0, 2, 1, 3, 4]}, "goes from 0 to 2, which is forb"),
    ],
)
def test_no_tour(instance, options, words):
    """A tour over a forbidden edge would be returned."""
    with pytest.raises(ValueError, match=words):
        decode(instance, **options)


def test_the_only_tour():
    """The one tour that there is would not be found."""
    result = decode(matrix_of(*CIRCLE), start=2)
    assert result.cost == 5
    assert result.tour.tolist() in ([2, 3, 4, 0, 1], [2, 1, 0, 4, 3])
    assert decode(matrix_of(*CIRCLE[:4]), closed=False).cost == 4


def test_search_that_ends_on_a_forbidden_edge():
    """A tour of infinite cost would be returned as if it were one."""
    # The Petersen graph: every node has three edges, and there is no tour.
    outer = [(i, (i + 1) % 5) for i in range(5)]
    inner = [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    petersen = matrix_of(*outer, *inner, *((i, i + 5) for i in range(5)), n=10)
    with pytest.raises(ValueError, match="decoder focused found no tour without forbidden edges"):
        decode(petersen)
    with pytest.raises(ValueError, match="pair 1: decoder focused found no tour"):
        ha.decode_batch([(points_instance(9), None), (petersen, None)])
    assert decode(petersen, closed=False).cost == 9


def test_large_instances_with_coordinates(monkeypatch):
    """A matrix of many gigabytes would be made of coordinates."""
    monkeypatch.setattr(reduction, "MAX_NODES", 20)
    with pytest.raises(ValueError, match=r"21 nodes with coordinates; .* the limit is 20"):
        decode(points_instance(21), closed=False)
    assert decode(points_instance(21), start=4).tour[0] == 4
    assert not decode(directed_instance(21), closed=False).closed


def test_target_of_a_batch():
    """A search would stop at another cost than the one asked for."""
    pairs = [(points_instance(9), None), (points_instance(8), None)]
    with pytest.raises(ValueError, match=r"target is 1; with open paths .* one instance at a time"):
        ha.decode_batch(pairs, budget=ha.Budget(target=1), closed=False)
    result = decode(points_instance(30), closed=False)
    budget = ha.Budget(iterations=50, target=result.cost * 1.1)
    early = ha.decode(points_instance(30), budget=budget, closed=False)
    assert early.stop_reason == "target"
    assert early.cost <= budget.target


def test_progress_is_in_costs_of_the_path():
    """A progress bar would show the cost of another problem."""
    seen = []
    result = ha.decode(
        points_instance(30),
        budget=ha.Budget(iterations=5),
        closed=False,
        fixed_edges=[(0, 29)],
        on_progress=lambda progress: seen.append(progress.best),
    )
    assert seen[-1] == pytest.approx(result.cost, rel=1e-9)


@pytest.mark.parametrize("predictor", [*ha.predictors.PREDICTORS], ids=str)
def test_predictors_take_forbidden_edges(predictor):
    """A heatmap of an instance with missing roads would hold NaN, or its search fail."""
    rng = np.random.default_rng(1)
    matrix = rng.random((20, 20))
    matrix[rng.random((20, 20)) < 0.3] = INF
    instance = ha.Instance.from_matrix(matrix)
    heatmap = ha.predictors.PREDICTORS[predictor]().predict(instance)
    assert np.isfinite(heatmap.values).all()
    assert np.isfinite(ha.decode(instance, heatmap, budget=ha.Budget(iterations=5)).cost)


def test_the_check_changes_nothing():
    """What a caller hands over would be another matrix afterwards."""
    allowed = sealed(~np.eye(3, dtype=bool))
    require_feasible(allowed, ["a", "b", "c"], symmetric=True, closed=True)
