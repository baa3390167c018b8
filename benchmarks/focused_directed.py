"""Focused without heat on independent random arcs, against elkai where it is installed.

Integers from 1 to 999; limits of n / 1,000 s and at least 0.1 s, one thread; elkai does one run and
takes its own time (8 min, most of it elkai's at 1,000 nodes). "proven" counts the runs of Focused
that ended because no shorter tour exists.

python benchmarks/focused_directed.py > table.md
"""

import importlib.util
import time

import numpy as np

import heataco as ha
from heataco.bench.peers.elkai import Elkai

SIZES = (100, 200, 500, 1_000)
SEEDS = range(100, 108)


def instance_of(n: int, seed: int) -> ha.Instance:
    """Return a matrix of integers from 1 to 999 that have nothing to do with each other."""
    matrix = np.random.default_rng((n, seed)).integers(1, 1_000, (n, n)).astype(float)
    np.fill_diagonal(matrix, 0)
    return ha.Instance.from_matrix(matrix)


def row(n: int, peer: Elkai | None) -> str:
    """Solve all instances of a size; one line of the table."""
    proven, seconds, gaps, peer_seconds = 0, [], [], []
    for seed in SEEDS:
        instance = instance_of(n, seed)
        budget = ha.Budget(seconds=max(0.1, n / 1_000))
        result = ha.decode(instance, None, ha.Focused(), budget=budget, seed=seed)
        proven += result.stop_reason == ha.StopReason.COMPLETE
        seconds.append(result.seconds)
        if peer is None:
            continue
        begin = time.perf_counter()
        cost = instance.cost(peer.solve(instance, None, seed))
        peer_seconds.append(time.perf_counter() - begin)
        gaps.append(100 * (result.cost / cost - 1))
    ours = f"| {n} | {proven} of {len(SEEDS)} | {np.mean(seconds):.3f} | {max(seconds):.3f} |"
    if peer is None:
        return ours
    return f"{ours} {np.mean(gaps):.3f} | {max(gaps):.3f} | {np.mean(peer_seconds):.2f} |"


def main() -> None:
    """Print the table."""
    peer = Elkai() if importlib.util.find_spec("elkai") else None
    names = ["nodes", "proven", "mean s", "most s"]
    if peer is not None:
        names += ["above elkai, mean %", "worst %", "elkai, mean s"]
    print("| " + " | ".join(names) + " |")
    print("|---" * len(names) + "|")
    for n in SIZES:
        print(row(n, peer), flush=True)


if __name__ == "__main__":
    main()
