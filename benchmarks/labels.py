"""Labelled sets: random instances with optimal or nearly optimal tours, to fit predictors on.

Protocol: instance k of a set is drawn from the generator keyed by (seed, n, k). Symmetric ones
are solved by Focused with alpha's heat, from other seeds again and again until the shortest length
was found twice or --runs are over. That makes it likely, not sure, that it is the optimum.
Asymmetric ones get a proven optimum, by HiGHS.

    python benchmarks/labels.py OUT_DIR --geometry uniform --n 500 --count 32 --seed 1

writes OUT_DIR/uniform_500.npz with `coords`, `tours` and `lengths`, which
`heataco.read_labelled_set` reads, and `runs` (count, runs), the length that each run found, NaN
where there was none. Asymmetric sets are .txt, for .npz sets hold points only. With --references
F.json the lengths alone go into a small file, as experiments with generated sets take them.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

import heataco as ha
from asymmetric_labels import optimal_tour
from heataco.bench.generators import GEOMETRIES, generator

FOUND = {
    True: "Focused with alpha's heat, until the shortest length was found twice",
    False: "HiGHS, assignment with subtours cut off: proven optimal",
}


@dataclass(frozen=True)
class Label:
    """An instance, its best tour, and the length that each run found."""

    instance: ha.Instance
    tour: np.ndarray
    runs: list[float]


def label(index: int, geometry: str, n: int, seed: int, iterations: int, runs: int) -> Label:
    """Draw and solve one instance."""
    rng = generator(seed, n, index)
    instance = GEOMETRIES[geometry](rng, n)
    if not instance.symmetric:
        tour = optimal_tour(instance)
        return Label(instance, tour, [instance.cost(tour)])
    best, lengths = np.arange(n), []
    while len(lengths) < runs and hits(lengths) < 2:
        again = int(rng.integers(2**31))
        tour = ha.solve(instance, iterations=iterations, seed=again, threads=1).tour
        best = min(best, tour, key=instance.cost)
        lengths.append(instance.cost(tour))
    return Label(instance, best, lengths)


def hits(lengths: list[float]) -> int:
    """Count the runs that found the shortest length, up to rounding."""
    return sum(length <= min(lengths) * (1 + 1e-9) for length in lengths)


def write(labels: list[Label], folder: Path, name: str) -> Path:
    """Write a set in the form that holds it."""
    if not labels[0].instance.symmetric:
        path = folder / f"{name}.txt"
        items = [ha.LabelledInstance(label.instance, label.tour) for label in labels]
        ha.write_labelled_set(items, path)
        return path
    path = folder / f"{name}.npz"
    np.savez_compressed(
        path,
        coords=np.stack([label.instance.coordinates for label in labels]),
        tours=np.stack([label.tour for label in labels]).astype(np.int32),
        lengths=np.array([min(label.runs) for label in labels]),
        runs=_table([label.runs for label in labels]),
    )
    return path


def agreement(labels: list[Label]) -> str:
    """Say how far the independent runs of each instance lie apart: how sure the labels are."""
    runs = _table([label.runs for label in labels])
    best = np.nanmin(runs, axis=1, keepdims=True)
    text = f"mean length {best.mean():.6f}"
    if not labels[0].instance.symmetric:
        return f"{text}; proven optimal"
    excess = 100 * (runs / best - 1)
    twice = sum(hits(label.runs) > 1 for label in labels)
    return (
        f"{text}, found twice for {twice} of {len(runs)}; {np.isfinite(runs).sum()} runs, excess "
        f"of the first {excess[:, 0].mean():.5f} % on average, {excess[:, 0].max():.5f} % at most"
    )


def write_references(labels: list[Label], path: Path, key: dict[str, object]) -> None:
    """Write the lengths alone, with what tells an instance: experiments draw the rest again."""
    table = {
        **key,
        "found": FOUND[labels[0].instance.symmetric],
        "agreement": agreement(labels),
        "digests": [label.instance.digest[:16] for label in labels],
        "lengths": [min(label.runs) for label in labels],
    }
    path.write_text(json.dumps(table, indent=1) + "\n")


def _table(rows: list[list[float]]) -> np.ndarray:
    """Make an array of rows of unequal length."""
    table = np.full((len(rows), max(map(len, rows))), np.nan)
    for row, values in zip(table, rows, strict=True):
        row[: len(values)] = values
    return table


def main() -> None:
    """Make one set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="OUT_DIR")
    parser.add_argument("--geometry", choices=list(GEOMETRIES), default="uniform")
    parser.add_argument("--n", type=int, default=500)
    parser.add_argument("--count", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=1_000, help="of each run")
    parser.add_argument("--runs", type=int, default=6, help="at most, for each instance")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--references", type=Path, metavar="F.json", help="lengths alone")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    work = partial(
        label,
        geometry=given.geometry,
        n=given.n,
        seed=given.seed,
        iterations=given.iterations,
        runs=given.runs,
    )
    with ProcessPoolExecutor(given.processes) as pool:
        labels = list(pool.map(work, range(given.count)))
    if given.references is not None:
        key = {name: getattr(given, name) for name in ("geometry", "n", "seed")}
        write_references(labels, given.references, key)
    path = write(labels, given.folder, f"{given.geometry}_{given.n}")
    print(f"{path}: {len(labels)} instances, seed {given.seed}; {agreement(labels)}")


if __name__ == "__main__":
    main()
