"""The native search against a plain Python one, iteration by iteration."""

from dataclasses import replace

import numpy as np
import pytest
from tests.reference import equations
from tests.reference.search import Search
from tests.support import euclidean_matrix

import heataco as ha

# What tests/reference implements; the others are tested by brute force in C++.
LOCAL_SEARCHES = ["none", "2opt", "3opt"]
# Small enough for Python, with a local search that leaves something to the trails, and restarts.
SMALL = {
    "ants": 3,
    "candidates": 7,
    "local_search_neighbours": 3,
    "branching_interval": 10,
    "restart_patience": 20,
}


def random_matrix(n, symmetric, seed=0):
    """Distances without geometry, which leave a local search in many local optima."""
    matrix = 1 + 99 * np.random.default_rng(seed).random((n, n))
    return (matrix + matrix.T) / 2 if symmetric else matrix


def random_heat(n, density=0.25, seed=1):
    rng = np.random.default_rng(seed)
    return (rng.random((n, n)) * (rng.random((n, n)) < density)).astype(np.float32)


def assert_same_search(matrix, heat, decoder, iterations, seed=5):
    """Run both, compare them, and return the reference."""
    reference = Search(matrix, heat, decoder, seed).run(iterations)
    result = ha.decode(
        ha.Instance.from_matrix(matrix),
        None if heat is None else ha.Heatmap.from_dense(heat),
        decoder,
        budget=ha.Budget(iterations=iterations),
        seed=seed,
    )
    assert result.trace.iteration.tolist() == list(range(iterations + 1))
    np.testing.assert_allclose(
        result.trace.iteration_best, reference.iteration_bests, rtol=1e-12, atol=0
    )
    np.testing.assert_allclose(
        result.trace.best, np.minimum.accumulate(reference.iteration_bests), rtol=1e-12, atol=0
    )
    assert result.tour.tolist() == reference.best
    return reference


VARIANTS = {
    "mmas": ha.MMAS(**SMALL),
    "automatic": ha.HeatACO(**SMALL),
    "kappa-1": ha.HeatACO(**SMALL, kappa=1.0),
    "kappa-0": ha.HeatACO(**SMALL, kappa=0.0),
    "no-cap": ha.HeatACO(**SMALL, evidence_cap=None),
    "cap-1/8": ha.HeatACO(**SMALL, evidence_cap=0.125),
    "exploitation": ha.HeatACO(**SMALL, exploitation=0.3),
    "all-exploitation": ha.MMAS(**SMALL, exploitation=1.0),
    "alpha": ha.HeatACO(**SMALL, alpha=1.7, beta=3.5),
    "clipped-distance": ha.HeatACO(**SMALL, beta=30.0, kappa=40.0),
    "clipped-evidence": ha.HeatACO(**SMALL, beta=12.0, kappa=200.0),
    "no-trails": ha.HeatACO(**SMALL, alpha=0.0, beta=0.0),
    "evaporation": ha.HeatACO(**SMALL, evaporation=0.1, p_best=0.5),
    "evidence": ha.HeatACO(
        **SMALL, heat_threshold=0.2, confidence_floor=0.3, evidence_quantile=0.5
    ),
    "branching": ha.HeatACO(**SMALL, branching_band=0.5, branching_threshold=3.0),
}


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES)
@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "asymmetric"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_parameters(variant, symmetric, local_search):
    """A parameter would not do what the paper's equations say."""
    decoder = replace(VARIANTS[variant], local_search=local_search)
    heat = random_heat(22) if isinstance(decoder, ha.HeatACO) else None
    assert_same_search(random_matrix(22, symmetric), heat, decoder, 90)


def row_heat(n, supported):
    """Heat on given arcs only: `supported` maps a node to how many it scores."""
    heat = np.zeros((n, n), np.float32)
    for i, count in supported.items():
        heat[i, (i + 1 + 2 * np.arange(count)) % n] = np.linspace(0.9, 0.1, max(count, 1))[:count]
    return heat


HEATS = {
    "empty": np.zeros((15, 15)),
    "one-arc": row_heat(15, {3: 1}),
    "up-to-the-degree": row_heat(15, dict.fromkeys(range(15), 1)),
    "few-in-a-row": row_heat(15, {i: i % 4 for i in range(15)}),
    "empty-rows": row_heat(15, {0: 7, 4: 5, 9: 6}),
    "more-than-k": random_heat(15, density=1.0),
    "flat": np.ones((15, 15)),
    "around-the-threshold": 2e-4 * random_heat(15, density=1.0),
    "huge-and-tiny": np.exp(40 * random_heat(15, density=1.0) - 9),
    "with-diagonal": random_heat(15) + np.eye(15),
}


