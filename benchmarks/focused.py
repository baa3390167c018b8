"""What Focused reaches in how much time: the tables of docs/focused.md.

Protocol: gaps in per cent to the references, seed 1 and one thread unless a section says otherwise.
The alpha heatmap is predicted within the time of a run; heatmaps from files are free. One run
follows another. Run it on an idle machine.

    targets   500, 1,000 and 10,000 nodes (15 min)
    large     100,000 nodes in 60 and 150 s, 1,000,000 in 300 s, with their memory (9 min)
    heat      alpha and DIMES against no heat at equal time, paired (25 min)
    threads   two threads against one that has 1.7 times the time (5 min)
    growth    CPU seconds until a gap is reached, from 1,000 to 100,000 nodes (5 min)
    tsplib    to 2,500 nodes, 10 s, two threads, seeds 1 to 3 (10 min)
    beyond    TSPLIB to 33,810 nodes, 60 s, two threads, seeds 1 to 3 (30 min)
    directed  asymmetric TSPLIB, 10 s, two threads, seeds 1 to 3 (1 min)
    small     sets of 50 nodes in 0.3 s, seeds 1 to 3 (2 min)

    python benchmarks/focused.py targets heat > table.md
"""

import argparse
import math
import re
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

import numpy as np

import heataco as ha
from common import DATA, heatmaps, instances, record
from heataco.bench.statistics import compare

Lines = Iterator[str]

SEEDS = (1, 2, 3)
LARGE_REFERENCES = {100_000: 226.2946, 1_000_000: 713.7}  # LKH-3; the finite-size formula
TIE = 1e-6  # per cent: a gap that rounding makes
MEANS = ("gap", "optimal", "CPU s", "wall s")  # the cells of `mean`
# Where the lists of best known lengths name an instance otherwise: kro124p without its letter, and
# dsj1000, whose file asks for distances rounded up, beside the one with rounded distances.
LISTED_AS = {"kro124p": "kro124", "dsj1000": "dsj1000ceil"}
FIXED_EDGES = {"linhp318"}  # not enforced, so that its best known length says nothing


@dataclass(frozen=True)
class Run:
    """What a decoding gave, the prediction of its heatmap included."""

    gap: float
    cpu: float
    wall: float


def decode(
    instance: ha.Instance,
    seconds: float,
    *,
    heat: ha.Heatmap | None = None,
    alpha: bool = True,
    seed: int = 1,
    threads: int = 1,
    target: float | None = None,
) -> Run:
    """Decode a heatmap, or the one by alpha-nearness, or none."""
    cpu, wall = time.process_time(), time.perf_counter()
    if alpha:
        heat = ha.predictors.Alpha().predict(instance)
    left = max(seconds - (time.perf_counter() - wall), 0.001)
    budget = ha.Budget(seconds=left, target=target)
    result = ha.decode(instance, heat, ha.Focused(), budget=budget, seed=seed, threads=threads)
    return Run(instance.gap(result.cost), time.process_time() - cpu, time.perf_counter() - wall)


def uniform(n: int, index: int = 0) -> ha.Instance:
    """Draw a large instance; references belong to number 0, and stand in for the others'."""
    points = np.random.default_rng(10 * n + index).random((n, 2))
    return ha.Instance.from_coordinates(points, best_known=LARGE_REFERENCES[n])


def header(*names: str) -> str:
    """Return the head of a table."""
    return f"| {' | '.join(names)} |\n|" + "---|" * len(names)


def mean(runs: list[Run]) -> str:
    """Return the mean gap with its standard error, how many are optimal, and the mean times."""
    gaps = np.array([run.gap for run in runs])
    error = gaps.std(ddof=1) / math.sqrt(len(gaps)) if len(gaps) > 1 else math.nan
    times = f"{np.mean([run.cpu for run in runs]):.2f} | {np.mean([run.wall for run in runs]):.2f}"
    return f"{gaps.mean():.4f} ± {error:.4f} | {(gaps < TIE).sum()} of {len(runs)} | {times}"


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


