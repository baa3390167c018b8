"""How good the consensus of quick searches is as a heatmap, and what it costs.

Protocol: two tables. The scores by the number of tours that hold an edge, beside the share of
such edges in the best tour known, on uniform instances that are drawn and labelled here (never on
the benchmark data, from which nothing may be fitted). Settings beside alpha-nearness on the first
instances of TSP500 and TSP1K: diagnostics against the reference tours and CPU seconds of
`predict`. What the decoders make of it is `experiments/consensus.toml`.

    python benchmarks/consensus_quality.py [--instances N] [--only scores settings]
"""

import argparse
import time
from collections.abc import Iterator

import numpy as np

import heataco as ha
from common import DATA, record
from heataco.diagnostics import summarise
from heataco.predictors import Alpha, Consensus, Predictor

SEED = 1
LABELLED, LABELLED_NODES = 12, 500
SETTINGS = [
    {"descents": 32, "iterations": 0},
    {"descents": 8, "iterations": 5},
    {"descents": 4, "iterations": 20},
    {"descents": 8, "iterations": 20, "perturbation": 0.0},
    {"descents": 8, "iterations": 20, "perturbation": 0.3},
    {"descents": 8, "iterations": 20},
    {"descents": 8, "iterations": 20, "perturbation": 5.0},
    {"descents": 16, "iterations": 20},
    {"descents": 8, "iterations": 60},
]

Items = list[ha.LabelledInstance]


def scores() -> Iterator[str]:
    """Compare scores with shares of edges in the best tour of instances drawn for it."""
    consensus = Consensus(seed=SEED)
    seen = np.zeros((consensus.descents + 1, 2))
    levels = consensus._scores(np.arange(consensus.descents + 1)).astype(np.float32)
    for index in range(LABELLED):
        points = np.random.default_rng((SEED, index)).random((LABELLED_NODES, 2))
        instance = ha.Instance.from_coordinates(points)
        heat, best = consensus.predict(instance).to_dense(), label(instance)
        for count, level in enumerate(levels):
            edges = np.isclose(heat, level, rtol=1e-4)
            seen[count] += edges.sum(), best[edges].sum()
    yield "| tours | edges | score | share in the best tour |\n|---|---|---|---|"
    for count, (edges, right) in enumerate(seen):
        share = f"{right / edges:.4f}"
        yield f"| {count} | {edges / 2:.0f} | {levels[count]:.4f} | {share} |"


def label(instance: ha.Instance) -> np.ndarray:
    """Search at length and return the matrix of the tour's edges."""
    budget, heatmap = ha.Budget(iterations=1_000), Alpha().predict(instance)
    runs = [ha.decode(instance, heatmap, ha.Focused(), budget=budget, seed=s) for s in (1, 2)]
    tour = min(runs, key=lambda run: run.cost).tour
    edges = np.zeros((instance.n, instance.n), bool)
    edges[tour, np.roll(tour, -1)] = edges[np.roll(tour, -1), tour] = True
    return edges


def settings(sets: dict[str, Items]) -> Iterator[str]:
    """Diagnose the heatmaps of alpha and of each setting."""
    yield "| set | source | R-precision | Miss % | Edges/n | calibration error | CPU s |"
    yield "|---" * 7 + "|"
    for name, items in sets.items():
        for source in (Alpha(), *(Consensus(**given, seed=SEED) for given in SETTINGS)):
            yield f"| {name} | {title(source)} | {quality(items, source)} |"


def title(source: Predictor) -> str:
    """Say which predictor, and what is not at its default."""
    changed = [
        f"{key} {getattr(source, key):g}"
        for key in ("descents", "iterations", "perturbation")
        if isinstance(source, Consensus) and getattr(source, key) != getattr(Consensus, key)
    ]
    return ", ".join((source.name, *changed))


def quality(items: Items, source: Predictor) -> str:
    """Predict, diagnose and average."""
    start = time.process_time()
    heat = [source.predict(item.instance) for item in items]
    seconds = (time.process_time() - start) / len(items)
    pairs = zip(items, heat, strict=True)
    reports = [ha.diagnose(item.instance, heatmap, item.tour) for item, heatmap in pairs]
    means = summarise(reports)
    error = np.mean([report.calibration.error for report in reports])
    return (
        f"{means.r_precision:.4f} | {means.missing_percent:.3f} | {means.edges_per_node:.2f} | "
        f"{error:.3f} | {seconds:.3f}"
    )


def main() -> None:
    """Print the tables, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=8, help="of TSP500; of TSP1K half")
    parser.add_argument("--only", nargs="*", default=["scores", "settings"])
    options = parser.parse_args()
    tsp500 = ha.read_labelled_set(DATA / "tsp500.npz")[: options.instances]
    tsp1000 = ha.read_labelled_set(DATA / "tsp1000.npz")[: (options.instances + 1) // 2]
    print(record(seed=SEED, instances=options.instances))
    tables = {
        "scores": scores(),
        "settings": settings({"tsp500": tsp500, "tsp1000": tsp1000}),
    }
    for name in options.only:
        print()
        for row in tables[name]:
            print(row, flush=True)


if __name__ == "__main__":
    main()
