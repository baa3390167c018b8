"""Lower bounds on the cost of all tours of an instance."""

from dataclasses import asdict, replace
from typing import Any

from heataco import _native
from heataco._arguments import to_instance
from heataco._hints import hinting
from heataco._timing import Deadline
from heataco.constraints import Constraints, Reduction
from heataco.instances import Metric, MetricName
from heataco.predictors import Alpha
from heataco.results import Interrupted, Result, StopReason

# Longer steps than those of a prediction: frequencies do not matter here, and thin shapes gain.
_ASCENT = Alpha(first_step=1.0, momentum=0.8)


@hinting
def lower_bound(
    instance: Any,
    *,
    metric: Metric | MetricName | None = None,
    iterations: int | None = None,
    start: int | str | None = None,
    end: int | str | None = None,
    closed: bool = True,
) -> float:
    """Prove a lower bound on the cost of every tour.

    The bound is that of Held and Karp, or close below it: the weight of a minimum 1-tree under
    prices of the nodes, which an ascent over a sparse graph finds as for `Alpha`. The final tree
    is a minimum over all pairs of nodes, so that the bound holds for the complete instance. It is
    lowered by more than rounding can have added: no tour costs less, neither by the exact sum of
    its distances nor by `Instance.cost`. Where all distances are whole numbers, so is the bound.

    Parameters
    ----------
    instance
        The problem, symmetric or asymmetric: an `Instance`, or what `solve` takes for one.
    metric
        How distances are computed, where the instance does not say.
    iterations
        1-trees of the ascent; by default 1,200, and beyond 5,000 nodes fewer with every node, down
        to 100. More of them give a slightly higher bound. Where the complete instance has lighter
        edges than the sparse graph, these are added and the ascent is continued.
    start, end, closed
        As in `decode`: the bound holds for all tours, or open paths, that satisfy these and the
        fixed and forbidden edges of the instance.

    Returns
    -------
    float
        A cost that no tour is below. Optimal tours are usually 0.7 % above it where nodes are
        uniform in the plane, and much less where distances are asymmetric and random.

    Raises
    ------
    ValueError
        If `instance` cannot be read as one, `iterations` is below 1, or no tour can satisfy the
        constraints.
    KeyboardInterrupt
        On Ctrl-C.
    """
    instance = to_instance(instance, metric)
    count = usual_iterations(instance.n) if iterations is None else iterations
    parameters = asdict(replace(_ASCENT, iterations=count))
    del parameters["lowest_probability"]  # does not enter the relaxation
    reduction = Reduction.of(instance, Constraints(start, end, closed), for_bound=True)
    reduced = reduction.instance(reduction.distances(Deadline()))
    found = _native.lower_bound(reduced._native_form, parameters=parameters)
    return reduction.bound(found)


def usual_iterations(n: int) -> int:
    """Return the default number of 1-trees, which take a small part of the time of a search."""
    return min(max(6_000_000 // n, 100), 1_200)


def with_bound(result: Result, constraints: Constraints) -> Result:
    """Return a result with the lower bound of its instance, under the constraints it was found by.

    Raises
    ------
    Interrupted
        On Ctrl-C, with the result as it was.
    """
    assert result.instance is not None
    try:
        return replace(result, bound=lower_bound(result.instance, **vars(constraints)))
    except KeyboardInterrupt:
        kept = replace(result, stop_reason=StopReason.INTERRUPTED)
        raise Interrupted([kept]) from None
