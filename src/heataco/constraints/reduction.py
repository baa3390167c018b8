"""A constrained problem as a plain closed tour."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from heataco._arrays import sealed
from heataco._timing import Deadline
from heataco.constraints.constraints import Constraints, Order
from heataco.constraints.feasibility import require_feasible
from heataco.constraints.layout import GAP_RANK, Layout
from heataco.constraints.matrices import reduced_matrix
from heataco.constraints.nodes import name_of
from heataco.constraints.quick_tours import quick_tour
from heataco.instances import Instance
from heataco.instances.matrices import Penalised

MAX_NODES = 10_000  # of instances with coordinates, whose distances become a matrix
_EPSILON = float(np.finfo(np.float64).eps)
_LARGEST_WHOLE = 2.0**53  # beyond it sums of whole numbers are rounded


@dataclass(frozen=True)
class Reduction:
    """One problem and how it becomes a plain closed tour.

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
    whole_surplus
        Whether it is a sum of whole numbers.
    """

    original: Instance
    constraints: Constraints
    layout: Layout | None = None
    gap: float = 0.0
    surplus: float = 0.0
    whole_surplus: bool = True

    @classmethod
    def of(
        cls, instance: Instance, constraints: Constraints, *, for_bound: bool = False
    ) -> "Reduction":
        """Reduce a problem, for a search or for a bound.

        Raises ValueError if it is easily seen that there is no solution.
        """
        constraints = constraints.numbered(instance)
        reduction = cls(instance, constraints)
        if not constraints.closed or instance.fixed_edges is not None:
            reduction = _laid_out(instance, constraints, for_bound=for_bound)
        if instance.forbids_edges:
            finite = reduction.distances(Deadline())
            assert finite is not None
            allowed = finite.matrix < finite.penalty
            np.fill_diagonal(allowed, False)
            require_feasible(
                allowed, reduction.labels, symmetric=instance.symmetric, closed=constraints.closed
            )
        return reduction

    def distances(self, deadline: Deadline) -> Penalised | None:
        """Return the distances of the reduced nodes; None where they are those of the original.

        Made anew by every call, as they are large. Raises TimeoutError if the time is not enough.
        """
        if self.layout is None:
            return self.original._penalised
        return reduced_matrix(self.original, self.layout, self.gap, deadline)

    def instance(self, distances: Penalised | None) -> Instance:
        """Return the reduced instance, given its distances."""
        if self.layout is None or distances is None:
            return self.original
        return Instance._of_distances(
            distances.matrix, symmetric=self.original.symmetric, name=self.original.name
        )

    @property
    def plain(self) -> bool:
        """Whether nothing needs to be done before the search and nothing but a turn after it."""
        return self.layout is None and not self.original.forbids_edges

    @cached_property
    def labels(self) -> list[str]:
        """What to call the reduced nodes."""
        n = self.original.n
        if self.layout is None:
            return [name_of(node, self.original) for node in range(n)]
        nodes = (piece[0] if piece[0] < n else piece[-1] for piece in self.layout.pieces)
        words = ["the gap" if node == n else name_of(node, self.original) for node in nodes]
        return words + ["a fixed edge"] * len(self.layout.joints)

    def quick_tour(self, seconds: float = 0.0) -> Order | None:
        """Make a tour that needs no reduced distances; None where none is needed, or it may fail.

        It fails where edges are forbidden: the tour might hold one.
        """
        if self.layout is None or self.original.forbids_edges:
            return None
        return self.restored(quick_tour(self.original, self.layout, seconds))

    def checked(self, initial_tour: Order | None, name: str = "initial_tour") -> Order | None:
        """Arrange a given tour; a ValueError, which calls it by name, if it breaks a constraint."""
        if initial_tour is None or (self.plain and self.constraints.start is None):
            return initial_tour
        tour = self.constraints.arranged(initial_tour, self.original)
        fault = self.constraints.fault(tour, self.original)
        if fault is not None:
            raise ValueError(f"{name} {fault}")
        return tour

    def reduced(self, tour: Order) -> Order:
        """Return the reduced tour of an order of the original nodes that holds all fixed edges."""
        if self.layout is None:
            return tour
        return self.layout.reduced(tour, closed=self.constraints.closed)

    def restored(self, tour: Order) -> Order:
        """Return the order of the original nodes that a reduced tour stands for."""
        order = tour if self.layout is None else self.layout.expanded(tour)
        return sealed(self.constraints.arranged(order, self.original))

    def bound(self, reduced: float) -> float:
        """Return the lower bound of the original problem, given that of the reduced one.

        It is lowered by more than rounding can have added, here or in the cost of a tour, and
        stays whole where the numbers are whole and small enough to be exact.
        """
        if self.layout is None:
            return reduced
        bound, magnitude = reduced - self.surplus, abs(reduced) + abs(self.surplus)
        if reduced.is_integer() and self.whole_surplus and magnitude <= _LARGEST_WHOLE:
            return max(0.0, bound)
        return max(0.0, bound - (self.original.n + 4) * _EPSILON * magnitude)


def _laid_out(instance: Instance, constraints: Constraints, *, for_bound: bool) -> Reduction:
    layout = Layout.of(instance, constraints)
    if instance.matrix is None and layout.size > MAX_NODES:
        raise ValueError(
            f"{instance.name or 'the instance'} has {instance.n:,} nodes with coordinates; with "
            f"open paths and fixed edges the limit is {MAX_NODES:,}; a matrix has no limit"
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
        a, b = (name_of(node, instance) for node in fixed[:, np.isinf(lengths)][:, 0])
        raise ValueError(f"the edge from {a} to {b} is fixed, but its distance is infinite")
    gap = 0.0 if constraints.closed else _gap_distance(instance, for_bound=for_bound)
    free_sides = 0 if constraints.closed else 2 - int(at_gap.sum())
    surplus = free_sides * gap - math.fsum(lengths.tolist())
    whole = gap.is_integer() and bool((lengths == np.floor(lengths)).all())
    return Reduction(instance, constraints, layout, gap, surplus, whole)


def _gap_distance(instance: Instance, *, for_bound: bool) -> float:
    """Return a typical distance of neighbours, rounded to a power of two, which adds exactly.

    The ascent of a bound moves the price of the gap in steps of its distances, up to the longest
    step between clusters, which neighbours do not tell of: nodes at the same place are 0 apart.
    """
    _, distances = instance.nearest_neighbours(GAP_RANK)
    furthest = distances.max(axis=1, initial=0.0, where=np.isfinite(distances))
    typical = float(np.median(furthest))
    if for_bound and instance.symmetric:
        typical = max(typical, _longest_link(instance))
    return 2.0 ** round(math.log2(typical)) if typical > 0 else 0.0


def _longest_link(instance: Instance) -> float:
    """Return the longest edge of a minimum spanning tree; 0 where no finite edges make one."""
    nodes = np.arange(instance.n)
    links = np.full(instance.n, np.inf)
    outside = np.ones(instance.n, dtype=bool)
    node, longest = 0, 0.0
    for _ in range(instance.n - 1):
        outside[node] = False
        links = np.minimum(links, instance.distance(node, nodes))
        reach = np.where(outside, links, np.inf)
        node = int(reach.argmin())
        longest = max(longest, float(reach[node]))
    return longest if math.isfinite(longest) else 0.0
