"""What a family is, and what families share."""

from collections.abc import Callable
from typing import Any

import numpy as np

from heataco._names import MetricName
from heataco.instances import Instance, Metric

Family = Callable[[np.random.Generator, int], Instance]


def planar(
    rng: np.random.Generator, points: Any, metric: Metric | MetricName = Metric.EUCLIDEAN
) -> Instance:
    """Return an instance of points in random order, so that their numbers give nothing away."""
    return Instance.from_coordinates(rng.permutation(points), metric)
