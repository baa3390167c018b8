"""Lengths of single arcs before rounding, to break ties between equal scores by."""

import numpy as np
from numpy.typing import NDArray

from heataco import _native
from heataco._arrays import FloatArray
from heataco.instances.instance import Instance


def measures(
    instance: Instance, sources: NDArray[np.int64], targets: NDArray[np.int64]
) -> FloatArray:
    """Return what the distance of each arc grows with, before any rounding that the metric does.

    A distance of a matrix, a squared length or chord, a sum of steps or the longest one: no unit
    matters where only the order does.
    """
    if instance.matrix is not None:
        return instance.matrix[sources, targets]
    arcs = np.stack((sources, targets), axis=-1).astype(np.int32)
    return _native.measures(instance._native_form, arcs)
