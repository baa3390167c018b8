"""Proven optima of small asymmetric instances: assignment, with subtours cut off as they appear."""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

import heataco as ha


def optimal_tour(instance: ha.Instance) -> np.ndarray:
    """Solve an instance with a matrix of whole numbers to proven optimality.

    Without its subtour constraints the problem is an assignment. Each solution that falls apart
    into cycles adds, for every cycle, that an edge must leave it, until one cycle is left.

    Raises
    ------
    RuntimeError
        If the solver gives up.
    """
    n = instance.n
    cuts = [_degrees(n)]
    upper = 1.0 - np.eye(n).ravel()
    while True:
        rows = LinearConstraint(*_stacked(cuts))
        solution = milp(
            instance.matrix.ravel(),
            integrality=np.ones(n * n),
            bounds=Bounds(0.0, upper),
            constraints=rows,
            options={"mip_rel_gap": 0.0},
        )
        if solution.status != 0:
            raise RuntimeError(f"HiGHS stopped: {solution.message}")
        cycles = _cycles(solution.x.reshape(n, n).argmax(axis=1))
        if len(cycles) == 1:
            return cycles[0]
        cuts.append(_leaving(cycles, n))


def _degrees(n: int) -> tuple[csr_array, np.ndarray, np.ndarray]:
    """One edge leaves, and one enters, every node."""
    edges = np.arange(n * n)
    rows = np.concatenate((edges // n, n + edges % n))
    table = csr_array((np.ones(2 * n * n), (rows, np.tile(edges, 2))), (2 * n, n * n))
    return table, np.ones(2 * n), np.ones(2 * n)


def _leaving(cycles: list[np.ndarray], n: int) -> tuple[csr_array, np.ndarray, np.ndarray]:
    """At least one edge leaves every cycle."""
    inside = np.zeros((len(cycles), n), bool)
    for row, cycle in zip(inside, cycles, strict=True):
        row[cycle] = True
    crossing = inside[:, :, np.newaxis] & ~inside[:, np.newaxis]
    table = csr_array(crossing.reshape(len(cycles), n * n).astype(float))
    return table, np.ones(len(cycles)), np.full(len(cycles), np.inf)


def _stacked(
    cuts: list[tuple[csr_array, np.ndarray, np.ndarray]],
) -> tuple[csr_array, np.ndarray, np.ndarray]:
    from scipy.sparse import vstack

    tables, lows, highs = zip(*cuts, strict=True)
    return csr_array(vstack(tables)), np.concatenate(lows), np.concatenate(highs)


def _cycles(successors: np.ndarray) -> list[np.ndarray]:
    """Split a permutation into its cycles."""
    left, cycles = set(range(len(successors))), []
    while left:
        cycle = [min(left)]
        while (node := int(successors[cycle[-1]])) != cycle[0]:
            cycle.append(node)
        left -= set(cycle)
        cycles.append(np.array(cycle, np.int32))
    return cycles
