"""A constrained problem as a plain one, and its result as one of the constrained problem."""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from heataco._arrays import FloatArray, sealed
from heataco._timing import Stopwatch
from heataco.constraints.at_once import tour_along_curve
from heataco.constraints.constraints import Constraints, Order
from heataco.constraints.feasibility import require_feasible
from heataco.constraints.heat import reduced_heat
from heataco.constraints.layout import Layout
from heataco.constraints.matrices import reduced_matrix
from heataco.decoders.base import OnProgress, Problem
from heataco.instances import Instance
from heataco.instances.ids import ids_in_order
from heataco.results import Budget, Progress, Result, StopReason, Trace

MAX_NODES = 10_000  # of instances with coordinates, whose distances become a matrix
_EPSILON = float(np.finfo(np.float64).eps)
_GAP_RANK = 4  # the gap is about as near to a node as its fourth neighbour


@dataclass(frozen=True)
class Reduction:
    """One problem and the plain closed tour that it is reduced to.

    Parameters
    ----------
    original
        The instance as it was given.
    constraints
        What a tour of it must hold to.
    layout
        Which nodes become which; None where all stay as they are.
    gap
        Distance of the gap of an open path to and from all other nodes.
    surplus
        What a reduced tour costs more than its original.
    """

    original: Instance
    constraints: Constraints
    layout: Layout | None = None
    gap: float = 0.0
    surplus: float = 0.0

    @classmethod
    def of(cls, instance: Instance, constraints: Constraints) -> "Reduction":
        """Reduce a problem; a ValueError if it is easily seen that it has no solution."""
        constraints = constraints.numbered(instance)
        reduction = cls(instance, constraints)
        if not constraints.closed or instance.fixed_edges is not None:
            reduction = _laid_out(instance, constraints)
        if instance.forbids_edges:
            require_feasible(reduction.instance, reduction.labels, closed=constraints.closed)
        return reduction

    @cached_property
    def instance(self) -> Instance:
        """The reduced instance: a matrix, unless all nodes stay as they are."""
        if self.layout is None:
            return self.original
        matrix = sealed(reduced_matrix(self.original, self.layout, self.gap))
        return Instance.from_matrix(matrix, name=self.original.name)

    @property
    def plain(self) -> bool:
        """Whether nothing needs to be done before the search and nothing but a turn after it."""
        return self.layout is None and not self.original.forbids_edges

    @cached_property
    def labels(self) -> list[str]:
        """What to call the reduced nodes."""
        n = self.original.n
        pieces = [[v] for v in range(n)] if self.layout is None else self.layout.pieces
        words = [str(piece[0] if piece[0] < n else piece[-1]) for piece in pieces]
        return words + ["a fixed edge"] * (self.instance.n - len(words))

    def problem(self, problem: Problem) -> Problem:
        """Reduce heatmap and initial tour; a ValueError if that tour breaks a constraint."""
        if self.plain:
            return problem
        heat, tour = problem.heatmap, self.checked(problem.initial_tour)
        if self.layout is not None:
            heat = None if heat is None else reduced_heat(heat, self.layout)
            if tour is not None:
                tour = self.layout.reduced(tour, closed=self.constraints.closed)
        return Problem(self.instance, heat, tour)

    def checked(self, initial_tour: Order | None, name: str = "initial_tour") -> Order | None:
        """Arrange a given tour; a ValueError, which calls it by name, if it breaks a constraint."""
        if initial_tour is None or (self.plain and self.constraints.start is None):
            return initial_tour
        tour = self.constraints.arranged(initial_tour, self.original)
        fault = self.constraints.fault(tour, self.original)
        if fault is not None:
            raise ValueError(f"{name} {fault}")
        return tour

    def restored(self, tour: Order) -> Order:
        """Return the order of the original nodes that a reduced tour stands for."""
        order = tour if self.layout is None else self.layout.expanded(tour)
        return sealed(self.constraints.arranged(order, self.original))

    def budget(self, budget: Budget, spent: Stopwatch) -> Budget:
        """Return a budget with the target of reduced tours, and less the time of reducing."""
        if budget.target is not None and not self.plain:
            budget = replace(budget, target=budget.target + self.surplus)
        return self.left_of(budget, spent)

    def left_of(self, budget: Budget, spent: Stopwatch) -> Budget:
        """Return what reducing leaves of a budget."""
        if self.plain or budget.seconds is None:
            return budget
        return replace(budget, seconds=max(0.0, budget.seconds - spent.elapsed().seconds))

    def progress(self, on_progress: OnProgress) -> OnProgress:
        """Return a callback that is called with costs and tours of the original problem."""

        def translated(progress: Progress) -> object:
            costs = self._costs(np.array([progress.iteration_best, progress.best])).tolist()
            copy = progress.copy_tour
            return on_progress(
                replace(
                    progress,
                    iteration_best=costs[0],
                    best=costs[1],
                    copy_tour=None if copy is None else lambda: self.restored(copy()),
                    copy_learned=None,  # about nodes of the reduced problem
                )
            )

        return on_progress if self.plain else translated

    def result(self, result: Result, decoder: str) -> Result | None:
        """Translate a result back; None for one that was interrupted before it was any good.

        Raises ValueError if the search ended with a forbidden edge in its best tour.
        """
        if self.plain and self.constraints.start is None:
            ids = ids_in_order(self.original.ids, result.tour)
            return replace(result, instance=self.original, ids=ids)
        closed = bool(self.constraints.closed)
        tours = [self.restored(result.tour)]
        if self.layout is not None and self.original.matrix is None and _hardly_begun(result):
            tours.append(self.restored(tour_along_curve(self.original, self.layout)))
        cost, _, tour = min(
            (self.original.cost(tour, closed=closed), i, tour) for i, tour in enumerate(tours)
        )
        if math.isinf(cost) and result.stop_reason is StopReason.INTERRUPTED:
            return None
        fault = self.constraints.fault(tour, self.original)
        if fault is not None:
            raise ValueError(
                f"decoder {decoder} found no {'tour' if closed else 'path'} without forbidden "
                f"edges: its best one {fault}; there may be none, or give it more time or another "
                "local search or decoder"
            )
        trace = self._translated(result.trace, cost)
        return replace(
            result,
            tour=tour,
            cost=cost,
            closed=closed,
            trace=trace,
            instance=self.original,
            ids=ids_in_order(self.original.ids, tour),
        )

    def bound(self, reduced: float) -> float:
        """Return the lower bound of the original problem, given that of the reduced one.

        It is lowered by more than rounding can have added, and stays whole if both are.
        """
        if self.layout is None:
            return reduced
        bound = reduced - self.surplus
        if reduced.is_integer() and self.surplus.is_integer():
            return max(0.0, bound)
        return max(0.0, bound - 4 * _EPSILON * (abs(reduced) + abs(self.surplus)))

    def _costs(self, reduced: FloatArray) -> FloatArray:
        """Return costs of the original problem; infinite for tours with forbidden edges."""
        finite = self.instance._penalised
        allowed = True if finite is None else reduced < finite.penalty
        return np.where(allowed, reduced - self.surplus, math.inf)

    def _translated(self, trace: Trace, cost: float) -> Trace:
        best = np.maximum(self._costs(trace.best), cost)  # sums in another order
        best[-1:] = cost
        iteration_best = np.maximum(self._costs(trace.iteration_best), best)
        return replace(trace, best=best, iteration_best=iteration_best)


