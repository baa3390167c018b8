"""How far Focused follows a heatmap."""

import math
from dataclasses import astuple

import numpy as np
import pytest
from tests.decoders.focused_support import PARTS, random_heatmap, solve
from tests.support import directed_instance, points_instance

import heataco as ha
from heataco.bench.gallery import draw


def test_good_heat_is_trusted():
    """A heatmap that misses less than the nearest nodes do would be held back."""
    instance = points_instance(500)
    trust = solve(instance, ha.predictors.Alpha().predict(instance), iterations=2).trust
    assert trust.value == 1
    assert 0 <= trust.missing_by_heat <= trust.missing_by_distance <= 0.1
    assert 0 <= trust.ahead_by_heat <= trust.ahead_by_distance <= 1


def test_heat_that_misses_less_is_trusted_in_rows_of_holes():
    """Heat that knows the way between rows would be given up for its order within them."""
    holes = draw("drilling_rows", 300, seed=71, index=0)
    trust = solve(holes, ha.predictors.Alpha().predict(holes), iterations=2).trust
    assert trust.missing_by_heat < trust.missing_by_distance
    assert trust.value == 1


@pytest.mark.parametrize("make", [points_instance, directed_instance])
def test_empty_heat_is_not_trusted(make):
    """Heat that says nothing would be reported as fully trusted."""
    instance = make(60)
    trust = solve(instance, ha.Heatmap.from_dense(np.zeros((60, 60))), iterations=2).trust
    assert trust.value == 0
    assert trust.missing_by_heat == 1


def reversed_alpha(instance):
    """Return scores for the right edges, of which the wrong ones are the hottest."""
    alpha = ha.predictors.Alpha().predict(instance)
    sources = np.repeat(np.arange(instance.n), np.diff(alpha.indptr))
    return ha.Heatmap.from_edges(sources, alpha.indices, 1.0 - alpha.values, instance.n)


@pytest.mark.parametrize(
    "mislead",
    [random_heatmap, lambda instance: random_heatmap(instance, 10), reversed_alpha],
    ids=["noise", "noise on ten", "reversed"],
)
@pytest.mark.parametrize(
    ("n", "decoder"), [(400, ha.Focused()), (2_500, PARTS)], ids=["whole", "in parts"]
)
def test_misleading_heat_is_ignored(mislead, n, decoder):
    """A heatmap that knows nothing, or less than nothing, would lead the search astray."""
    instance = points_instance(n)
    guided = solve(instance, mislead(instance), decoder, iterations=20)
    assert guided.trust.value == 0
    assert guided.tour.tolist() == solve(instance, None, decoder, iterations=20).tour.tolist()


@pytest.mark.parametrize("make", [points_instance, directed_instance])
def test_no_trust_is_no_heatmap(make):
    """A heatmap that is to be ignored would still change the search."""
    instance = make(200)
    plain = solve(instance)
    for heatmap in (random_heatmap(instance), ha.predictors.Alpha().predict(instance)):
        ignored = solve(instance, heatmap, ha.Focused(heatmap_trust=0))
        assert ignored.tour.tolist() == plain.tour.tolist()
        assert ignored.trace.iteration_best.tolist() == plain.trace.iteration_best.tolist()


def test_measured_trust_is_as_good_as_given():
    """A search would depend on where its trust came from, and could not be repeated."""
    instance = points_instance(1_000)
    for heatmap in (random_heatmap(instance), ha.predictors.Alpha().predict(instance)):
        measured = solve(instance, heatmap)
        given = solve(instance, heatmap, ha.Focused(heatmap_trust=measured.trust.value))
        assert given.tour.tolist() == measured.tour.tolist()


def test_given_trust_is_taken():
    """A trust that the user names would be measured nevertheless."""
    instance = points_instance(200)
    for value in (0, 0.5, 1.0):
        trust = solve(instance, random_heatmap(instance), ha.Focused(heatmap_trust=value)).trust
        assert trust.value == value
        assert all(math.isnan(reason) for reason in astuple(trust)[1:])


def test_no_heatmap_no_trust():
    """A result would speak of a heatmap that there was not."""
    assert solve(points_instance(50)).trust is None
    assert solve(points_instance(50), decoder=ha.Focused(heatmap_trust=1)).trust is None


@pytest.mark.parametrize("value", ["yes", "AUTO", "0.5", 2, -0.1, math.nan, None, True])
def test_bad_trust(value):
    """A trust that means nothing would be taken for some number."""
    with pytest.raises(ValueError, match=r'; give a number from 0 to 1, or "auto"$') as caught:
        ha.Focused(heatmap_trust=value)
    assert str(caught.value).startswith(f"heatmap_trust is {value!r};")


def test_heat_is_judged_where_a_given_tour_has_no_edges():
    """Of a tour that leaves every part at once, no edge was compared, and noise was trusted."""
    rng = np.random.default_rng(0)
    points = rng.random((3_000, 2))
    points[1_500:, 0] += 10
    instance = ha.Instance.from_coordinates(points)
    nodes, steps = np.arange(3_000), rng.choice(np.arange(1, 3_000), 5, replace=False)
    targets = (nodes[:, None] + steps) % 3_000
    noise = ha.Heatmap.from_topk(targets, rng.random((3_000, 5)))
    to_and_fro = nodes.reshape(2, -1).T.ravel()
    decoder = ha.Focused(region_size=1_000)
    options = {"budget": ha.Budget(iterations=1), "initial_tour": to_and_fro}
    assert ha.decode(instance, noise, decoder, **options).trust.value == 0
