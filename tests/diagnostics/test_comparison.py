"""The answer to "does my heatmap help?": the sentence and the numbers."""

import json
import pickle

import numpy as np
import pytest

import heataco as ha
from heataco.diagnostics import Answer, HeatmapComparison


def compared(with_heat, without, best=None, *, by_seed=False, **options):
    """Make a comparison of costs, one for each instance or, by seed, of a single one."""
    shape = (1, -1) if by_seed else (-1, 1)
    costs = [np.array(part, float).reshape(shape) for part in (with_heat, without)]
    known = np.full(len(costs[0]), np.nan if best is None else best)
    trusts = np.full(costs[0].shape, np.nan)
    return HeatmapComparison("focused", ha.Budget(1), known, *costs, trusts, **options)


BETTER = [100.01 + 0.01 * k for k in range(15)]
WORSE = [100.05 + 0.012 * k for k in range(15)]


def test_it_helps():
    """The one sentence that a user asks for would be another one."""
    comparison = compared([*BETTER, 100.0], [*WORSE, 100.0], 100)
    assert str(comparison) == (
        "On 16 instances: 0.075 % with, 0.126 % without, better on 15 (p < 0.0001): it helps."
    )
    assert comparison.answer is Answer.HELPS
    assert comparison.gap_with == pytest.approx(0.075)
    assert (comparison.test.wins, comparison.test.ties, comparison.test.losses) == (15, 1, 0)


@pytest.mark.parametrize(
    ("comparison", "answer", "sentence"),
    [
        (
            compared(WORSE, BETTER, 100),
            Answer.HURTS,
            "On 15 instances: 0.134 % with, 0.080 % without, better on 0, worse on 15 "
            "(p < 0.0001): it hurts.",
        ),
        (
            compared([101, 99, 103, 97, 102, 98.5], [100] * 6, 90),
            Answer.NO_HELP,
            "On 6 instances: 11.204 % with, 11.111 % without, better on 3, worse on 3 "
            "(p = 1, not significant): it does not help.",
        ),
        (
            compared([100] * 8, [100] * 8, 80),
            Answer.NO_HELP,
            "On 8 instances: 25.000 % with, 25.000 % without, equal on all: it does not help.",
        ),
        (
            compared([99] * 5, [100] * 5),
            Answer.TOO_FEW,
            "On 5 instances: tours 1.000 % shorter with it, better on 5: too few instances to "
            "tell.",
        ),
        (
            compared([101.0] * 8, [100] * 8, by_seed=True),
            Answer.HURTS,
            "On one instance with 8 seeds: tours 1.000 % longer with it, better on 0, worse on 8 "
            "(p = 0.0078): it hurts.",
        ),
        (
            compared([5], [5], by_seed=True),
            Answer.TOO_FEW,
            "On one instance with 1 seed: tours of equal length with and without, equal on all: "
            "too few seeds to tell.",
        ),
        (
            compared([5] * 6, [5] * 6, started=False),
            Answer.TOO_SHORT,
            "On 6 instances: tours of equal length with and without, equal on all: too little "
            "time to tell.",
        ),
        (
            compared([100.0004] * 6, [100.0005] * 6, 100),
            Answer.HELPS,
            "On 6 instances: 0.00040 % with, 0.00050 % without, better on 6 (p = 0.031): it helps.",
        ),
    ],
)
def test_sentences(comparison, answer, sentence):
    """A user would be told the wrong answer, or numbers that show no difference."""
    assert comparison.answer is answer
    assert str(comparison) == sentence


def test_partly_known_and_zero_lengths():
    """Gaps would be mixed with other numbers, or a length of 0 be divided by."""
    comparison = HeatmapComparison(
        "focused", ha.Budget(1), np.array([np.nan, 1]), *np.ones((3, 2, 1))
    )
    assert comparison.gap_with is comparison.gap_without is None
    nothing = compared([0, 0, 1], [0, 0, 0])
    assert nothing.changes.tolist() == [0, 0, 100]
    rounded = compared([100] * 2, [100] * 2, 100 * (1 + 1e-15))  # a reference summed differently
    assert "0.000 % with, 0.000 % without" in str(rounded)
    assert "-0.000" not in str(rounded)


def test_comparison_is_a_value():
    """A comparison could be changed, not be stored or not be sent to another process."""
    comparison = compared([1, 2], [2, 2], 1)
    again = pickle.loads(pickle.dumps(comparison))
    assert again.to_dict() == comparison.to_dict()
    plain = json.loads(json.dumps(comparison.to_dict(), allow_nan=False))
    assert plain["sentence"] == str(comparison)
    assert (plain["trust"], plain["budget"]["iterations"]) == (None, 1)
    assert not again.costs_with.flags.writeable
