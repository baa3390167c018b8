"""What the benchmarks of Focused share: a timed decoding, and tables section by section.

Gaps are in per cent to the references. The alpha heatmap is predicted within the time of a run;
heatmaps from files are free. One run follows another: run them on an idle machine.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

import heataco as ha
from common import record

Lines = Iterator[str]

DECODER = ha.Focused()
LARGE_REFERENCES = {100_000: 226.2946, 1_000_000: 713.7}  # LKH-3; the finite-size formula
TIE = 1e-6  # per cent: a gap that rounding makes
MEANS = ("gap", "optimal", "CPU s", "wall s")  # the cells of `mean`


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
    decoder: ha.Focused = DECODER,
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
    result = ha.decode(instance, heat, decoder, budget=budget, seed=seed, threads=threads)
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


def main(description: str | None, *sections: Callable[[], Lines]) -> None:
    """Print the tables of the sections that are asked for."""
    known = {section.__name__: section for section in sections}
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sections", nargs="+", choices=known, metavar="SECTION")
    for name in parser.parse_args().sections:
        print(f"## {name}\n\n{record()}\n", flush=True)
        for text in known[name]():
            print(text, flush=True)
        print(flush=True)
