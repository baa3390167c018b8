"""Tours with forbidden edges are mended where a search leaves some."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.constraints.test_contract import check
from tests.constraints.test_exactness import COMBINATIONS, draw_instance, shortest

import heataco as ha
from heataco._timing import Deadline
from heataco.constraints import mending, reduced
from heataco.instances.matrices import penalised


def roads(n, share, *, symmetric, seed=1):
    """Return a matrix in which a share of the pairs is forbidden."""
    rng = np.random.default_rng(seed)
    matrix = rng.random((n, n))
    matrix[rng.random((n, n)) < share] = math.inf
    return np.triu(matrix, 1) + np.triu(matrix, 1).T if symmetric else matrix


def mended(matrix, tour, *, symmetric):
    distances = penalised(matrix)
    order = np.array(tour, np.int32)
    found = mending.mended(distances, order, symmetric=symmetric, deadline=Deadline())
    if found is not None:
        assert sorted(found.tolist()) == list(range(len(matrix)))
        assert np.isfinite(matrix[found, np.roll(found, -1)]).all()
    return found


def has_tour(matrix):
    """Tell whether any order of the nodes is free of forbidden edges."""
    rest = itertools.permutations(range(1, len(matrix)))
    orders = np.array([(0, *order) for order in rest])
    return bool(np.isfinite(matrix[orders, np.roll(orders, -1, axis=1)]).all(axis=1).any())


@settings(deadline=None, max_examples=25)
@given(
    n=st.integers(2, 40),
    share=st.floats(0, 1),
    symmetric=st.booleans(),
    scale=st.sampled_from([0.0, 1e-300, 1.0, 1e270]),
    seed=st.integers(0, 1000),
)
def test_any_tour(n, share, symmetric, scale, seed):
    """A mended tour would leave out a node or hold a forbidden edge, or mending never end."""
    matrix = roads(n, share, symmetric=symmetric, seed=seed)
    matrix = np.where(np.isinf(matrix), math.inf, np.minimum(matrix, 1.0) * scale)
    matrix[0, 1] = matrix[1, 0] = math.inf
    mended(matrix, range(n), symmetric=symmetric)


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 8])
def test_small_problems_are_decided(n, symmetric):
    """A tour would be called impossible where there is one."""
    answers = set()
    for seed in range(12):
        matrix = roads(n, 0.06 * seed, symmetric=symmetric, seed=seed)
        matrix[0, 1] = matrix[1, 0] = math.inf
        exists = has_tour(matrix)
        assert (mended(matrix, range(n), symmetric=symmetric) is not None) == exists
        answers.add(exists)
    assert answers == {True, False} or n == 3  # without one edge a triangle is none


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("n", [100, 300])
def test_few_roads(n, symmetric):
    """Mending would fail where a node has some eight roads, which is enough for many tours."""
    matrix = roads(n, 1 - 8 / n, symmetric=symmetric)
    ring = np.random.default_rng(0).permutation(n)
    matrix[ring, np.roll(ring, -1)] = 1.0
    matrix[np.roll(ring, -1), ring] = 1.0
    tour = mended(matrix, range(n), symmetric=symmetric)
    assert tour is not None
    assert tour.tolist() == mended(matrix, range(n), symmetric=symmetric).tolist()


@pytest.mark.parametrize("symmetric", [True, False])
def test_two_halves(symmetric):
    """Mending would give up because no move at all gains an edge, as at the only forbidden one."""
    matrix = roads(200, 0.0, symmetric=symmetric)
    matrix[:100, 100:] = matrix[100:, :100] = math.inf
    for bridge in (0, 1):
        matrix[bridge, 100:] = matrix[100:, bridge] = 1.0
    assert mended(matrix, range(200), symmetric=symmetric) is not None


@pytest.mark.parametrize("kind", ["sparse symmetric", "sparse directed"])
@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_every_constraint(kind, n):
    """A mended tour would break a fixed edge or an end, or one that exists be missed."""
    rng = np.random.default_rng(n)
    for combination in COMBINATIONS * 3:
        instance = draw_instance(rng, n, kind)
        pairs = [rng.choice(n, 2, replace=False) for _ in range(combination["fixed"])]
        fixed = [tuple(map(int, pair)) for pair in pairs]
        ends = {key: combination[key] for key in ("start", "end", "closed")}
        best = shortest(instance, fixed_edges=fixed, **ends)
        try:
            # Greedy goes from node to node and never revises a choice.
            result = ha.solve(instance, decoder="greedy", fixed_edges=fixed, **ends)
        except ValueError:
            assert best == math.inf
            continue
        assert result.cost >= best * (1 - 1e-12)
        check(result, instance, fixed_edges=fixed, **ends)


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("n", [300, 1000])
@pytest.mark.parametrize("options", [{}, {"closed": False, "fixed_edges": [(3, 4), (4, 9)]}])
def test_short_limits(n, symmetric, options):
    """A limit that is too short for the search would end in an error where tours abound."""
    matrix = roads(n, 0.5, symmetric=symmetric)
    for a, b in options.get("fixed_edges", []):
        matrix[a, b] = matrix[b, a] = 0.5
    for decoder in ("focused", "heataco", "greedy"):
        instance = ha.Instance.from_matrix(matrix)
        result = ha.solve(instance, seconds=0.01, decoder=decoder, **options)
        check(result, instance, **options)
        assert result.seconds >= result.trace.seconds[-1]


def interrupted(*_, **__):
    raise KeyboardInterrupt


def test_interrupted_prediction(monkeypatch):
    """Ctrl-C before the search would leave no tour, although mending finds one."""
    monkeypatch.setattr(ha.predictors.Alpha, "predict_within", interrupted)
    matrix = roads(300, 0.7, symmetric=True)
    with pytest.raises(ha.Interrupted) as caught:
        ha.solve(matrix)
    assert math.isfinite(caught.value.result.cost)


def test_interrupted_mending(monkeypatch):
    """Ctrl-C while a tour is mended would lose the other tours of the batch, or mend the next."""
    mendings = []

    def interrupted_mending(*_, **__):
        mendings.append("begun")
        raise KeyboardInterrupt

    monkeypatch.setattr(reduced, "mended", interrupted_mending)
    broken = roads(300, 0.9, symmetric=True)
    matrices = [np.ones((20, 20)), broken, np.ones((21, 21)), broken]
    with pytest.raises(ha.Interrupted) as caught:
        ha.decode_batch(matrices, [ha.Heatmap.from_dense(m < 9) for m in matrices], "greedy")
    assert [r and len(r.tour) for r in caught.value.results] == [20, None, 21, None]
    assert mendings == ["begun"]


@pytest.mark.parametrize(
    ("budget", "longest"), [({}, math.inf), ({"seconds": 0.1}, 1.0), ({"seconds": 7.0}, 7.0)]
)
def test_deadline(monkeypatch, budget, longest):
    """Mending would pass a time limit by far, or depend on the clock where there is none."""
    deadlines = []

    def noted(seconds):
        deadlines.append(seconds)
        return Deadline(seconds)

    monkeypatch.setattr(reduced, "Deadline", noted)
    ha.decode(roads(300, 0.9, symmetric=True), None, "greedy", **budget)
    assert deadlines[-1] == longest


def test_passed_deadline():
    """Mending would take steps after its deadline."""
    matrix = roads(300, 0.9, symmetric=True)
    distances = penalised(matrix)
    tour = np.arange(300, dtype=np.int32)
    assert mending.mended(distances, tour, symmetric=True, deadline=Deadline(0.0)) is None
