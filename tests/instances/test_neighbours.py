"""The nearest nodes of an instance, and the time that they may take."""

import numpy as np
import pytest
from tests.support import points_instance

from heataco.instances import Instance


@pytest.mark.parametrize("forbidden", [False, True])
def test_incoming_neighbours_are_those_of_the_transpose(forbidden):
    """Networks for asymmetric instances would see arcs in the wrong direction."""
    rng = np.random.default_rng(0)
    matrix = rng.integers(1, 9, (30, 30)).astype(np.float64)  # with ties
    if forbidden:
        matrix[rng.random((30, 30)) < 0.3] = np.inf
    found = Instance.from_matrix(matrix)._nearest_within(7, np.inf, incoming=True)
    expected = Instance.from_matrix(matrix.T).nearest_neighbours(7)
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])


@pytest.mark.parametrize("seconds", [0.0, 1e-9])
def test_no_time(seconds):
    """A prediction with a time limit would search for all neighbours first."""
    matrix = Instance.from_matrix(np.random.default_rng(0).random((30, 30)))
    for instance in (points_instance(5_000), matrix):
        with pytest.raises(TimeoutError, match="time was not enough"):
            instance._nearest_within(5, seconds)
