"""Does a heatmap help? Gaps of HeatACO with heat of several sources beside MMAS without any.

Protocol: every source on the same instances with the same seeds, 5,000 iterations (TSP10K 1,000),
all parameters at their defaults, one thread a decoding. Gaps of an instance are averaged over the
seeds and compared with those of MMAS by the two-sided Wilcoxon signed-rank test (zero differences
dropped). CPU seconds of the prediction stand beside those of the decoding.

    python benchmarks/heatmap_benefit.py RESULTS.jsonl [--only tsp500 2opt] [--processes 2]

Finished runs are kept in RESULTS.jsonl and not repeated; the tables are made of what it holds.
"""

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import numpy as np

import heataco as ha
from common import DATA, instances, record

NO_HEAT = "none (MMAS)"
PREDICTED = ("alpha", "softdist", "rank")
LOCAL_SEARCHES = ("3opt", "2opt", "none")  # the long ones first: no process idles at the end


@dataclass(frozen=True)
class Set:
    """Instances, what they are decoded with, and for how long."""

    count: int
    files: dict[str, str]  # published heatmaps by the name of their source
    iterations: int = 5_000
    local_searches: tuple[str, ...] = LOCAL_SEARCHES


SETS = {
    "tsp10000": Set(2, {"DIMES": "heatmaps/dimes_tsp10000.npz"}, 1_000, ("2opt", "none")),
    "tsp1000": Set(
        8,
        {"DIMES": "heatmaps/dimes_tsp1000.npz", "UTSP": "heatmaps/utsp_tsp1000.npz"},
    ),
    "tsp500": Set(
        16,
        {"DIMES": "heatmaps/dimes_published_tsp500.npz", "UTSP": "heatmaps/utsp_tsp500.npz"},
    ),
    "atsp50": Set(10, {"neural": "small/atsp50_heatmap.npy"}),
    "atsp50_uniform_16ins": Set(16, {}),
}
SEEDS = (1, 2)


@dataclass(frozen=True)
class Task:
    """One decoding."""

    set: str
    local_search: str
    source: str
    index: int
    seed: int


def tasks(words: list[str]) -> Iterator[Task]:
    """All decodings whose set, local search and source are among the words, if there are any."""
    for name, chosen in SETS.items():
        for local_search in chosen.local_searches:
            for source in (NO_HEAT, *PREDICTED, *chosen.files):
                if all(word in (name, local_search, source) for word in words):
                    for seed in SEEDS:
                        for index in range(chosen.count):
                            yield Task(name, local_search, source, index, seed)


@cache
def load(name: str) -> list[ha.Instance]:
    """Read the instances of a set."""
    if name.startswith("tsp"):
        return instances(name, SETS[name].count)
    return [item.instance for item in ha.read_labelled_set(DATA / "small" / f"{name}.txt")]


def heat(task: Task) -> ha.Heatmap | None:
    """Read or predict the heatmap of a task."""
    if task.source == NO_HEAT:
        return None
    if task.source in PREDICTED:
        return ha.predictors.PREDICTORS[task.source]().predict(load(task.set)[task.index])
    return ha.read_heatmap(DATA / SETS[task.set].files[task.source], index=task.index)


def run(task: Task) -> dict[str, object]:
    """Predict and decode."""
    instance = load(task.set)[task.index]
    start = time.process_time()
    heatmap = heat(task)
    predict_cpu = time.process_time() - start
    colony = ha.MMAS if heatmap is None else ha.HeatACO
    budget = ha.Budget(iterations=SETS[task.set].iterations)
    decoder = colony(local_search=task.local_search)
    result = ha.decode(instance, heatmap, decoder, budget=budget, seed=task.seed)
    gap, cpu = instance.gap(result.cost), result.cpu_seconds
    return {**asdict(task), "gap": gap, "cpu_seconds": cpu, "predict_cpu_seconds": predict_cpu}


def table(name: str, rows: list[dict[str, object]]) -> str:
    """Mean gap, CPU seconds and the test against MMAS, for every local search and source."""
    lines = [f"## {name}", ""]
    lines.append("| | source | gap % | better, equal, worse | p | CPU s | predicting |")
    lines.append("|---" * 7 + "|")
    for local_search in ("none", "2opt", "3opt"):
        chosen = [row for row in rows if (row["set"], row["local_search"]) == (name, local_search)]
        sources = dict.fromkeys(row["source"] for row in chosen)
        means = {source: instance_means(chosen, source) for source in sources}
        for source, gaps in means.items():
            own = [row for row in chosen if row["source"] == source]
            gap = abs(np.mean(list(gaps.values())))  # no -0.0000 for rounding below an optimum
            cpu = np.mean([row["cpu_seconds"] for row in own])
            predicting = np.mean([row["predict_cpu_seconds"] for row in own])
            versus = comparison(gaps, means.get(NO_HEAT)) if source != NO_HEAT else " | "
            lines.append(
                f"| {local_search} | {source} | {gap:.4f} | {versus} | {cpu:.2f} | "
                f"{predicting:.3f} |"
            )
    return "\n".join(lines)


def instance_means(rows: list[dict[str, object]], source: str) -> dict[object, float]:
    """Gap of every instance, averaged over the seeds."""
    gaps: dict[object, list[float]] = {}
    for row in rows:
        if row["source"] == source:
            gaps.setdefault(row["index"], []).append(row["gap"])
    return {index: float(np.mean(values)) for index, values in gaps.items()}


def comparison(gaps: dict[object, float], control: dict[object, float] | None) -> str:
    """Count the instances on which a source does better and worse, with the p-value."""
    from scipy.stats import wilcoxon

    if control is None or control.keys() != gaps.keys():
        return "? | ?"
    change = np.array([gaps[index] - control[index] for index in sorted(gaps)])
    change[np.abs(change) < 1e-9] = 0
    counts = f"{(change < 0).sum()}, {(change == 0).sum()}, {(change > 0).sum()}"
    return f"{counts} | {wilcoxon(change).pvalue:.4f}" if change.any() else f"{counts} | 1"


def main() -> None:
    """Run what is missing, then print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--no-tables", action="store_true", help="for machines without SciPy")
    given = parser.parse_args()
    lines = given.results.read_text().splitlines() if given.results.exists() else []
    rows = [json.loads(line) for line in lines]
    done = {Task(**{key: row[key] for key in Task.__dataclass_fields__}) for row in rows}
    missing = [task for task in tasks(given.only) if task not in done]
    with ProcessPoolExecutor(given.processes) as pool, given.results.open("a") as file:
        for future in as_completed([pool.submit(run, task) for task in missing]):
            rows.append(future.result())
            print(json.dumps(rows[-1]), file=file, flush=True)
    print(record(seeds=SEEDS, processes=given.processes), "\n")
    for name in () if given.no_tables else dict.fromkeys(row["set"] for row in rows):
        print(table(name, rows), "\n")


if __name__ == "__main__":
    main()
