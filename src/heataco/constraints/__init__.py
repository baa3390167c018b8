"""Constraints on a tour: its ends, fixed edges and forbidden edges.

Decoders search closed tours with finite distances only. This package reduces a constrained problem
to such a problem, and translates the result back.
"""

from heataco.constraints.constraints import ROUND_TRIP, Constraints
from heataco.constraints.nodes import with_edges
from heataco.constraints.reduced import Reduced, without_search
from heataco.constraints.reduction import Reduction
from heataco.constraints.running import Task, run_reduced

__all__ = [
    "ROUND_TRIP",
    "Constraints",
    "Reduced",
    "Reduction",
    "Task",
    "run_reduced",
    "with_edges",
    "without_search",
]
