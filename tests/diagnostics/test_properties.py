"""What must hold for the report on any heatmap."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import make_heat, make_instance

import heataco as ha

cases = given(
    n=st.integers(1, 14),
    seed=st.integers(0, 999),
    directed=st.booleans(),
)


@settings(max_examples=60, deadline=None)
@cases
def test_perfect_heatmap(n, seed, directed):
    """A heatmap that is the tour itself would not get full marks."""
    instance = make_instance(n, seed, directed)
    tour = np.random.default_rng(seed).permutation(n)
    heatmap = ha.Heatmap.from_edges(tour, np.roll(tour, -1), np.full(n, 0.9), n)
    report = ha.diagnose(instance, heatmap, tour)
    if n == 1:
        assert math.isnan(report.ranking.r_precision)
        return
    assert report.ranking.r_precision == 1.0
    assert report.ranking.recall[1] == 1.0
    assert report.agreement.missing_percent == 0.0
    assert report.agreement.coverage == 1.0
    assert report.agreement.evidence_precision == report.agreement.evidence_recall == 1.0
    assert report.degrees.starved == 0


@settings(max_examples=60, deadline=None)
@cases
def test_node_numbers_do_not_matter(n, seed, directed):
    """The same heatmap under other node numbers would get another report.

    Except for the trust, which is measured on a tour that a search finds.
    """
    instance, dense = make_instance(n, seed, directed), make_heat(n, seed)
    rng = np.random.default_rng(seed + 2)
    order, tour = rng.permutation(n), rng.permutation(n)
    if directed:
        other = ha.Instance.from_matrix(instance.matrix[np.ix_(order, order)])
    else:
        other = ha.Instance.from_coordinates(instance.coordinates[order])
    there = np.argsort(order)[tour]
    mine = ha.diagnose(instance, ha.Heatmap.from_dense(dense), tour).to_dict()
    theirs = ha.diagnose(other, ha.Heatmap.from_dense(dense[np.ix_(order, order)]), there).to_dict()
    assert untrusted(mine.pop("verdict")) == untrusted(theirs.pop("verdict"))
    assert (mine.pop("trust") is None) == (theirs.pop("trust") is None)
    for section, figures in mine.items():
        assert flat(figures) == pytest.approx(flat(theirs[section]), nan_ok=True), section


def untrusted(verdict):
    """Return the findings of a plain verdict but the one about trust."""
    sentences = [finding["sentence"] for finding in verdict["findings"]]
    return [sentence for sentence in sentences if not sentence.startswith("Focused gives it")]


def flat(part):
    """Return the numbers of a plain section in a list, unknown ones as NaN."""
    if isinstance(part, dict):
        part = list(part.values())
    if isinstance(part, list):
        return [number for item in part for number in flat(item)]
    return [math.nan if part is None or isinstance(part, str) else part]


@settings(max_examples=60, deadline=None)
@cases
def test_scale_does_not_matter_to_the_order(n, seed, directed):
    """Scores in percent would be ranked otherwise than in shares."""
    instance = make_instance(n, seed, directed)
    tour = np.random.default_rng(seed).permutation(n)
    one, two = (
        ha.diagnose(instance, ha.Heatmap.from_dense(make_heat(n, seed, scale)), tour)
        for scale in (1.0, 64.0)
    )
    for section in ("ranking", "asymmetry"):
        mine, theirs = (flat(report.to_dict()[section]) for report in (one, two))
        assert mine == pytest.approx(theirs, nan_ok=True)
    assert one.nearness.nearest_overlap == pytest.approx(two.nearness.nearest_overlap, nan_ok=True)


@settings(max_examples=40, deadline=None)
@cases
def test_shares_are_shares(n, seed, directed):
    """A share above 1 would show a fault of the counting."""
    instance = make_instance(n, seed, directed)
    tour = np.random.default_rng(seed).permutation(n)
    report = ha.diagnose(instance, ha.Heatmap.from_dense(make_heat(n, seed)), tour)
    names = ("share", "precision", "recall", "coverage", "overlap")
    for section in ("degrees", "separation", "asymmetry", "nearness", "agreement", "ranking"):
        for key, value in report.to_dict()[section].items():
            if any(key.endswith(name) for name in names):
                shares = np.array(flat(value))
                assert (np.isnan(shares) | ((shares >= 0) & (shares <= 1))).all(), key
    assert report.bands.edges.sum() == pytest.approx(report.density.edges_per_node * n)
    assert (np.diff(report.density.edges_per_node_at) <= 0).all()
    assert report.degrees.histogram.sum() == n
