"""A rectangle with a heatmap whose every figure can be computed by hand."""

import numpy as np
import pytest

import heataco as ha
from heataco.diagnostics import Report

# Sides 2 and 1, so that the nearest neighbour of each node is across a short side. h, the mean of
# both directions, is 0.6 for 0-1, 0.25 for 1-2, 0.22 for 0-2, 0.02 for 2-3 and 0.00005, which is
# below the threshold, for 0-3; 1-3 has no score.
CORNERS = [[0, 0], [2, 0], [2, 1], [0, 1]]
ARCS = {
    (0, 1): 0.8,
    (1, 0): 0.4,
    (1, 2): 0.5,
    (2, 3): 0.02,
    (3, 2): 0.02,
    (0, 2): 0.3,
    (2, 0): 0.14,
    (3, 0): 0.0001,
}


@pytest.fixture(scope="session")
def rectangle() -> ha.Instance:
    """Return four nodes, whose best tour is 0, 1, 2, 3."""
    return ha.Instance.from_coordinates(CORNERS, name="rectangle")


@pytest.fixture(scope="session")
def heat() -> ha.Heatmap:
    """Return the scores above."""
    sources, targets = np.array(list(ARCS)).T
    return ha.Heatmap.from_edges(sources, targets, list(ARCS.values()), 4)


@pytest.fixture(scope="session")
def report(rectangle: ha.Instance, heat: ha.Heatmap) -> Report:
    """Return the report on them, beside the best tour."""
    return ha.diagnose(rectangle, heat, [0, 1, 2, 3])
