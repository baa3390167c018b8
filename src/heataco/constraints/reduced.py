"""A reduced problem that is ready for a search, and its result as one of the original."""

import math
from dataclasses import dataclass, replace

import numpy as np

from heataco._arrays import FloatArray
from heataco._timing import NO_TIME, Deadline, Elapsed, Stopwatch
from heataco.constraints.constraints import Order
from heataco.constraints.heat import reduced_heat
from heataco.constraints.mending import mended
from heataco.constraints.reduction import Reduction
from heataco.decoders import MMAS, Focused
from heataco.decoders.base import OnProgress, Problem, run_one
from heataco.instances.ids import ids_in_order
from heataco.instances.matrices import Penalised
from heataco.results import Budget, Progress, Result, StopReason, Trace

_MENDING_SECONDS = 1.0  # after an interruption or a shorter limit


@dataclass(frozen=True)
class Reduced:
    """A problem in the form in which it is searched.

    Parameters
    ----------
    reduction
        How the original becomes that.
    problem
        What is searched.
    distances
        Its distances and what a forbidden edge costs; None if nothing is forbidden or reduced.
    spent
        The time that reducing took.
    """

    reduction: Reduction
    problem: Problem
    distances: Penalised | None
    spent: Elapsed

    @classmethod
    def of(
        cls,
        reduction: Reduction,
        problem: Problem,
        stopwatch: Stopwatch,
        seconds: float = math.inf,
    ) -> "Reduced":
        """Reduce all parts of a checked problem.

        Raises ValueError if its initial tour breaks a constraint, and TimeoutError if so many
        seconds on the stopwatch are not enough, unless there is no tour to fall back on.
        """
        if reduction.plain:
            return cls(reduction, problem, None, NO_TIME)
        layout, heat = reduction.layout, problem.heatmap
        tours = [reduction.checked(problem.initial_tour), problem.fallback]
        if layout is not None:
            heat = None if heat is None else reduced_heat(heat, layout)
            tours = [None if tour is None else reduction.reduced(tour) for tour in tours]
        has_tour = any(tour is not None for tour in tours)
        left = seconds - stopwatch.elapsed().seconds
        distances = reduction.distances(Deadline(left if has_tour else math.inf))
        assert distances is not None
        ready = Problem(reduction.instance(distances), heat, tours[0], tours[1], problem.spent)
        return cls(reduction, ready, distances, stopwatch.elapsed())

    def budget(self, budget: Budget) -> Budget:
        """Return a budget with the target of reduced tours, and less the time of reducing."""
        if budget.target is not None:
            budget = replace(budget, target=budget.target + self.reduction.surplus)
        if budget.seconds is not None:
            budget = replace(budget, seconds=max(0.0, budget.seconds - self.spent.seconds))
        return budget

    def progress(self, on_progress: OnProgress) -> OnProgress:
        """Return a callback that is called with costs, tours and times of the original problem."""

        def translated(progress: Progress) -> object:
            costs = self._costs(np.array([progress.iteration_best, progress.best])).tolist()
            copy, restored = progress.copy_tour, self.reduction.restored
            return on_progress(
                replace(
                    progress,
                    seconds=progress.seconds + self.spent.seconds,
                    iteration_best=costs[0],
                    best=costs[1],
                    copy_tour=None if copy is None else lambda: restored(copy()),
                    copy_learned=None,  # about nodes of the reduced problem
                )
            )

        return on_progress if self.reduction.plain else translated

    def result(
        self, result: Result, decoder: str, limit: float | None = None, *, mend: bool = True
    ) -> Result | None:
        """Translate a result back; None for one that was interrupted before it was any good.

        Forbidden edges of its tour are mended. Raises ValueError if that is not possible.

        Parameters
        ----------
        result, decoder
            What a search has found, and the name of its decoder.
        limit
            The time limit of the search, in seconds; mending may take as long again, or a second if
            that is longer.
        mend
            False if there was an interruption since: a tour with forbidden edges is no result.
        """
        reduction = self.reduction
        if reduction.plain and reduction.constraints.start is None:
            ids = ids_in_order(reduction.original.ids, result.tour)
            return result._changed(instance=reduction.original, ids=ids)
        found = _of_tour(reduction, result, reduction.restored(result.tour))
        if math.isinf(found.cost) and mend:
            found = self._mended(found, limit)
        interrupted = found.stop_reason is StopReason.INTERRUPTED or not mend
        if math.isinf(found.cost) and interrupted:
            return None
        fault = reduction.constraints.fault(found.tour, reduction.original)
        if fault is not None:
            raise ValueError(
                f"decoder {decoder} found no {'tour' if found.closed else 'path'} without "
                f"forbidden edges: its best one {fault}; there may be none, or give it more time "
                "or another local search or decoder"
            )
        found = replace(found, trace=self._translated(found.trace, found.cost))
        return found.begun_before(*self.spent)

    def _mended(self, found: Result, limit: float | None) -> Result:
        """Return a result without forbidden edges, and later; the same if that is not possible."""
        assert self.distances is not None
        reduction, stopwatch = self.reduction, Stopwatch()
        if found.stop_reason is StopReason.INTERRUPTED:
            limit = 0.0
        deadline = Deadline(math.inf if limit is None else max(limit, _MENDING_SECONDS))
        tour, symmetric = reduction.reduced(found.tour), reduction.original.symmetric
        better = mended(self.distances, tour, symmetric=symmetric, deadline=deadline)
        if better is None:
            return found
        seconds, cpu_seconds = stopwatch.elapsed()
        times = found.trace.seconds.copy()
        times[-1:] += seconds
        return replace(
            _of_tour(reduction, found, reduction.restored(better)),
            seconds=found.seconds + seconds,
            cpu_seconds=found.cpu_seconds + cpu_seconds,
            trace=replace(found.trace, seconds=times),
        )

    def _costs(self, reduced: FloatArray) -> FloatArray:
        """Return costs of the original problem; infinite for tours with forbidden edges."""
        penalty = math.inf if self.distances is None else self.distances.penalty
        return np.where(reduced < penalty, reduced - self.reduction.surplus, math.inf)

    def _translated(self, trace: Trace, cost: float) -> Trace:
        best = np.maximum(self._costs(trace.best), cost)  # sums in another order
        best[-1:] = cost
        iteration_best = np.maximum(self._costs(trace.iteration_best), best)
        return replace(trace, best=best, iteration_best=iteration_best)


