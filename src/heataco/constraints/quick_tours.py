"""A tour of a constrained problem for which there is no time to search."""

import numpy as np

from heataco.constraints.constraints import Order
from heataco.constraints.layout import Layout
from heataco.decoders import Focused
from heataco.decoders.base import Problem, run_one
from heataco.instances import Instance
from heataco.results import Budget


def quick_tour(instance: Instance, layout: Layout, seconds: float) -> Order:
    """Return a reduced tour in the order of a closed one.

    That one is a local optimum, or where the seconds are not enough for it a tour along a
    space-filling curve. In a matrix, whose reduced distances are soon made, it is one from nearest
    node to nearest node. Chains come as wholes where it meets them first; the gap of an open path
    takes the place of its longest edge.
    """
    budget = Budget(iterations=0, seconds=seconds if instance.matrix is None else 0.0)
    closed = run_one(Focused(), Problem(instance.relaxed(), None, None), budget).tour
    lengths = instance.distance(closed, np.roll(closed, -1))
    rank = np.full(layout.n + 1, layout.n)
    rank[np.roll(closed, -1 - int(np.argmax(lengths)))] = np.arange(layout.n)
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
