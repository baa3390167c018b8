"""Lower bounds where sums of distances are rounded, compared with exact sums."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

import heataco as ha


def shortest(matrix, *, closed, start, fixed):
    """Return the exact cost of the shortest tour, by trying all; None if there is none."""
    costs = []
    for tour in itertools.permutations(range(len(matrix))):
        if start is not None and tour[0] != start:
            continue
        arcs = [*itertools.pairwise(tour), *([(tour[-1], tour[0])] if closed else [])]
        if all(edge in arcs for edge in fixed):
            costs.append(sum(Fraction(float(matrix[arc])) for arc in arcs))
    return min(costs, default=None)


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "fractions"])
@pytest.mark.parametrize("scale", [1e-250, 1e-9, 1.0, 1e16, 1e45, 1e137])
def test_below_the_exact_sum(scale, whole):
    """The last digit of a rounded sum would lift a bound above the optimum."""
    rng = np.random.default_rng(round(np.log10(scale)) % 1000)
    for n, closed, start, count in itertools.product((2, 3, 4), (True, False), (None, 0), (0, 1)):
        matrix = (rng.integers(0, 30, (n, n)) if whole else rng.random((n, n))) * scale
        fixed = [tuple(rng.choice(n, 2, replace=False).tolist()) for _ in range(count)]
        if np.array_equal(matrix, matrix.T):
            continue  # an edge would be fixed in both directions
        want = shortest(matrix, closed=closed, start=start, fixed=fixed)
        if want is None:
            continue
        instance = ha.Instance.from_matrix(matrix).with_fixed_edges(fixed)
        bound = ha.lower_bound(instance, closed=closed, start=start)
        assert Fraction(bound) <= want
        if scale == 1.0 and whole:
            assert bound.is_integer()


def test_cases_that_were_above():
    """Sums of few large numbers that rounding increases would be taken as they are."""
    one_tour = np.array([[0.0, 3.942088019161851e44], [6.296465896384972e44, 0.0]])
    want = sum(map(Fraction, one_tour.ravel().tolist()))
    assert Fraction(ha.lower_bound(one_tour, metric="EXPLICIT")) <= want
    rows = [[0, 21, 8], [28, 0, 26], [23, 11, 0]]
    matrix = np.array(rows) * 9.999999999999999e105
    instance = ha.Instance.from_matrix(matrix).with_fixed_edges([(1, 2)])
    want = shortest(matrix, closed=True, start=None, fixed=[(1, 2)])
    assert Fraction(ha.lower_bound(instance)) <= want


def test_whole_numbers_stay_whole_and_tight():
    """A bound with fixed edges would be lowered below the optimum that it reaches."""
    rng = np.random.default_rng(1)
    matrix = rng.integers(1, 100, (7, 7)).astype(float)
    instance = ha.Instance.from_matrix(matrix).with_fixed_edges([(2, 5)])
    result = ha.solve(instance, iterations=50, closed=False, start=0, bound=True)
    assert result.bound.is_integer()
    assert result.bound > 0.9 * result.cost
