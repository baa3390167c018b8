"""A tour of a constrained problem for which there was no time to search."""

import numpy as np

from heataco.constraints.constraints import Order
from heataco.constraints.layout import Layout
from heataco.decoders import Focused
from heataco.decoders.base import Problem, run_one
from heataco.instances import Instance
from heataco.results import Budget


def tour_along_curve(instance: Instance, layout: Layout) -> Order:
    """Return the reduced tour along a space-filling curve, for an instance with coordinates.

    Chains come as wholes where the curve meets them first; the gap of an open path is where the
    curve ends.
    """
    curve = run_one(Focused(), Problem(instance, None, None), Budget(seconds=0.0)).tour
    rank = np.full(layout.n + 1, layout.n)
    rank[curve] = np.arange(layout.n)
    joints = {end: joint for joint in layout.joints for end in (joint.first, joint.last)}
    tour: list[int] = []
    done: set[int] = set()
    for node in np.argsort(rank[layout.heads], kind="stable").tolist():
        joint = joints.get(node)
        if joint is None:
            tour.append(node)
        elif joint.middle not in done:
            done.add(joint.middle)
            tour += [node, joint.middle, joint.first if node == joint.last else joint.last]
    return np.array(tour, np.int32)
