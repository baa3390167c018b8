"""What a heatmap's diagnostics say about what it gives HeatACO: where the grades' bounds lie.

Protocol: the first TSP500 instances; heatmaps that are spoilt step by step, with their diagnostics
beside the mean gap of HeatACO, and MMAS above as the control. Gaps do not depend on the machine.

    python benchmarks/heat_quality.py [--instances N] [--threads N] > table.md
"""

import argparse
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import heataco as ha
from common import DATA, heatmaps, record
from heataco.diagnostics import Summary, summarise

SEED = 1
RUNS = {"none": 1_000, "2opt": 200}  # local search: iterations

Items = list[ha.LabelledInstance]


def sources(items: Items) -> Iterator[tuple[str, list[ha.Heatmap]]]:
    """Give heatmaps by name: as published, and spoilt more and more."""
    rng = np.random.default_rng(SEED)
    dimes = heatmaps("dimes_published_tsp500", len(items))
    yield "DIMES, published", dimes
    yield "UTSP", heatmaps("utsp_tsp500", len(items))
    yield "SoftDist", [ha.predictors.SoftDist().predict(item.instance) for item in items]
    for noise in (2, 3, 4, 5, 6, 8, 12):
        spoilt = [ha.Heatmap.from_dense(noisy_tour(item, noise, rng)) for item in items]
        yield f"tour + {noise} × noise", spoilt
    for near in (5, 10, 20):
        yield f"noise on the {near} nearest", [random_scores(item, near, rng) for item in items]
    for lost in (0.05, 0.1, 0.2, 0.4):
        yield f"DIMES less {lost:.0%} of its edges", [thinned(heat, lost, rng) for heat in dimes]
    yield "DIMES of the next instance", [*dimes[1:], dimes[0]]


def noisy_tour(
    item: ha.LabelledInstance, noise: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return 1 on the edges of the tour and uniform noise on the ten nearest of each node."""
    assert item.tour is not None
    n = item.instance.n
    dense = np.zeros((n, n))
    dense[item.tour, np.roll(item.tour, -1)] = 1
    dense = np.maximum(dense, dense.T)
    nearest, _ = item.instance.nearest_neighbours(10)
    dense[np.arange(n)[:, np.newaxis], nearest] += noise * rng.random(nearest.shape)
    return dense


def random_scores(item: ha.LabelledInstance, near: int, rng: np.random.Generator) -> ha.Heatmap:
    """Return uniform noise on the nearest of each node."""
    nearest, _ = item.instance.nearest_neighbours(near)
    return ha.Heatmap.from_topk(nearest, rng.random(nearest.shape))


def thinned(heatmap: ha.Heatmap, lost: float, rng: np.random.Generator) -> ha.Heatmap:
    """Return a heatmap without a random share of its edges."""
    dense = heatmap.to_dense()
    gone = np.triu(rng.random(dense.shape) < lost)
    dense[gone | gone.T] = 0
    return ha.Heatmap.from_dense(dense)


def gap(items: Items, heat: list[ha.Heatmap] | None, local_search: str, threads: int) -> float:
    """Decode all instances, with MMAS where there is no heat, and return the mean gap."""
    decoder = ha.MMAS(local_search) if heat is None else ha.HeatACO(local_search)
    pairs = [(item.instance, None if heat is None else heat[k]) for k, item in enumerate(items)]
    budget = ha.Budget(iterations=RUNS[local_search])
    results = ha.decode_batch(pairs, decoder, budget=budget, seed=SEED, threads=threads)
    gaps = [pair[0].gap(result.cost) for pair, result in zip(pairs, results, strict=True)]
    return float(np.mean(gaps))


def line(name: str, figures: Summary, gaps: list[float]) -> str:
    """Write one row of the table."""
    grades = ", ".join(f"{count} {grade}" for grade, count in figures.grades.items())
    numbers = (
        f"{figures.edges_per_node:.2f} | {figures.missing_percent:.2f} | "
        f"{figures.evidence_precision:.3f} | {figures.r_precision:.3f}"
    )
    return f"| {name} | {numbers} | {' | '.join(f'{value:.2f}' for value in gaps)} | {grades} |"


def main() -> None:
    """Print the table, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1, help="instances decoded side by side")
    options = parser.parse_args()
    items = ha.read_labelled_set(DATA / "tsp500.npz")[: options.instances]
    print(record(seed=SEED, iterations=RUNS, instances=len(items)), end="\n\n")
    print("| | Edges/n | Miss % | P(e>1) | R-precision | gap % none | gap % 2opt | verdict |")
    print("|---|---|---|---|---|---|---|---|")
    control = [gap(items, None, name, options.threads) for name in RUNS]
    print(f"| MMAS | – | – | – | – | {control[0]:.2f} | {control[1]:.2f} | – |", flush=True)
    for name, heat in sources(items):
        pairs = zip(items, heat, strict=True)
        figures = summarise([ha.diagnose(item.instance, h, item.tour) for item, h in pairs])
        gaps = [gap(items, heat, local_search, options.threads) for local_search in RUNS]
        print(line(name, figures, gaps), flush=True)


if __name__ == "__main__":
    main()