@pytest.mark.parametrize("local_search", ["none", "2opt"])
@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "asymmetric"])
@pytest.mark.parametrize("heat", HEATS)
def test_heatmaps(heat, symmetric, local_search):
    """Rows with few, no or many scores would be weighed by another rule than the paper's."""
    decoder = ha.HeatACO(**SMALL, local_search=local_search)
    assert_same_search(random_matrix(15, symmetric), HEATS[heat], decoder, 60)


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES)
@pytest.mark.parametrize("n", [4, 5, 8, 9, 30])
def test_sizes(n, local_search):
    """A list longer than the instance, or a row of another padding, would break the search."""
    points = np.random.default_rng(n).random((n, 2))
    decoder = ha.HeatACO(ants=2, candidates=20, local_search=local_search)
    assert_same_search(euclidean_matrix(points), random_heat(n), decoder, 60)
    assert_same_search(random_matrix(n, False), None, ha.MMAS(**SMALL), 60)


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES)
@pytest.mark.parametrize(
    "points",
    [
        [(x, y) for x in range(5) for y in range(4)],
        [(x, 0) for x in (0, 1, 1, 2, 3, 5, 8, 13, 21, 34)],
        [(x % 3, 0) for x in range(12)],
        [(1e-9 * x, x % 2) for x in range(12)],
        [(4**x, 0) for x in range(20)],
    ],
    ids=["grid", "line", "coincident", "almost-coincident", "far-apart"],
)
def test_ties_and_extremes(points, local_search):
    """Equal, vanishing or very unequal distances would be handled by chance or overflow."""
    matrix = euclidean_matrix(points)
    heat = random_heat(len(matrix))
    assert_same_search(matrix, heat, ha.HeatACO(**SMALL, local_search=local_search), 60)


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES)
@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "asymmetric"])
def test_restarts(symmetric, local_search):
    """A stagnant colony would never start afresh, or too early, or forget its best tour."""
    small = SMALL | {"ants": 4, "branching_interval": 7, "restart_patience": 30}
    decoder = ha.MMAS(**small, alpha=1.5, evaporation=0.8, local_search=local_search)
    reference = assert_same_search(random_matrix(12, symmetric), None, decoder, 300)
    assert len(reference.restarts) >= 2


@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "asymmetric"])
@pytest.mark.parametrize(("interval", "patience"), [(7, 255), (50, 260)])
def test_whole_schedule(interval, patience, symmetric):
    """Late in a long search the wrong tour would deposit."""
    decoder = ha.MMAS(
        ants=1,
        candidates=6,
        local_search="2opt",
        local_search_neighbours=2,
        evaporation=0.8,
        branching_interval=interval,
        restart_patience=patience,
    )
    reference = assert_same_search(random_matrix(24, symmetric, seed=4), None, decoder, 1_500)
    assert reference.restarts
    assert set(reference.intervals) == {25, 5, 3, 2, 1}
    assert {name for name, *_ in reference.elites} == {"iteration", "restart", "global"}
    # The global best is not the restart-best at least once, so that the two can be told apart.
    assert any(name == "global" and cost < other for name, cost, other in reference.elites)


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES)
@pytest.mark.parametrize("heat", ["nearest", "empty"])
def test_without_evidence_it_is_mmas(heat, local_search):
    """The ablation without heat would not be the plain Max-Min Ant System."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(3).random((70, 2)))
    nodes, _ = instance.nearest_neighbours(20)
    scores = np.random.default_rng(4).random(nodes.shape) + 0.01
    heatmap = ha.Heatmap.from_topk(nodes, scores if heat == "nearest" else 0 * scores)
    options = {"budget": ha.Budget(iterations=25), "seed": 11}
    plain = ha.decode(instance, None, ha.MMAS(local_search=local_search), **options)
    for kappa in [0.0] if heat == "nearest" else [0.0, None]:
        decoder = ha.HeatACO(local_search=local_search, kappa=kappa)
        heated = ha.decode(instance, heatmap, decoder, **options)
        assert heated.tour.tolist() == plain.tour.tolist()
        assert np.array_equal(heated.trace.iteration_best, plain.trace.iteration_best)


def test_mmas_does_not_look_at_the_heatmap():
    """The control beside HeatACO would be guided by the heat, too."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(3).random((40, 2)))
    heatmap = ha.Heatmap.from_dense(random_heat(40))
    bare, given = (
        ha.decode(instance, heat, ha.MMAS(), budget=ha.Budget(iterations=5))
        for heat in (None, heatmap)
    )
    assert np.array_equal(bare.trace.iteration_best, given.trace.iteration_best)


# The reference itself, by hand.


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("local_search", ["none", "2opt"])
def test_guidance_is_what_the_search_is_guided_by(symmetric, local_search):
    """Diagnostics would speak of an evidence that the search does not have."""
    matrix, heat = random_matrix(30, symmetric), random_heat(30)
    decoder = ha.HeatACO(local_search=local_search, candidates=6)
    guidance = decoder.guidance(ha.Instance.from_matrix(matrix), ha.Heatmap.from_dense(heat))
    c = equations.confidences(heat, symmetric, decoder.heat_threshold)
    lists = equations.candidate_lists(matrix, c, 6)
    rows = equations.evidence(c, lists, symmetric, decoder.confidence_floor)
    q = equations.margin_quantile(rows, decoder.evidence_quantile)
    ratio = equations.trail_range(30, 6, local_search != "none", decoder.p_best)
    np.testing.assert_array_equal(guidance.candidates, lists)
    np.testing.assert_array_equal(guidance.confidence, np.take_along_axis(c, np.array(lists), 1))
    np.testing.assert_allclose(guidance.log_evidence, np.log(rows), rtol=1e-12, atol=1e-15)
    assert guidance.quantile == pytest.approx(q)
    assert guidance.trail_range == pytest.approx(ratio)
    assert guidance.kappa == pytest.approx(
        equations.evidence_scale(q, ratio, 1.0, decoder.evidence_cap, None)
    )


def test_guidance_of_another_size():
    """A heatmap of another instance would be read out of bounds."""
    instance = ha.Instance.from_matrix(random_matrix(5, True))
    with pytest.raises(ValueError, match="heatmap has 6 nodes, the instance has 5"):
        ha.HeatACO().guidance(instance, ha.Heatmap.from_dense(random_heat(6)))
