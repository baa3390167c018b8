"""The reference search in plain Python, against numbers computed by hand."""

import math

import numpy as np
import pytest
from tests.reference import equations
from tests.reference.search import Search
from tests.reference.stream import Stream
from tests.support import euclidean_matrix

import heataco as ha


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
