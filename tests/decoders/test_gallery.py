"""Every family of the gallery: the optimum of few nodes, the best known of more."""

import itertools
import json
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import heataco as ha
from heataco.bench.gallery import FAMILIES, draw
from heataco.bench.peers.base import distance_matrix

pytest.importorskip("scipy")  # draws ways through streets

# The best of Focused, HeatACO, MMAS, fast-tsp and elkai, the first of them for 2 s:
# gallery.toml with seed = 9, instances = 1 and n = [12, 30, 60]
BEST_KNOWN = json.loads((Path(__file__).parent / "gallery_costs.json").read_text())
ITERATIONS = {12: 30, 30: 60, 60: 100}  # by the number of nodes
TOLERANCE = 1e-3
LONGEST = 1.5  # times the optimum, for decoders without guarantees
ROUNDING = 1e-9  # of coordinates, by other versions of what draws them


@pytest.fixture(params=[None, ha.predictors.Alpha()], ids=["no heat", "alpha"])
def predictor(request):
    """Return what predicts the heatmap, or None."""
    return request.param


@cache
def every_tour(n):
    """Return all tours that begin with node 0, and where each goes on from its nodes."""
    tours = np.zeros((math.factorial(n - 1), n), np.intp)
    tours[:, 1:] = list(itertools.permutations(range(1, n)))
    return tours, np.roll(tours, -1, axis=1)


@cache
def few_nodes(family, n, index):
    """Draw an instance, and try all its tours for the optimum."""
    instance = draw(family, n, 3, index)
    tours, following = every_tour(n)
    lengths = distance_matrix(instance)[tours, following].sum(axis=1)
    return instance, instance.cost(tours[lengths.argmin()])


def decode(instance, predictor, iterations):
    heatmap = predictor and predictor.predict(instance)
    budget = ha.Budget(iterations=iterations)
    result = ha.decode(instance, heatmap, ha.Focused(), budget=budget, seed=1)
    assert result.cost == instance.cost(result.tour)
    return result


@pytest.mark.parametrize("family", FAMILIES)
def test_optimum_of_few_nodes(family, predictor):
    """A geometry would be one on which the best of some thousand tours is missed."""
    for n, index in itertools.product((4, 6, 8, 9), range(2)):
        instance, optimum = few_nodes(family, n, index)
        result = decode(instance, predictor, iterations=30)
        assert result.cost <= optimum * (1 + 1e-12), (n, index)


@pytest.mark.parametrize("name", ha.DECODERS)
@pytest.mark.parametrize("family", FAMILIES)
def test_every_decoder(family, predictor, name):
    """A decoder would return no tour, or a wrong cost, on instances that it was not made for."""
    instance, optimum = few_nodes(family, 8, 0)
    decoder = ha.DECODERS[name]()
    if decoder.symmetric_only and not instance.symmetric:
        pytest.skip("the decoder is for symmetric instances")
    heatmap = (predictor or ha.predictors.Zero()).predict(instance)
    given = heatmap if predictor or decoder.needs_heatmap else None
    result = ha.decode(
        instance, given, decoder, iterations=30 if decoder.default_iterations else None
    )
    assert sorted(result.tour) == list(range(8))
    assert result.cost == instance.cost(result.tour)
    assert optimum * (1 - 1e-12) <= result.cost <= optimum * LONGEST


@pytest.mark.parametrize("family", FAMILIES)
def test_best_known_of_more_nodes(family, predictor):
    """A geometry would be one on which Focused stays above the best tour known."""
    for n, iterations in ITERATIONS.items():
        known = BEST_KNOWN[family][str(n)]
        result = decode(draw(family, n, 9, 0), predictor, iterations)
        assert result.cost >= known * (1 - ROUNDING), f"{n}: this is not what the cost was made of"
        assert result.cost <= known * (1 + TOLERANCE), n
