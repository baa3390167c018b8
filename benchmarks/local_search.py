"""One descent of each local search from the greedy tour: gap and CPU time.

Protocol: greedy merging by distance, then `improve` with lists of 20 neighbours, which are built
anew each time and whose time is included; CPU milliseconds are the least of five runs of this
thread, so that other work on the machine matters little. Gaps are to the best known lengths.

    python benchmarks/local_search.py [--set tsp1000] [--count 8] > table.md
"""

import argparse
import time

import numpy as np

import heataco as ha
from common import instances, record
from heataco.decoders import LOCAL_SEARCHES


def descend(instance: ha.Instance, local_search: str) -> tuple[float, float]:
    """Return the gap in % after a descent and the CPU milliseconds that it took."""
    start = ha.decode(instance, None, ha.Greedy()).tour
    seconds = []
    for _ in range(5):
        begin = time.thread_time()
        tour = ha.improve(instance, start, local_search)
        seconds.append(time.thread_time() - begin)
    return instance.gap(instance.cost(tour)), 1e3 * min(seconds)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--set", default="tsp1000")
    parser.add_argument("--count", type=int, default=8)
    arguments = parser.parse_args()
    problems = instances(arguments.set, arguments.count)
    print(record(set=arguments.set, instances=arguments.count) + "\n")
    print("| local search | gap in % | CPU ms |\n|---|---|---|")
    for local_search in LOCAL_SEARCHES:
        gaps, milliseconds = np.transpose([descend(p, local_search) for p in problems])
        print(f"| {local_search} | {gaps.mean():.2f} | {milliseconds.mean():.2f} |", flush=True)


if __name__ == "__main__":
    main()