def _hardly_begun(result: Result) -> bool:
    """Whether time was up before a search of the reduced matrix came to anything."""
    ended = (StopReason.TIME, StopReason.INTERRUPTED)
    return result.iterations == 0 and result.stop_reason in ended


def _laid_out(instance: Instance, constraints: Constraints) -> Reduction:
    layout = Layout.of(instance, constraints)
    if instance.matrix is None and layout.size > MAX_NODES:
        raise ValueError(
            f"{instance.name or 'the instance'} has {instance.n:,} nodes with coordinates; with "
            f"open paths and fixed edges at most {MAX_NODES:,} can be searched, of a matrix more"
        )
    chains = [np.array(chain) for chain in layout.chains()]
    arcs = np.concatenate(
        [np.empty((2, 0), np.int64), *(np.stack((chain[:-1], chain[1:])) for chain in chains)],
        axis=1,
    )
    at_gap = (arcs == instance.n).any(axis=0)
    fixed = arcs[:, ~at_gap]
    lengths = instance.distance(*fixed)
    if np.isinf(lengths).any():
        a, b = fixed[:, np.isinf(lengths)][:, 0]
        raise ValueError(f"the edge from {a} to {b} is fixed, and forbidden by its distance")
    gap = 0.0 if constraints.closed else _gap_distance(instance)
    free_sides = 0 if constraints.closed else 2 - int(at_gap.sum())
    surplus = free_sides * gap - math.fsum(lengths.tolist())
    return Reduction(instance, constraints, layout, gap, surplus)


def _gap_distance(instance: Instance) -> float:
    """Return a typical distance of neighbours, rounded to a power of two, which adds exactly."""
    _, distances = instance.nearest_neighbours(_GAP_RANK)
    furthest = distances.max(axis=1, initial=0.0, where=np.isfinite(distances))
    typical = float(np.median(furthest))
    return 2.0 ** round(math.log2(typical)) if typical > 0 else 0.0
