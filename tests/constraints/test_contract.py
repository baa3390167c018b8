"""Constraints hold for every decoder with every local search."""

from itertools import pairwise

import numpy as np
import pytest
from tests.decoders.contract import variants
from tests.support import directed_instance, points_instance

import heataco as ha

N = 14
FIXED = [(0, 9), (9, 4), (11, 2)]
ENDS = [
    {"start": 3},
    {"closed": False},
    {"closed": False, "start": 3},
    {"closed": False, "end": 7},
    {"closed": False, "start": 3, "end": 7},
]


@pytest.fixture(
    params=[d for kind in ha.DECODERS.values() for d in variants(kind)], ids=lambda d: d.label
)
def decoder(request):
    """Return every decoder with every local search that it takes."""
    return request.param


@pytest.fixture(params=[points_instance, directed_instance], ids=["symmetric", "asymmetric"])
def instance(decoder, request):
    """Return an instance of either kind that the decoder takes."""
    if decoder.symmetric_only and request.param is directed_instance:
        pytest.skip(f"{decoder.name} takes symmetric instances only")
    return request.param(N)


def heat(n=N):
    rng = np.random.default_rng(1)
    return ha.Heatmap.from_dense(rng.random((n, n)) * (rng.random((n, n)) < 0.4))


def decode(instance, decoder, iterations=4, **options):
    budget = ha.Budget(iterations=iterations)
    return ha.decode(instance, heat(instance.n), decoder, budget=budget, **options)


def check(result, instance, *, start=None, end=None, closed=True, fixed_edges=()):
    tour = result.tour.tolist()
    assert sorted(tour) == list(range(instance.n))
    assert result.closed == closed
    assert result.cost == instance.cost(tour, closed=closed) < np.inf
    assert start is None or tour[0] == start
    assert end is None or tour[-1] == end
    arcs = {*pairwise(tour), *([(tour[-1], tour[0])] if closed else [])}
    arcs |= {(b, a) for a, b in arcs} if instance.symmetric else set()
    assert arcs >= set(fixed_edges)
    trace = result.trace
    assert trace.best[-1] == result.cost
    assert (np.diff(trace.best) <= 0).all()
    assert (trace.iteration_best >= trace.best).all()


@pytest.mark.parametrize("ends", ENDS, ids=lambda ends: " ".join(ends))
def test_ends_and_fixed_edges(decoder, instance, ends):
    """A tour would lack a fixed edge, or begin or end elsewhere."""
    check(decode(instance, decoder, **ends), instance, **ends)
    result = decode(instance, decoder, fixed_edges=FIXED, **ends)
    check(result, instance, fixed_edges=FIXED, **ends)
    assert not result.tour.flags.writeable


def test_initial_tour(decoder, instance):
    """A warm start would be lost, or the search end with a longer path."""
    options = {"start": 3, "closed": False, "fixed_edges": FIXED}
    first = decode(instance, ha.MMAS("3opt"), **options)
    for iterations in (0, 2):
        again = decode(instance, decoder, iterations, initial_tour=first.tour, **options)
        assert again.cost <= first.cost * (1 + 1e-12)


def test_forbidden_edges(decoder, instance):
    """A tour would hold a forbidden edge, or none be found where there are many."""
    nodes = np.arange(N)
    matrix = instance.distance(nodes[:, None], nodes[None, :]).copy()
    rng = np.random.default_rng(5)
    forbidden = rng.random((N, N)) < 0.3
    matrix[np.triu(forbidden, 2)] = np.inf
    if instance.symmetric:
        matrix.T[np.triu(forbidden, 2)] = np.inf
    roads = ha.Instance.from_matrix(matrix)
    assert roads.symmetric == instance.symmetric
    check(decode(roads, decoder, 30), roads)


def test_seed_decides(decoder, instance):
    """A result could not be reproduced with another number of threads."""
    options = {"closed": False, "fixed_edges": FIXED, "seed": 3}
    tours = [decode(instance, decoder, threads=t, **options).tour.tolist() for t in (1, 2)]
    assert tours[0] == tours[1]


def test_batch_equals_one_by_one(decoder):
    """A batch would hold to other constraints than its instances alone."""
    pairs = [(points_instance(n, seed=n).with_fixed_edges([(0, 2)]), heat(n)) for n in (4, 9)]
    options = {"budget": ha.Budget(iterations=3), "start": 1, "closed": False}
    alone = [ha.decode(*pair, decoder, **options) for pair in pairs]
    for result, one, (instance, _) in zip(
        ha.decode_batch(pairs, decoder, **options), alone, pairs, strict=True
    ):
        assert result.tour.tolist() == one.tour.tolist()
        check(result, instance, start=1, closed=False, fixed_edges=[(0, 2)])
