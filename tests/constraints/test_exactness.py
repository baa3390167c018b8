"""Constrained tours of small instances are the shortest of all, by trying all."""

import functools
import itertools
import math

import numpy as np
import pytest
from tests.decoders.contract import label, variants

import heataco as ha

COMBINATIONS = [
    {"closed": closed, "start": start, "end": end, "fixed": fixed}
    for closed in (True, False)
    for start in (None, 1)
    for end in (None, 3)
    for fixed in (0, 1, 2)
    if not (closed and end)
]


@functools.cache
def orders(n, closed):
    """Return all orders of n nodes; those of closed tours from node 0."""
    if closed:
        return np.array([(0, *rest) for rest in itertools.permutations(range(1, n))])
    return np.array([*itertools.permutations(range(n))])


def shortest(instance, *, start, end, closed, fixed_edges):
    """Return the cost of the best tour that holds to everything; infinite if there is none."""
    n = instance.n
    tours = orders(n, closed)
    if not closed:
        tours = tours[(tours[:, 0] == start)] if start is not None else tours
        tours = tours[(tours[:, -1] == end)] if end is not None else tours
    following = np.roll(tours, -1, axis=1) if closed else tours[:, 1:]
    arcs = tours[:, : following.shape[1]] * n + following
    for a, b in fixed_edges:
        codes = [a * n + b, *([b * n + a] if instance.symmetric else [])]
        holds = np.isin(arcs, codes).any(axis=1)
        arcs = arcs[holds]
    nodes = np.arange(n)
    lengths = instance.distance(nodes[:, None], nodes[None, :]).ravel()
    return lengths[arcs].sum(axis=1).min(initial=math.inf)


def draw_instance(rng, n, kind):
    if kind == "points":
        return ha.Instance.from_coordinates(rng.random((n, 2)))
    if kind == "rounded":
        return ha.Instance.from_coordinates(rng.integers(0, 50, (n, 2)), "EUC_2D")
    matrix = rng.integers(0, 30, (n, n)).astype(float)
    if kind.startswith("sparse"):
        matrix[rng.random((n, n)) < 0.25] = math.inf
    if kind.endswith("symmetric"):
        matrix = np.triu(matrix, 1) + np.triu(matrix, 1).T
    return ha.Instance.from_matrix(matrix)


def check(instance, solved, **constraints):
    """Compare a search with the shortest tour, or the refusal with there being none."""
    want = shortest(instance, **constraints)
    try:
        result = solved(instance, **constraints)
    except ValueError:
        assert want == math.inf
        return
    assert result.cost == pytest.approx(want, rel=1e-12)
    assert result.cost == instance.cost(result.tour, closed=constraints["closed"])
    assert result.closed == constraints["closed"]
    assert result.trace.best[-1] == result.cost
    assert constraints["start"] is None or result.tour[0] == constraints["start"]
    assert constraints["end"] is None or result.tour[-1] == constraints["end"]


def solve(instance, **constraints):
    return ha.solve(instance, iterations=20, **constraints)


@pytest.mark.parametrize(
    "kind",
    ["points", "rounded", "symmetric", "directed", "sparse symmetric", "sparse directed"],
)
@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_all_combinations(kind, n):
    """A path, a fixed edge or a forbidden one would lead to a longer tour, or to a wrong one."""
    rng = np.random.default_rng(n)
    for combination in COMBINATIONS:
        instance = draw_instance(rng, n, kind)
        fixed = [rng.choice(n, 2, replace=False) for _ in range(combination["fixed"])]
        ends = {key: combination[key] for key in ("start", "end", "closed")}
        check(instance, solve, fixed_edges=[tuple(map(int, pair)) for pair in fixed], **ends)


@pytest.mark.parametrize("kind", ["points", "directed", "sparse symmetric"])
@pytest.mark.parametrize("n", [8, 9])
@pytest.mark.parametrize("closed", [True, False])
def test_nine_nodes(kind, n, closed):
    """The search would miss the best of all tours where it cannot try them all."""
    rng = np.random.default_rng(n)
    instance = draw_instance(rng, n, kind)
    ends = {"start": 2, "end": None, "closed": closed}
    check(instance, solve, fixed_edges=[(0, 4), (5, 1)], **ends)


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("kind", ["points", "directed"])
def test_tiny_instances(n, kind):
    """Instances with hardly a choice would crash."""
    instance = draw_instance(np.random.default_rng(n), n, kind)
    fixed = [(0, 1)] if n > 1 else []
    for closed in (True, False):
        for start in (None, 0):
            for edges in ([], fixed):
                ends = {"start": start, "end": None, "closed": closed}
                check(instance, solve, fixed_edges=edges, **ends)


KINDS = (ha.HeatACO, ha.MMAS, ha.MCTS, ha.Focused)
SEARCHING = [decoder for kind in KINDS for decoder in variants(kind)]


@pytest.mark.parametrize("kind", ["points", "directed", "sparse directed"])
@pytest.mark.parametrize("decoder", SEARCHING, ids=label)
def test_every_decoder_with_every_local_search(decoder, kind):
    """Another search than the default one would miss the shortest path, or not say it cannot."""
    rng = np.random.default_rng(3)

    def decoded(instance, **constraints):
        return ha.solve(instance, iterations=200, decoder=decoder, **constraints)

    if decoder.symmetric_only and kind != "points":
        with pytest.raises(ValueError, match=f"decoder {decoder.name} supports symmetric inst"):
            decoded(draw_instance(rng, 6, kind), closed=False)
        return
    for combination in COMBINATIONS:
        n = int(rng.integers(4, 8))
        fixed = [
            tuple(rng.choice(n, 2, replace=False).tolist()) for _ in range(combination["fixed"])
        ]
        ends = {key: combination[key] for key in ("start", "end", "closed")}
        check(draw_instance(rng, n, kind), decoded, fixed_edges=fixed, **ends)


@pytest.mark.parametrize("decoder", SEARCHING, ids=label)
def test_nine_nodes_with_every_decoder(decoder):
    """A search would miss the best of all paths between two ends where there are many."""
    instance = draw_instance(np.random.default_rng(4), 9, "points")

    def decoded(instance, **constraints):
        return ha.solve(instance, iterations=400, decoder=decoder, **constraints)

    for closed, start, end in ((False, 2, 7), (False, None, None), (True, None, None)):
        ends = {"start": start, "end": end, "closed": closed}
        check(instance, decoded, fixed_edges=[(0, 4)], **ends)


@pytest.mark.data
@pytest.mark.parametrize("as_path", [True, False])
def test_linhp318(data_dir, as_path):
    """The one instance of TSPLIB with a fixed edge would not be solved.

    Its best-known length, 41345, is that of the path between the ends of that edge.
    """
    instance = ha.read_tsplib(data_dir / "tsplib" / "linhp318.tsp")
    assert instance.fixed_edges.tolist() == [[0, 213]]
    edge = float(instance.distance(0, 213))
    if as_path:
        ends = {"start": 0, "end": 213, "closed": False}
        path = instance.with_fixed_edges(None)
        assert ha.solve(path, iterations=300, target=41345, **ends).cost == 41345
    else:
        assert ha.solve(instance, iterations=300, target=41345 + edge).cost == 41345 + edge
