"""How good alpha-nearness is as a heatmap, on which geometry, and what it costs.

Protocol: diagnostics against the reference tours of labelled sets, of the TSPLIB instances whose
optimal tours are known, and of the small asymmetric sets; SoftDist beside it. The bound is that of
the relaxation: by how much the reference is longer. Costs are CPU seconds of `predict` on uniform
instances, and the growth of the process while it ran, each in a process of its own.

    python benchmarks/alpha_quality.py [LABELS/clustered_500.npz ...] > table.md
"""

import argparse
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

import heataco as ha
from common import DATA, record
from heataco.predictors import Alpha, SoftDist

SIZES = (1_000, 10_000, 100_000)
TSPLIB_SMALLEST = 100
SMALL = ("tsp50", "atsp50", "atsp50_uniform_16ins")

Items = list[ha.LabelledInstance]


def sets(labels: list[Path]) -> Iterator[tuple[str, Items]]:
    """Give the labelled instances by name."""
    for path in (*(DATA / f"tsp{size}.npz" for size in (500, 1_000, 10_000)), *labels):
        yield path.stem, ha.read_labelled_set(path)
    for name in SMALL:
        yield name, ha.read_labelled_set(DATA / "small" / f"{name}.txt")
    for path in sorted((DATA / "tsplib").glob("*.opt.tour")):
        instance = ha.read_tsplib(path.with_suffix("").with_suffix(".tsp"))
        if instance.n >= TSPLIB_SMALLEST:
            yield instance.name, [ha.LabelledInstance(instance, ha.read_tour(path))]


def line(name: str, items: Items) -> str:
    """Diagnose alpha and SoftDist on a set and average."""
    excess, rows = [], []
    for item in items:
        instance = item.instance
        excess.append(100 * (instance.cost(item.tour) / Alpha().measure(instance).bound - 1))
        reports = [
            ha.diagnose(instance, predictor.predict(instance), item.tour)
            for predictor in (Alpha(), SoftDist())
        ]
        alpha = reports[0]
        rows.append(
            [
                *(report.ranking.r_precision for report in reports),
                alpha.ranking.nearest_r_precision,
                alpha.agreement.missing_percent,
                alpha.density.edges_per_node,
                alpha.calibration.error,
            ]
        )
    cells = np.mean(rows, axis=0)
    figures = " | ".join(f"{cell:.3f}" for cell in cells)
    return f"| {name} | {len(items)} | {np.mean(excess):.2f} | {figures} |"


def cost(size: int) -> str:
    """Predict for one uniform instance and say what it took."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(size).random((size, 2)))
    Alpha().predict(ha.Instance.from_coordinates(np.random.default_rng(0).random((50, 2))))
    before, start = peak(), time.process_time()
    Alpha().predict(instance)
    seconds = time.process_time() - start
    return f"| {size:,} | {seconds:.3f} | {(peak() - before) / size:.0f} |"


def peak() -> int:
    """Most bytes that the process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", nargs="*", type=Path)
    given = parser.parse_args()
    print(record(), "\n\n| n | CPU s | bytes a node |\n|---|---|---|")
    for size in SIZES:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            print(pool.submit(cost, size).result(), flush=True)
    print("\n| set | instances | bound | R-precision | SoftDist | distance | Miss % ", end="")
    print("| Edges/n | calibration error |\n" + "|---" * 9 + "|")
    for name, items in sets(given.labels):
        print(line(name, items), flush=True)


if __name__ == "__main__":
    main()