def heat() -> Lines:
    """Run all sources on one instance after the other."""
    yield header(
        "n", "seconds", "heat", "gap", "lower", "equal", "higher", "difference to none", "p"
    )
    dimes = dict(enumerate(heatmaps("dimes_tsp10000", 16)))
    sets = (
        (8.0, dict(enumerate(instances("tsp10000", 16))), dimes),
        (60.0, {index: uniform(100_000, index) for index in range(8)}, {}),
    )
    for seconds, cases, files in sets:
        found: dict[str, dict[tuple[str, int], float]] = {"alpha": {}, "DIMES": {}, "none": {}}
        for index, instance in cases.items():
            key = (str(index), 1)
            found["alpha"][key] = decode(instance, seconds).gap
            found["none"][key] = decode(instance, seconds, alpha=False).gap
            if index in files:
                run = decode(instance, seconds, heat=files[index], alpha=False)
                found["DIMES"][key] = run.gap
        for source, gaps in found.items():
            test = compare(gaps, found["none"], by_seed=False)
            if test is None:
                continue
            yield (
                f"| {cases[0].n:,} | {seconds:g} | {source} | {np.mean([*gaps.values()]):.4f} "
                f"| {test.wins} | {test.ties} | {test.losses} | {test.delta:+.4f} "
                f"| {test.p_value:.4f} |"
            )


def threads() -> Lines:
    """Two threads and one in turn."""
    yield header("n", "seconds", "threads", *MEANS)
    for n, count, seconds in ((500, 32, 0.25), (1_000, 32, 0.5), (10_000, 4, 8.0), (10_000, 4, 20)):
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


def library(suffix: str, best: str, smallest: int, largest: int) -> list[ha.Instance]:
    """Read the TSPLIB instances of more than `smallest` and up to `largest` nodes."""
    text = (DATA / "tsplib" / best).read_text()
    lengths = {name: float(cost) for name, cost in re.findall(r"^(\S+?)\s*:\s*(\d+)", text, re.M)}
    found = []
    for path in sorted((DATA / "tsplib").glob(f"*.{suffix}")):
        if path.stem in FIXED_EDGES:
            continue
        instance = ha.read_tsplib(path)
        if smallest < instance.n <= largest:
            length = lengths[LISTED_AS.get(path.stem, path.stem)]
            found.append(replace(instance, best_known=length))
    return found


def solved(
    label: str, group: list[ha.Instance], seconds: float, sources: tuple[bool, ...]
) -> Lines:
    """Stop at the best known length; name the instances that were not solved."""
    yield header("nodes", "instances", "heat", "seconds", *MEANS, "not solved")
    for alpha in sources:
        every, misses = [], []
        for instance in group:
            aim = instance.best_known + 0.5  # lengths are whole numbers
            runs = [
                decode(instance, seconds, alpha=alpha, seed=seed, threads=2, target=aim)
                for seed in SEEDS
            ]
            every += runs
            if any(run.gap > TIE for run in runs):
                misses.append(f"{instance.name} " + " ".join(f"{run.gap:.4f}" for run in runs))
        heat_name = "alpha" if alpha else "none"
        cells = f"{len(group)} | {heat_name} | {seconds:g} | {mean(every)}"
        yield f"| {label} | {cells} | {', '.join(misses)} |"


def tsplib() -> Lines:
    """Symmetric instances to 2,500 nodes."""
    for label, smallest, largest in (("to 500", 0, 500), ("500–2,500", 500, 2_500)):
        group = library("tsp", "bestSolutions.txt", smallest, largest)
        yield from solved(label, group, 10.0, (True,))


def beyond() -> Lines:
    """Symmetric instances from 2,500 nodes to pla33810."""
    group = library("tsp", "bestSolutions.txt", 2_500, 33_810)
    yield from solved("2,500–33,810", group, 60.0, (True,))


def directed() -> Lines:
    """Asymmetric instances."""
    group = library("atsp", "bestSolutions-atsp.txt", 0, 500)
    yield from solved("asymmetric", group, 10.0, (True, False))


def small() -> Lines:
    """Sets of 50 nodes with optimal tours, with every seed, with heat and without."""
    yield header("set", "heat", *MEANS)
    for name in ("tsp50", "atsp50", "atsp50_uniform_16ins"):
        items = ha.read_labelled_set(DATA / "small" / f"{name}.txt")
        for alpha in (True, False):
            runs = [
                decode(item.instance, 0.3, alpha=alpha, seed=seed)
                for item in items
                for seed in SEEDS
            ]
            yield f"| {name} | {'alpha' if alpha else 'none'} | {mean(runs)} |"


SECTIONS: dict[str, Callable[[], Lines]] = {
    function.__name__: function
    for function in (targets, large, heat, threads, growth, tsplib, beyond, directed, small)
}


def main() -> None:
    """Print the tables of the sections."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sections", nargs="+", choices=SECTIONS, metavar="SECTION")
    for name in parser.parse_args().sections:
        print(f"## {name}\n\n{record()}\n", flush=True)
        for text in SECTIONS[name]():
            print(text, flush=True)
        print(flush=True)


if __name__ == "__main__":
    main()
