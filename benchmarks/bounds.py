"""How far lower bounds are below the optimum, and what they cost.

Protocol: every instance of TSPLIB up to a size beside its best-known cost (linhp318, whose fixed
edge costs nothing, is left out), and sets of uniform nodes beside their reference tours. Bounds do
not depend on the machine, CPU seconds do; `--cost` measures these on uniform nodes, with the growth
of the process.

    python benchmarks/bounds.py [--max-nodes 20000] [--names kroA100,ftv170] > table.md
    python benchmarks/bounds.py --sets > table.md
    python benchmarks/bounds.py --cost > table.md
"""

import argparse
import re
import resource
import time
import warnings
from collections.abc import Iterator

import numpy as np

import heataco as ha
from common import DATA, instances, record

SETS = {"tsp500": 32, "tsp1000": 16, "tsp10000": 4}
SIZES = (500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--max-nodes", type=int, default=20_000)
    parser.add_argument("--names", default="")
    parser.add_argument("--sets", action="store_true")
    parser.add_argument("--cost", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    print(record(), end="\n\n")
    if options.cost:
        print_rows(("n", "bound / √n", "CPU s", "bytes per node"), costs())
    elif options.sets:
        print_rows(("set", "instances", "gap %", "CPU s each"), sets())
    else:
        names = {name for name in options.names.split(",") if name}
        head = ("instance", "n", "bound", "best known", "gap %", "CPU s")
        print_rows(head, library(options.max_nodes, names))


def print_rows(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> None:
    """Print a table as it grows."""
    for cells in (head, ("---",) * len(head)):
        print("|", " | ".join(cells), "|")
    for cells in rows:
        print("|", " | ".join(cells), "|", flush=True)


def timed_bound(instance: ha.Instance) -> tuple[float, float]:
    """Return the bound and its CPU seconds."""
    start = time.process_time()
    return ha.lower_bound(instance), time.process_time() - start


def library(max_nodes: int, names: set[str]) -> Iterator[tuple[str, ...]]:
    """Give the rows of TSPLIB."""
    folder = DATA / "tsplib"
    for suffix, solutions in ((".tsp", "bestSolutions.txt"), (".atsp", "bestSolutions-atsp.txt")):
        known = (folder / solutions).read_text()
        for path in sorted(folder.glob(f"*{suffix}")):
            size = re.search(r"DIMENSION\s*:\s*(\d+)", path.read_text(errors="replace"))
            best = re.search(rf"^\s*{path.stem}\s*:\s*(\d+)", known, re.MULTILINE)
            if not best or not size or int(size[1]) > max_nodes or path.stem == "linhp318":
                continue
            if names and path.stem not in names:
                continue
            instance, cost = ha.read_tsplib(path), float(best[1])
            bound, seconds = timed_bound(instance)
            assert bound <= cost, f"{path.stem}: bound {bound}, best known {cost}"
            gap = f"{100 * (cost - bound) / bound:.3f}"
            numbers = (f"{instance.n:,}", f"{bound:,.0f}", f"{cost:,.0f}", gap, f"{seconds:.2f}")
            yield path.stem, *numbers


def sets() -> Iterator[tuple[str, ...]]:
    """Give the rows of sets with reference tours."""
    for name, count in SETS.items():
        gaps, seconds = [], 0.0
        for instance in instances(name, count):
            assert instance.best_known
            bound, spent = timed_bound(instance)
            gaps.append(100 * (instance.best_known - bound) / bound)
            seconds += spent
        yield name, str(count), f"{np.mean(gaps):.3f}", f"{seconds / count:.3f}"


def costs() -> Iterator[tuple[str, ...]]:
    """Give the rows of uniform nodes."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for n in SIZES:
        bound, seconds = timed_bound(
            ha.Instance.from_coordinates(np.random.default_rng(n).random((n, 2)))
        )
        grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / n
        yield f"{n:,}", f"{bound / np.sqrt(n):.5f}", f"{seconds:.3f}", f"{grown:.0f}"


if __name__ == "__main__":
    main()
