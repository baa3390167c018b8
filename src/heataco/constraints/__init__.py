"""What a tour must hold to: its ends, fixed edges and forbidden ones.

Decoders know closed tours of finite distances and nothing else. A constrained problem is reduced to
such a one, and the result is translated back; this package is the only place that knows both.
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
