"""Points for every metric."""

import numpy as np

POINTS = [[0.0, 0.0], [3.0, 4.0], [6.0, 0.5], [1.0, 7.0]]


def points_for(metric):
    return np.array(POINTS)[:, [0, 1, 1]][:, : metric.dimensions]
