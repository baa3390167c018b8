"""R-precision of the networks in the box beside alpha and distance: docs/lab/networks.md.

Run `python benchmarks/network_quality.py` at the root of the repository; HEATACO_DATA is the folder
of the benchmark data, by default ../shared/data. Clustered instances are drawn and solved here.
"""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

import heataco as ha
from heataco.bench.generators import GEOMETRIES, generator
from heataco.predictors import Alpha, Distance, Network, Predictor

DATA = Path(os.environ.get("HEATACO_DATA", Path(__file__).parents[2] / "shared" / "data"))
SEED = 777  # of instances that training has not seen
PREDICTORS: tuple[Predictor, ...] = (Network(), Alpha(), Distance())
Pairs = list[tuple[ha.Instance, np.ndarray]]


def labelled(name: str, count: int) -> Pairs:
    """Return the first instances of a set, with their tours."""
    return [(item.instance, item.tour) for item in ha.read_labelled_set(DATA / name)[:count]]


def drawn(family: str, n: int, count: int) -> Pairs:
    """Draw instances, and solve them with 500 iterations of Focused."""
    instances = [GEOMETRIES[family](generator(SEED, n, index), n) for index in range(count)]
    return [
        (each, ha.decode(each, None, ha.Focused(), iterations=500, threads=1).tour)
        for each in instances
    ]


SETS: dict[str, Callable[[], Pairs]] = {
    "TSP500, 128 instances": lambda: labelled("tsp500.npz", 128),
    "TSP1K, 128": lambda: labelled("tsp1000.npz", 128),
    "clustered, 500 nodes, 32": lambda: drawn("clustered", 500, 32),
    "ATSP50, 16": lambda: labelled("small/atsp50_uniform_16ins.txt", 16),
    "ATSP50, those with neural heat, 10": lambda: labelled("small/atsp50.txt", 10),
    "TSP10K, 16": lambda: labelled("tsp10000.npz", 16),
}


def main() -> None:
    """Print a table in Markdown."""
    print("| set |", " | ".join(predictor.name for predictor in PREDICTORS), "|")
    print("|---" * (1 + len(PREDICTORS)) + "|")
    for name, make in SETS.items():
        pairs = make()
        means = [np.mean([measure(predictor, *pair) for pair in pairs]) for predictor in PREDICTORS]
        print(f"| {name} |", " | ".join(f"{mean:.3f}" for mean in means), "|", flush=True)


def measure(predictor: Predictor, instance: ha.Instance, tour: np.ndarray) -> float:
    """Return the R-precision of a heatmap."""
    ranking = ha.diagnose(instance, predictor.predict(instance), tour).ranking
    assert ranking is not None
    return ranking.r_precision


if __name__ == "__main__":
    main()
