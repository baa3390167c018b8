"""The native search against a plain Python one, iteration by iteration, and that one by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.reference import equations
from tests.reference.search import Search
from tests.reference.stream import Stream

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


def euclidean_matrix(points):
    points = np.asarray(points, float)
    return np.sqrt(((points[:, None] - points) ** 2).sum(axis=2))


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
    reference = assert_same_search(random_matrix(24, symmetric, seed=2), None, decoder, 1_500)
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


def test_stream():
    """The generator would not be the published SplitMix64."""
    stream = Stream(0, 0, 0)
    stream.state = 1234567
    assert [stream.word() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    first, second = (Stream(1, 2, ant) for ant in (3, 4))
    assert first.word() != second.word()
    assert {first.below(3) for _ in range(99)} == {0, 1, 2}


def test_confidences_by_hand():
    """Eq. 9: the mean of both directions would be taken after the threshold, or ATSP averaged."""
    heat = [[7, 1.5e-4, 0.5], [0, 7, 0.0], [0.25, 4e-4, 7]]
    both = equations.confidences(heat, True, 1e-4)
    np.testing.assert_allclose(both, [[0, 0, 0.375], [0, 0, 2e-4], [0.375, 2e-4, 0]], rtol=1e-6)
    one = equations.confidences(heat, False, 1e-4)
    np.testing.assert_allclose(one, [[0, 1.5e-4, 0.5], [0, 0, 0], [0.25, 4e-4, 0]], rtol=1e-6)


def test_candidates_by_hand():
    """Section III-A: far supported nodes would be dropped for near ones, or ties be random."""
    d = np.abs(np.subtract.outer(np.arange(6), np.arange(6)))
    c = np.zeros((6, 6))
    c[0, 5] = 1
    c[1, [2, 3, 4, 5]] = 1
    lists = equations.candidate_lists(d, c, 3)
    assert lists[:3] == [[1, 2, 5], [2, 3, 4], [1, 3, 0]]


def test_evidence_by_hand():
    """Eqs. 10 and 11: the baseline would not be the first confidence beyond the degree."""
    c = np.array([[0, 0.8, 0.4, 0.2, 0.1], [0.8, 0, 0.4, 0, 0]])
    lists = [[1, 2, 3, 4], [0, 2, 3, 4]]
    both = equations.evidence(c, lists, True, 1e-9)
    np.testing.assert_allclose(both, [[4, 2, 1, 1], [8e8, 4e8, 1, 1]])
    one = equations.evidence(c, lists, False, 1e-9)
    np.testing.assert_allclose(one, [[2, 1, 1, 1], [2, 1, 1, 1]])


def test_scale_by_hand():
    """Eqs. 12 to 14: κ·q would not be the cap's share of the log trail range."""
    rows = [[math.e, math.e**2, 1.0], [math.e**3, 1.0, math.e**4]]
    assert equations.margin_quantile(rows, 0.9) == pytest.approx(3.7)
    assert equations.margin_quantile(rows, 1.0) == pytest.approx(4.0)
    assert equations.margin_quantile([[1.0, 1.0]], 0.9) == 0
    assert equations.evidence_scale(3.7, math.e**2, 1.5, 0.5, None) == pytest.approx(1.5 / 3.7)
    assert equations.evidence_scale(3.7, math.e**2, 1.5, None, None) == pytest.approx(1 / 3.7)
    assert equations.evidence_scale(3.7, math.e**2, 1.5, 0.5, 0.0) == 0
    assert equations.evidence_scale(0.0, math.e**2, 1.5, None, None) == 0
    assert equations.evidence_scale(3.7, 1.0, 1.0, 0.5, None) == 0


def test_trail_range_by_hand():
    """Eqs. 5 and 6: the trails would have other limits."""
    assert equations.trail_range(500, 20, True, 0.05) == 1000
    # p = 0.25^(1/2) = 1/2: τ_min = τ_max·(1/2) / ((9 − 1)/2 · 1/2) = τ_max/4
    assert equations.trail_range(2, 9, False, 0.25) == pytest.approx(4)
    assert equations.trail_range(2, 2, False, 0.25) == 1


