"""The verdict: what each grade takes, and that its findings say why."""

import numpy as np
import pytest

import heataco as ha
from heataco.diagnostics import Grade, Level

N = 60
RNG = np.random.default_rng(7)
INSTANCE = ha.Instance.from_coordinates(RNG.random((N, 2)), name="sixty")
TOUR = ha.decode(INSTANCE, None, ha.MMAS(), budget=ha.Budget(iterations=100)).tour


def tour_heat(strength=1.0):
    dense = np.zeros((N, N))
    dense[TOUR, np.roll(TOUR, -1)] = strength
    return np.maximum(dense, dense.T)


def near_heat(k, scores):
    nodes, _ = INSTANCE.nearest_neighbours(k)
    return ha.Heatmap.from_topk(nodes, np.broadcast_to(scores, nodes.shape))


def grade(heatmap, reference=None):
    return ha.diagnose(INSTANCE, heatmap, reference).verdict.grade


def findings(heatmap, level, reference=None):
    verdict = ha.diagnose(INSTANCE, heatmap, reference).verdict
    return " ".join(found.sentence for found in verdict.findings if found.level is level)


def test_sharp():
    """The tour itself as heatmap would be found wanting."""
    heatmap = ha.Heatmap.from_dense(tour_heat())
    with_reference = ha.diagnose(INSTANCE, heatmap, TOUR).verdict
    without = ha.diagnose(INSTANCE, heatmap).verdict
    assert with_reference.grade is without.grade is Grade.SHARP
    assert with_reference.by_reference
    assert "Most of them are in the reference tour" in with_reference.meaning
    assert "only a reference tour or a search can tell" in without.meaning


def test_form_alone_proves_nothing():
    """A wrong heatmap that looks sharp would pass also beside a tour."""
    order = np.random.default_rng(1).permutation(N)
    wrong = ha.Heatmap.from_dense(tour_heat()[order][:, order])
    assert grade(wrong, TOUR) is Grade.MISLEADING
    assert "0.0 %" in findings(wrong, Level.FAULT, TOUR)


def test_foreign_heatmap_is_noticed():
    """The heatmap of another instance would go unnoticed without a reference tour."""
    order = np.random.default_rng(1).permutation(N)
    foreign = ha.Heatmap.from_dense(tour_heat()[order][:, order])
    assert grade(foreign) is Grade.WEAK
    assert "does the heatmap belong to this instance" in findings(foreign, Level.FAULT)


def test_empty():
    """A heatmap without support would be judged by figures that it does not have."""
    nothing = ha.Heatmap.from_edges([], [], [], N)
    faint = ha.Heatmap.from_dense(np.full((N, N), 5e-5))
    for heatmap, words in ((nothing, "No edge has a score"), (faint, "the highest is 5e-05")):
        for reference in (None, TOUR):
            assert grade(heatmap, reference) is Grade.EMPTY
            assert words in findings(heatmap, Level.FAULT, reference)


@pytest.mark.parametrize("noise", [0, 1e-5])
def test_uninformative(noise):
    """Equal scores, or rounding errors blown up by a huge κ, would count as knowledge."""
    scores = 0.5 * (1 + noise * np.random.default_rng(2).random((N, N)))
    heatmap = ha.Heatmap.from_dense(np.maximum(scores, scores.T))
    assert grade(heatmap) is Grade.UNINFORMATIVE
    assert grade(heatmap, TOUR) is Grade.UNINFORMATIVE


def test_starved_rows_weaken():
    """Rows without guidance would not count."""
    dense = tour_heat()
    dense[0] = dense[:, 0] = 0
    assert grade(ha.Heatmap.from_dense(dense)) is Grade.USABLE
    dense[:20] = dense[:, :20] = 0
    heatmap = ha.Heatmap.from_dense(dense)
    assert grade(heatmap) is Grade.WEAK
    assert "have fewer than 2 supported arcs" in findings(heatmap, Level.FAULT)
    assert "have no support" in findings(heatmap, Level.FAULT, TOUR)


def test_dense_and_flat_rows_weaken():
    """A heatmap that supports everything a little would pass."""
    dense = 0.01 + 0.005 * np.random.default_rng(3).random((N, N)) + tour_heat(0.01)
    heatmap = ha.Heatmap.from_dense(dense)
    assert grade(heatmap) is Grade.WEAK
    assert "do not fit into candidate lists of 20, which" in findings(heatmap, Level.FAULT)
    assert "Rows are flat" in findings(heatmap, Level.WARNING)


def test_thin_margins_warn():
    """κ would amplify the rounding of half precision without a word."""
    heatmap = ha.Heatmap.from_dense(0.1 + tour_heat(0.0005))
    assert "margins are thin" in findings(heatmap, Level.WARNING)


def test_stretched_scale_warns():
    """A few rows with a floored baseline would silence all others without a word."""
    dense = tour_heat(0.5) + 0.3 * near_heat(8, np.ones(8)).to_dense()
    few = TOUR[:8]
    dense[few] = dense[:, few] = 0
    dense[few[:-1], few[1:]] = dense[few[1:], few[:-1]] = 0.5
    heatmap = ha.Heatmap.from_dense(dense)
    assert "A few rows set the scale" in findings(heatmap, Level.WARNING)


def test_distance_in_disguise_warns():
    """Distances once more would be sold as knowledge."""
    steps = INSTANCE.coordinates[:, None] - INSTANCE.coordinates
    heatmap = ha.Heatmap.from_dense(np.exp(-np.hypot(*steps.T) / 0.02))
    assert grade(heatmap) is Grade.USABLE
    assert "hardly more than distance" in findings(heatmap, Level.WARNING)


def test_wrong_evidence_needs_worse_order_to_mislead():
    """A heatmap that beats the distances would be called misleading where these say little."""
    rng = np.random.default_rng(5)
    instance = ha.Instance.from_matrix(rng.random((40, 40)))
    order = rng.permutation(40)
    successors = np.roll(order, -1)
    heat = 0.1 * rng.random((40, 40))
    heat[order[:18], successors[:18]] = 1.0  # right in 45 % of the rows
    report = ha.diagnose(instance, ha.Heatmap.from_dense(heat), order)
    assert report.agreement.evidence_precision < 0.5
    assert report.verdict.grade is Grade.WEAK


def test_findings_come_heaviest_first():
    """A reader would have to look for what matters."""
    verdict = ha.diagnose(INSTANCE, ha.Heatmap.from_dense(RNG.random((N, N))), TOUR).verdict
    levels = [found.level for found in verdict.findings]
    assert levels == sorted(levels, key=[Level.FAULT, Level.WARNING, Level.NOTE].index)
    assert levels[0] is Level.FAULT


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("reference", [False, True])
def test_no_sentence_holds_a_missing_number(n, reference):
    """A reader would be told that nan % of something is right."""
    instance = ha.Instance.from_coordinates(RNG.random((n, 2)))
    for dense in (np.zeros((n, n)), np.ones((n, n)), RNG.random((n, n))):
        heatmap = ha.Heatmap.from_dense(dense)
        verdict = ha.diagnose(instance, heatmap, range(n) if reference else None).verdict
        assert verdict.findings
        assert not any("nan" in found.sentence for found in verdict.findings)
