"""Focused beside fast-tsp and elkai, at equal time on the same instances.

Every solver gets the instances in turn, so that what else the machine does hits all of them.
Focused is measured with the alpha heatmap, which counts, and without a heatmap; where the heatmap
alone takes longer than the budget, the cell is empty: for short budgets --ascent makes it with
fewer 1-trees. The distance matrix of a peer does not count.
elkai (LKH) knows no time limit: with --elkai it runs once, and the others get the time it took.

    python benchmarks/focused_peers.py --size 500 --count 16 --seconds 0.5 1 2 --elkai > table.md
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

import heataco as ha
from common import instances, record
from heataco.bench.peers.base import distance_matrix, whole_distances
from heataco.bench.peers.elkai import LARGEST_DISTANCE
from heataco.bench.peers.fast_tsp import sixteen_bits

Tours = Callable[[ha.Instance, float, int], "np.ndarray | None"]


def with_alpha(predictor: ha.predictors.Alpha) -> Tours:
    """Return Focused with a heatmap, in what that leaves of the time."""

    def solve(instance: ha.Instance, seconds: float, seed: int) -> np.ndarray | None:
        start = time.perf_counter()
        heatmap = predictor.predict(instance)
        left = seconds - (time.perf_counter() - start)
        return None if left <= 0 else focused(instance, heatmap, left, seed)

    return solve


def without_heat(instance: ha.Instance, seconds: float, seed: int) -> np.ndarray:
    """Decode without a heatmap."""
    return focused(instance, None, seconds, seed)


def focused(
    instance: ha.Instance, heatmap: ha.Heatmap | None, seconds: float, seed: int
) -> np.ndarray:
    """Return the tour of one thread."""
    budget = ha.Budget(seconds=seconds)
    return ha.decode(instance, heatmap, ha.Focused(), budget=budget, seed=seed, threads=1).tour


def fast_tsp(matrix: np.ndarray) -> Tours:
    """Return fast-tsp on integers of 16 bits."""
    import fast_tsp as package

    scaled = sixteen_bits(matrix)
    return lambda _instance, seconds, _seed: np.asarray(package.find_tour(scaled, seconds))


def elkai(matrix: np.ndarray) -> Tours:
    """Return LKH with its defaults, which takes the time that it takes."""
    import elkai as package

    problem = package.DistanceMatrix(whole_distances(matrix, LARGEST_DISTANCE).tolist())
    return lambda _instance, _seconds, _seed: np.asarray(problem.solve_tsp(runs=1)[:-1])


def measure(solver: Tours, instance: ha.Instance, seconds: float, seed: int) -> tuple | None:
    """Return the gap in per cent and the CPU seconds."""
    start = time.process_time()
    tour = solver(instance, seconds, seed)
    used = time.process_time() - start
    if tour is None:
        return None
    return 100 * (instance.cost(tour) / instance.best_known - 1), used


def row(label: str, cells: dict[str, list[tuple]]) -> str:
    """Return a line of the table."""
    texts = []
    for found in cells.values():
        if found:
            gaps, used = np.array(found).T
            texts.append(f"{gaps.mean():.4f} in {used.mean():.2f} s")
        else:
            texts.append("")
    return f"| {label} | " + " | ".join(texts) + " |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=500)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.5, 1.0, 2.0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ascent", type=int, default=ha.predictors.Alpha.iterations)
    parser.add_argument("--elkai", action="store_true", help="and at the time that elkai takes")
    options = parser.parse_args()
    print(
        record(
            size=options.size,
            instances=options.count,
            seed=options.seed,
            ascent=options.ascent,
            threads=1,
        )
    )
    names = [
        "Focused, alpha",
        "Focused, no heat",
        "fast-tsp",
        *(["elkai"] if options.elkai else []),
    ]
    labels = [f"{seconds:g}" for seconds in options.seconds]
    cells = {label: {name: [] for name in names} for label in [*labels, "as elkai"]}
    for instance in instances(f"tsp{options.size}", options.count):
        matrix = distance_matrix(instance, np.arange(instance.n))
        alpha = ha.predictors.Alpha(iterations=options.ascent)
        solvers = [with_alpha(alpha), without_heat, fast_tsp(matrix)]
        budgets = dict(zip(labels, options.seconds, strict=True))
        if options.elkai:
            found = measure(elkai(matrix), instance, np.inf, options.seed)
            cells["as elkai"]["elkai"].append(found)
            budgets["as elkai"] = found[1]
        del matrix
        for label, seconds in budgets.items():
            for name, solver in zip(names, solvers, strict=False):
                found = measure(solver, instance, seconds, options.seed)
                if found is not None:
                    cells[label][name].append(found)
    print("\n| seconds | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
    for label in [*labels, *(["as elkai"] if options.elkai else [])]:
        print(row(label, cells[label]), flush=True)


if __name__ == "__main__":
    main()