def without_search(reduction: Reduction, initial_tour: Order | None) -> Result | None:
    """Return a tour that takes hardly any time; None if it has forbidden edges.

    Raises ValueError if the initial tour breaks a constraint.
    """
    tour = reduction.quick_tour() if initial_tour is None else initial_tour
    if reduction.layout is None or tour is None:
        problem = Problem(reduction.original, None, initial_tour)
        reduced = Reduced.of(reduction, problem, Stopwatch())
        result = run_one(Focused(), reduced.problem, Budget(seconds=0.0))
        interrupted = replace(result, stop_reason=StopReason.INTERRUPTED)
        found = reduced.result(interrupted, Focused.name)
        return found and replace(found, stop_reason=StopReason.TIME)
    tour = reduction.checked(tour)
    assert tour is not None
    plain = Problem(reduction.original.relaxed(), None, tour)
    # Not by Focused, which searches a few nodes for a moment, here without the constraints.
    found = _of_tour(reduction, run_one(MMAS(), plain, Budget(seconds=0.0)), tour)
    costs = np.full(len(found.trace), found.cost)
    return replace(found, trace=replace(found.trace, best=costs, iteration_best=costs))


def _of_tour(reduction: Reduction, result: Result, tour: Order) -> Result:
    """Return a result with a tour of the original problem in place of its own."""
    closed = bool(reduction.constraints.closed)
    return replace(
        result,
        tour=tour,
        cost=reduction.original.cost(tour, closed=closed),
        closed=closed,
        instance=reduction.original,
        ids=ids_in_order(reduction.original.ids, tour),
    )
