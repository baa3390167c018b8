"""What Focused reaches on random instances in how much time; alpha heat, seed 1.

targets   500, 1,000 and 10,000 nodes, one thread (11 min)
large     100,000 nodes in 60 and 150 s, 1,000,000 in 300 s, with their memory (9 min)
threads   two threads against one that has 1.7 times the time (9 min)
growth    CPU seconds until a gap is reached, from 1,000 to 100,000 nodes (3 min)

python benchmarks/focused_targets.py targets threads > table.md
"""

import math
import resource
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from common import instances
from focused_runs import MEANS, Lines, Run, decode, header, main, mean, uniform


def targets() -> Lines:
    """Sets of random instances."""
    goals = {
        (500, 32): {0.25: 0.02, 1.0: 0.001},
        (1_000, 32): {0.5: 0.08, 2.5: 0.01},
        (10_000, 4): {8.0: 0.30, 30.0: 0.12, 90.0: 0.03},
    }
    yield header("n", "seconds", "goal", *MEANS)
    for (n, count), limits in goals.items():
        for seconds, goal in limits.items():
            runs = [decode(instance, seconds) for instance in instances(f"tsp{n}", count)]
            yield f"| {n:,} | {seconds:g} | {goal} | {mean(runs)} |"


def large() -> Lines:
    """Single large instances, each in a process of its own for the sake of its memory."""
    yield header("n", "seconds", "goal", "gap", "CPU s", "wall s", "MB")
    for n, seconds, goal in ((100_000, 60.0, 1.0), (100_000, 150.0, 0.4), (1_000_000, 300.0, 4.0)):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            run, megabytes = process.submit(weighed, n, seconds).result()
        yield (
            f"| {n:,} | {seconds:g} | {goal:g} | {run.gap:.3f} | {run.cpu:.1f} | {run.wall:.1f} "
            f"| {megabytes:.0f} |"
        )


def weighed(n: int, seconds: float) -> tuple[Run, float]:
    """Decode and say the most megabytes that the process has held."""
    run = decode(uniform(n), seconds)
    return run, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def threads() -> Lines:
    """Two threads and one in turn."""
    yield header("n", "seconds", "threads", *MEANS)
    for n, count, seconds in (
        (500, 128, 0.25),
        (1_000, 128, 0.5),
        (10_000, 4, 8.0),
        (10_000, 4, 20),
    ):
        both: dict[int, list[Run]] = {2: [], 1: []}
        for instance in instances(f"tsp{n}", count):
            both[2].append(decode(instance, seconds, threads=2))
            both[1].append(decode(instance, 1.7 * seconds))
        for number, runs in both.items():
            limit = seconds if number == 2 else 1.7 * seconds
            yield f"| {n:,} | {limit:g} | {number} | {mean(runs)} |"


def growth() -> Lines:
    """CPU seconds until a gap is reached, and the exponent from the least to the largest n."""
    yield header("gap", "1,000", "10,000", "100,000", "grows as")
    cases = {
        1_000: instances("tsp1000", 8),
        10_000: instances("tsp10000", 4),
        100_000: [uniform(100_000)],
    }
    for gap in (0.5, 0.2):
        used = {}
        for n, group in cases.items():
            aims = [(1 + gap / 100) * instance.best_known for instance in group]
            runs = [
                decode(instance, 6e-4 * n, target=aim)
                for instance, aim in zip(group, aims, strict=True)
            ]
            missed = sum(run.gap > gap for run in runs)
            used[n] = (np.mean([run.cpu for run in runs]), f" ({missed} missed)" * (missed > 0))
        exponent = math.log(used[100_000][0] / used[1_000][0]) / math.log(100)
        cells = " | ".join(f"{seconds:.2f}{note}" for seconds, note in used.values())
        yield f"| {gap} | {cells} | n^{exponent:.2f} |"


if __name__ == "__main__":
    main(__doc__, targets, large, threads, growth)
