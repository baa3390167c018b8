"""Focused beside fast-tsp and elkai, at equal time on the same instances.

Every solver gets the instances in turn, so that what else the machine does hits all of them.
Focused is measured with the alpha heatmap, which counts, and without a heatmap. The distance matrix
of a peer does not count.
elkai (LKH) knows no time limit: with --elkai it runs once, and the others get the time it took.

    python benchmarks/focused_peers.py --size 500 --count 16 --seconds 0.5 1 2 --elkai > table.md
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

import heataco as ha
from common import instances, record
from focused_runs import Run, decode, header
from heataco.bench.peers.base import distance_matrix, whole_distances
from heataco.bench.peers.elkai import LARGEST_DISTANCE
from heataco.bench.peers.fast_tsp import sixteen_bits

Solver = Callable[[ha.Instance, float], Run]


def focused(alpha: bool, seed: int) -> Solver:
    """Return Focused with a heatmap by alpha-nearness, or with none."""
    return lambda instance, seconds: decode(instance, seconds, alpha=alpha, seed=seed)


def peer(find_tour: Callable[[float], list[int]]) -> Solver:
    """Return a solver that has its distances already."""

    def solve(instance: ha.Instance, seconds: float) -> Run:
        cpu, wall = time.process_time(), time.perf_counter()
        tour = find_tour(seconds)
        used = time.process_time() - cpu, time.perf_counter() - wall
        return Run(instance.gap(instance.cost(np.asarray(tour))), *used)

    return solve


def fast_tsp(matrix: np.ndarray) -> Solver:
    """Return fast-tsp on integers of 16 bits."""
    import fast_tsp as package

    scaled = sixteen_bits(matrix)
    return peer(lambda seconds: package.find_tour(scaled, seconds))


def elkai(matrix: np.ndarray) -> Solver:
    """Return LKH with its defaults, which takes the time that it takes."""
    import elkai as package

    problem = package.DistanceMatrix(whole_distances(matrix, LARGEST_DISTANCE).tolist())
    return peer(lambda _: problem.solve_tsp(runs=1)[:-1])


def cell(runs: list[Run]) -> str:
    """Return the mean gap and the mean CPU time."""
    if not runs:
        return ""
    gap, cpu = np.mean([(run.gap, run.cpu) for run in runs], axis=0)
    return f"{gap:.4f} in {cpu:.2f} s"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=500)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.5, 1.0, 2.0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--elkai", action="store_true", help="and at the time that elkai takes")
    options = parser.parse_args()
    print(record(size=options.size, instances=options.count, seed=options.seed, threads=1))
    names = ["Focused, alpha", "Focused, no heat", "fast-tsp"]
    if options.elkai:
        names.append("elkai")
    rows = {f"{seconds:g}": [[] for _ in names] for seconds in options.seconds}
    if options.elkai:
        rows["as elkai"] = [[] for _ in names]
    for instance in instances(f"tsp{options.size}", options.count):
        matrix = distance_matrix(instance)
        solvers = [focused(True, options.seed), focused(False, options.seed), fast_tsp(matrix)]
        budgets = list(options.seconds)
        if options.elkai:
            run = elkai(matrix)(instance, np.inf)
            rows["as elkai"][-1].append(run)
            budgets.append(run.cpu)
        del matrix
        for row, seconds in zip(rows.values(), budgets, strict=True):
            for runs, solve in zip(row, solvers, strict=False):
                runs.append(solve(instance, seconds))
    print("\n" + header("seconds", *names))
    for label, row in rows.items():
        print(f"| {label} | " + " | ".join(cell(runs) for runs in row) + " |")


if __name__ == "__main__":
    main()
