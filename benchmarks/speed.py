"""Speed and memory of the paper's decoders, beside the targets.

Protocol: HeatACO with DIMES heat on instance 0 of each set, 5,000 iterations of 32 ants, seed 1,
one thread, CPU seconds of the decoding with its preparation. Each row runs in a process of its
own, one after the other, so that memory peaks do not mix. Run it on an idle machine.

    python benchmarks/speed.py [--only WORD] > table.md
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

import heataco as ha
from common import heatmaps, instances, record

ITERATIONS = 5_000
ANTS = 32
HEAT = {500: "dimes_published_tsp500", 1000: "dimes_tsp1000", 10000: "dimes_tsp10000"}
TARGETS = {
    (500, "none"): 4, (500, "2opt"): 9, (500, "3opt"): 35,
    (1000, "none"): 8, (1000, "2opt"): 20, (1000, "3opt"): 70,
    (10000, "none"): 180, (10000, "2opt"): 600,
}  # fmt: skip
STEP_TARGETS = {500: 40, 1000: 40, 10000: 70}


def run(size: int, local_search: str) -> str:
    """One full run: CPU seconds, time per step, memory."""
    (instance,) = instances(f"tsp{size}", 1)
    (heatmap,) = heatmaps(HEAT[size], 1)
    budget = ha.Budget(iterations=ITERATIONS)
    result = ha.decode(instance, heatmap, ha.HeatACO(local_search), budget=budget, seed=1)
    step = 1e9 * result.cpu_seconds / (ITERATIONS * ANTS * size)
    note = f"{step:.1f} ns a step" + (
        f" (≤ {STEP_TARGETS[size]})" if local_search == "none" else ""
    )
    target = TARGETS[size, local_search]
    return f"{result.cpu_seconds:.1f} s CPU, {result.seconds:.1f} s wall | ≤ {target} | {note}"


def scaling(size: int, local_search: str) -> str:
    """Wall seconds of one thread over those of two: medians of five alternating runs.

    The control decodes two instances on two threads, which share nothing, and is measured
    against one of them: what the machine has to give.
    """
    (instance,) = instances(f"tsp{size}", 1)
    (heatmap,) = heatmaps(HEAT[size], 1)
    decoder, budget = ha.HeatACO(local_search), ha.Budget(iterations=1_000_000 // size)
    seconds: dict[str, list[float]] = {"one": [], "two": [], "batch": []}
    for _ in range(5):
        for label, threads in (("one", 1), ("two", 2)):
            result = ha.decode(instance, heatmap, decoder, budget=budget, seed=1, threads=threads)
            seconds[label].append(result.seconds)
        start = time.perf_counter()
        ha.decode_batch([(instance, heatmap)] * 2, decoder, budget=budget, seed=1, threads=2)
        seconds["batch"].append(time.perf_counter() - start)
    one, two, batch = (float(np.median(values)) for values in seconds.values())
    note = f"{one:.2f} s and {two:.2f} s wall; two decodings side by side {2 * one / batch:.2f}"
    return f"{one / two:.2f} times | ≥ 1.8 | {note}"


def preparation() -> str:
    """From 100,000 random nodes and their SoftDist heatmap to the first ant."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(1).random((100_000, 2)))
    heatmap = ha.predictors.SoftDist().predict(instance)
    budget = ha.Budget(iterations=0)
    none = ha.decode(instance, heatmap, ha.HeatACO("none"), budget=budget)
    two_opt = ha.decode(instance, heatmap, ha.HeatACO("2opt"), budget=budget)
    note = f"{two_opt.cpu_seconds:.2f} s with a 2-opt descent of the start tour"
    return f"{none.cpu_seconds:.2f} s CPU | < 5 | {note}"


def dense_array() -> str:
    """A 10,000 × 10,000 float32 file of scores, about 20 a row."""
    n = 10_000
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/dense.npy"
        dense = np.lib.format.open_memmap(path, "w+", np.float32, (n, n))
        rng = np.random.default_rng(1)
        for row in range(n):
            dense[row, rng.integers(0, n, 20)] = 0.5
        del dense
        before = _anonymous()
        start = time.process_time()
        heatmap = ha.read_heatmap(path)
        seconds = time.process_time() - start
        extra = (_anonymous() - before) / 1e6
    note = f"{seconds:.1f} s CPU, {heatmap.nnz} scores"
    return f"{extra:.0f} MB beside the file | no second copy (400 MB) | {note}"


def _anonymous() -> float:
    """Bytes of memory of this process that are no mapped file."""
    with open("/proc/self/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return 1024.0 * float(fields["RssAnon"].split()[0])


def rows() -> dict[str, Callable[[], str]]:
    """The table, top to bottom."""
    table: dict[str, Callable[[], str]] = {}
    for size, local_search in TARGETS:
        table[f"n = {size:,} {local_search}"] = lambda s=size, name=local_search: run(s, name)
    for size, local_search in ((500, "none"), (500, "2opt"), (1000, "none"), (10000, "none")):
        label = f"two threads, n = {size:,} {local_search}"
        table[label] = lambda s=size, name=local_search: scaling(s, name)
    table["preparation, n = 100,000"] = preparation
    table["dense array, n = 10,000"] = dense_array
    return table


def main() -> None:
    """Print the table; with --row, measure one row in this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="rows whose label contains this")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row is not None:
        text = rows()[options.row]()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        print(json.dumps([text, peak]))
        return
    print(record(seed=1, iterations=ITERATIONS, heat="DIMES"), end="\n\n")
    print("| | measured | target | | peak MB |\n|---|---|---|---|---|", flush=True)
    for label in rows():
        if options.only not in label:
            continue
        command = [sys.executable, __file__, "--row", label]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        text, peak = json.loads(done.stdout)
        print(f"| {label} | {text} | {peak:.0f} |", flush=True)


if __name__ == "__main__":
    main()
