"""The signed-rank test, beside SciPy's and by hand."""

import itertools

import numpy as np
import pytest

from heataco._paired import MAX_EXACT, MIN_OBSERVATIONS, compare_changes, signed_rank


def by_trying(change):
    """Return p by trying all signs of the differences."""
    size = np.abs(change)
    ranks = np.array([(size < one).sum() + ((size == one).sum() + 1) / 2 for one in size])
    observed = abs(ranks[change > 0].sum() - ranks.sum() / 2)
    signs = np.array(list(itertools.product([0, 1], repeat=len(change))))
    return float(np.mean(np.abs(signs @ ranks - ranks.sum() / 2) >= observed))


@pytest.mark.parametrize("n", [1, 2, 5, 6, 10])
@pytest.mark.parametrize("digits", [1, 9])
def test_exact(n, digits):
    """p would be wrong, with equal differences or without."""
    for seed in range(20):
        change = np.round(np.random.default_rng(seed).normal(0.3, 1, n), digits)
        change = change[change != 0]
        if len(change):
            assert signed_rank(change) == pytest.approx(by_trying(change))


@pytest.mark.parametrize("n", [6, 20, MAX_EXACT, MAX_EXACT + 1, 200])
def test_like_scipy(n):
    """A p-value could not be found again with the usual tool."""
    stats = pytest.importorskip("scipy.stats")
    for seed in range(5):
        change = np.random.default_rng(seed).normal(0.2, 1, n)
        assert signed_rank(change) == pytest.approx(stats.wilcoxon(change).pvalue, rel=1e-9)


def test_zeros_are_dropped():
    """Equal results would count as evidence."""
    change = np.array([-1.0, -2.0, -3.0])
    assert signed_rank(np.append(change, np.zeros(5))) == signed_rank(change) == 0.25
    assert signed_rank(np.zeros(4)) == 1.0


def test_fewest_observations():
    """A comparison would be tested that can never be significant, or not where it can."""
    assert signed_rank(-np.arange(1.0, MIN_OBSERVATIONS)) > 0.05
    assert signed_rank(-np.arange(1.0, MIN_OBSERVATIONS + 1)) < 0.05
    assert not compare_changes([-1.0] * (MIN_OBSERVATIONS - 1)).testable
    assert compare_changes([-1.0] * MIN_OBSERVATIONS).testable