def test_fixed_weights_by_hand():
    """Eq. 4: distance and evidence would enter with other powers."""
    d = np.array([[0, 1, 2, 4]], float)
    fixed = equations.fixed_weights(d, [[1, 2, 3]], 2.0, [[9.0, 1.0, 4.0]], 0.5)
    np.testing.assert_allclose(fixed, [[3, 1 / 4, 2 / 16]], rtol=1e-6)
    huge = equations.fixed_weights(d, [[1, 2, 3]], 2.0, [[1e300, 1.0, 1.0]], 1.0)
    assert np.isfinite(huge).all()


def test_draw_by_hand():
    """Eq. 4: a node would be drawn at another rate than its weight."""
    weights = np.zeros(10, np.float32)
    weights[[0, 3, 8]] = 1, 2, 1  # slots 0 and 8 share a lane
    drawn = [equations.draw(weights, np.float32(u)) for u in (0, 0.24, 0.26, 0.49, 0.51, 0.99)]
    assert drawn == [0, 0, 8, 8, 3, 3]
    assert equations.draw(0 * weights, np.float32(0.5)) == -1
    uniform = (np.arange(1000, dtype=np.float32) + np.float32(0.5)) / np.float32(1000)
    counts = np.bincount([equations.draw(weights, u) for u in uniform], minlength=10)
    assert counts.tolist() == [250, 0, 0, 500, 0, 0, 0, 0, 250, 0]


@pytest.mark.parametrize(
    ("since", "interval"),
    [(0, 25), (24, 25), (25, 5), (74, 5), (75, 3), (124, 3), (125, 2), (249, 2), (250, 1)],
)
def test_schedule_by_hand(since, interval):
    """Section III-B: u_gb would tighten at another time, or without local search."""
    assert equations.deposit_interval(True, since) == interval
    assert equations.deposit_interval(False, since) == 25


def test_branching_by_hand():
    """Section III-B: converged trails would not be seen as such."""
    trails = np.array([[1.0, 1.0, 0.1], [1.0, 0.14, 0.1], [0.5, 0.5, 0.5]])
    assert equations.branching_factor(trails, 0.05, False) == 1.0  # 2, 1 and 0 of them
    assert equations.branching_factor(trails, 0.05, True) == 0.5
    assert equations.branching_factor(trails, 0.04, False) == pytest.approx(4 / 3)


def test_update_by_hand():
    """Eqs. 5, 7 and 8: a trail would evaporate, grow or be limited by another amount."""
    matrix = euclidean_matrix([(0, 0), (0, 3), (4, 3), (4, 0)])
    decoder = ha.MMAS(local_search="2opt", candidates=2, evaporation=0.5)
    search = Search(matrix, None, decoder, 0)
    assert search.lists == [[1, 3], [0, 2], [3, 1], [2, 0]]
    assert search.tau_max == 1 / (0.5 * 14)
    search.update([0, 1, 2, 3])
    np.testing.assert_allclose(search.trails, 0.5 / 7 + 1 / 14)
    search.update([0, 1, 3, 2])  # length 3 + 5 + 3 + 5; (1, 3) and (0, 2) are no candidates
    on, off = 1 / 14 + 1 / 16, 1 / 14
    np.testing.assert_allclose(search.trails, [[on, off], [on, off], [on, off], [on, off]])
    for _ in range(9):
        search.update([0, 1, 3, 2])
    np.testing.assert_allclose(search.trails[:, 1], 1 / 7 / 8)  # τ_max/(2n)


def test_start_by_hand():
    """Algorithm 1: the search would not start from the nearest-neighbour tour."""
    matrix = np.array([[0, 1, 2, 9], [9, 0, 9, 1], [1, 9, 0, 9], [9, 1, 2, 0]], float)
    search = Search(matrix, None, ha.MMAS(local_search="none"), 0)
    first = Stream(0, 0, 0).below(4)
    followers = {0: [0, 1, 3, 2], 1: [1, 3, 2, 0], 2: [2, 0, 1, 3], 3: [3, 1, 0, 2]}
    assert search.best == followers[first]
    assert search.iteration_bests == [search.cost(followers[first])]


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
