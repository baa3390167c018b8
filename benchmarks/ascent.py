"""How far the ascent of alpha-nearness is from the Held–Karp bound that it is on the way to.

Protocol: every symmetric TSPLIB instance up to a size, and clusters, duplicates, drilling rows and
uniform nodes from seeds. The bound of `Alpha` as it is, beside the best one of a few ascents twenty
times as long, on the same sparse graph and on one with twice the neighbours: where the second is
lower, the first graph lacks edges that the relaxation wants. Bounds do not depend on the machine.

    python benchmarks/ascent.py [--names fl417,p654] [--max-nodes 10000] [--times 20] > table.md
"""

import argparse
import re
import time
import warnings
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import heataco as ha
from common import DATA, record
from heataco.predictors import Alpha
from heataco.predictors.alpha import usual_iterations

LONG = ({"first_step": 1.0, "last_step": 1e-4}, {"first_step": 3.0, "last_step": 1e-4})
DENSE = {"neighbours": 16, "orthant_neighbours": 4}
HEAD = ("instance", "n", "below %", "below on the denser graph %", "tour over bound %", "CPU s")


def generated() -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Give nodes by name that no library has."""
    for n in (200, 500, 1_000, 2_000):
        yield f"20 clusters σ=0.005 n={n}", clusters(n, 20, 0.005)
    for n in (200, 500, 5_000):
        yield f"10 clusters σ=0.05 n={n}", clusters(n, 10, 0.05)
    for n in (20, 100):
        yield f"{n} nodes ten times", np.random.default_rng(1).random((n, 2)).repeat(10, 0)
    yield "20 drilling rows", rows(20, 50)
    for n in (500, 1_000, 10_000):
        yield f"uniform n={n}", np.random.default_rng(n).random((n, 2))


def clusters(n: int, count: int, width: float) -> NDArray[np.float64]:
    """Return nodes that are normally distributed around random places."""
    rng = np.random.default_rng(n)
    return rng.random((count, 2))[rng.integers(0, count, n)] + width * rng.normal(size=(n, 2))


def rows(count: int, length: int) -> NDArray[np.float64]:
    """Return rows of holes in a small, even distance."""
    rng = np.random.default_rng(2)
    starts = np.stack((rng.random(count) * 80, rng.random(count) * 100), 1)
    steps = np.stack((np.arange(length) * 0.1, np.zeros(length)), 1)
    return (starts[:, np.newaxis] + steps).reshape(-1, 2)


def library(max_nodes: int) -> Iterator[ha.Instance]:
    """Give the symmetric instances of TSPLIB."""
    for path in sorted((DATA / "tsplib").glob("*.tsp")):
        size = re.search(r"DIMENSION\s*:\s*(\d+)", path.read_text(errors="replace"))
        if size and int(size[1]) <= max_nodes:
            with warnings.catch_warnings(action="ignore"):  # linhp318 has fixed edges
                yield ha.read_tsplib(path)


def best_known() -> dict[str, float]:
    """Read the lengths of the best known tours."""
    text = (DATA / "tsplib" / "bestSolutions.txt").read_text()
    return {name: float(length) for name, length in re.findall(r"(\S+)\s*:\s*(\d+)", text)}


def longest(instance: ha.Instance, iterations: int, **graph: int) -> float:
    """Return the best bound of some long ascents."""
    return max(
        Alpha(iterations=iterations, momentum=0.9, **steps, **graph).measure(instance).bound
        for steps in LONG
    )


def line(instance: ha.Instance, times: int, best: float | None) -> str:
    """Compare the usual ascent with long ones."""
    start = time.process_time()
    bound = Alpha().measure(instance).bound
    seconds = time.process_time() - start
    iterations = times * usual_iterations(instance.n, symmetric=instance.symmetric)
    same, dense = longest(instance, iterations), longest(instance, iterations, **DENSE)
    below = [100 * (1 - bound / other) for other in (max(bound, same), dense)]
    over = f"{100 * (best / dense - 1):.3f}" if best else ""
    figures = " | ".join(f"{value:.3f}" for value in below)
    return f"| {instance.name} | {instance.n:,} | {figures} | {over} | {seconds:.3f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", default="", help="of instances, with commas; by default all")
    parser.add_argument("--max-nodes", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=20)
    given = parser.parse_args()
    names = set(filter(None, given.names.split(",")))
    print(
        record(times=given.times), "\n\n| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|"
    )
    best = best_known()
    made = (ha.Instance.from_coordinates(xy, name=name) for name, xy in generated())
    for instance in (*library(given.max_nodes), *made):
        if instance.n <= given.max_nodes and (not names or instance.name in names):
            print(line(instance, given.times, best.get(instance.name)), flush=True)


if __name__ == "__main__":
    main()
