"""The statistics of the tables."""

import pytest

from heataco._paired import Outcome
from heataco.bench.statistics import compare, holm, mean_and_deviation, observations


def gaps(*values, seed=1):
    return {(index, seed): value for index, value in enumerate(values)}


def test_instance_means():
    """Deviations would be over runs and not over instances."""
    runs = {(0, 1): 1.0, (0, 2): 3.0, (1, 1): 5.0}
    assert observations(runs, by_seed=False) == {0: 2.0, 1: 5.0}
    assert observations(runs, by_seed=True) == {1: 3.0, 2: 3.0}


def test_mean_and_deviation():
    """The deviation would be that of the whole population, or of nothing."""
    assert mean_and_deviation([1.0, 3.0]) == (2.0, pytest.approx(2**0.5))
    assert mean_and_deviation([1.0]) == (1.0, None)


def test_compare():
    """Wins would be counted as losses, or arrows point the wrong way."""
    baseline = gaps(*[1.0] * 10)
    better = compare(gaps(*[0.5 + k / 100 for k in range(9)], 1.0), baseline, False)
    assert (better.wins, better.ties, better.losses) == (9, 1, 0)
    assert better.p_value == pytest.approx(2 / 2**9)
    assert better.outcome(better.p_value) is Outcome.BETTER
    worse = compare(baseline, gaps(*[0.5 + k / 100 for k in range(10)]), False)
    assert worse.outcome(worse.p_value) is Outcome.WORSE
    assert worse.outcome(0.2) is Outcome.EQUAL


def test_equal_methods():
    """The test would be asked about nothing but zeros."""
    same = compare(gaps(1.0, 2.0), gaps(1.0, 2.0 + 1e-12), False)
    assert (same.ties, same.p_value) == (2, 1.0)


def test_only_what_both_have_is_compared():
    """Different seeds or instances would be compared with each other."""
    ours = {(0, 1): 1.0, (0, 2): 100.0, (1, 1): 1.0}
    found = compare(ours, {(0, 1): 2.0, (2, 1): 0.0}, False)
    assert (found.wins, found.ties, found.losses) == (1, 0, 0)
    assert compare(ours, {(7, 7): 1.0}, False) is None


def test_holm():
    """Chance would be taken for significance in a large table."""
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []
