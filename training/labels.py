"""Draw instances and solve each several times: `python -m training.labels FOLDER`.

Needs the package, not torch. One core makes some three instances of 400 nodes a second. Shards are
written as they fill up, so that a run may be stopped; one with the same seed begins again.
"""

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import heataco as ha
from heataco.bench.gallery import FAMILIES
from heataco.bench.generators import GEOMETRIES, generator
from heataco.instances import Instance


def one_step(rng: np.random.Generator, n: int) -> Instance:
    """Draw arcs from 0 to 1, each replaced by a way over one other node where that is shorter."""
    arcs = rng.random((n, n))
    np.fill_diagonal(arcs, 0)
    over = np.stack([(arcs[node, :, np.newaxis] + arcs).min(axis=0) for node in range(n)])
    return Instance.from_matrix(over)


DRAWN = FAMILIES | GEOMETRIES | {"one_step": one_step}


@dataclass(frozen=True)
class Recipe:
    """What the instances of one network are, and how they are solved.

    Parameters
    ----------
    families
        Names of the gallery, with the share of the instances that each has.
    smallest, largest
        Nodes of an instance, log-uniform between them.
    tours, iterations
        Searches of an instance, and the budget of each. The share of the tours that an edge is in
        is its label.
    per_shard
        Instances in a file.
    """

    families: dict[str, float]
    smallest: int
    largest: int
    tours: int
    iterations: int
    per_shard: int


RECIPES = {
    "symmetric": Recipe(
        families={
            "uniform": 10,
            "clustered": 3,
            "gaussian": 1,
            "clusters_3_05": 0.5,
            "clusters_10_05": 1,
            "clusters_50_01": 1,
            "clusters_200_005": 0.5,
            "unequal_10_005": 0.5,
            "unequal_50_005": 0.5,
            "explosion": 0.5,
            "implosion": 0.5,
            "rings": 0.25,
            "spirals": 0.25,
            "lattice_with_holes": 0.5,
            "drilling_rows": 0.25,
            "duplicates_10": 0.25,
        },
        smallest=100,
        largest=1_000,
        tours=3,
        iterations=50,
        per_shard=100,
    ),
    "asymmetric": Recipe(
        families={
            "triangle_closed": 8,
            "one_step": 6,
            "uniform_arcs": 2,
            "stacker_crane": 1,
            "flow_shop": 1,
            "one_way_grid": 1,
            "nearly_symmetric": 1,
        },
        smallest=30,
        largest=120,
        tours=3,
        iterations=50,
        per_shard=200,
    ),
}


def labelled(recipe: Recipe, seed: int, index: int) -> tuple[str, Instance, np.ndarray]:
    """Draw one instance and its tours, shape (tours, n)."""
    rng = np.random.default_rng([seed, index])
    shares = np.array(list(recipe.families.values()))
    family = rng.choice(list(recipe.families), p=shares / shares.sum())
    n = round(np.exp(rng.uniform(np.log(recipe.smallest), np.log(recipe.largest))))
    instance = DRAWN[str(family)](generator(seed, n, index), n)
    budget = ha.Budget(iterations=recipe.iterations)
    tours = [
        ha.decode(instance, None, ha.Focused(), budget=budget, seed=again, threads=1).tour
        for again in range(recipe.tours)
    ]
    return str(family), instance, np.stack(tours).astype(np.uint16)


def numbers(instance: Instance) -> np.ndarray:
    """Return coordinates or distances, in a unit in which half precision holds the distances."""
    if instance.coordinates is not None:
        return instance.coordinates.astype(np.float32).ravel()
    matrix = instance.matrix / instance.matrix.mean()
    return matrix.astype(np.float16).ravel()


def write_shard(path: Path, rows: Sequence[tuple[str, Instance, np.ndarray]]) -> None:
    """Write instances one behind the other: numbers, tours, sizes and families."""
    families, instances, tours = zip(*rows, strict=True)
    partial = path.with_suffix(".partial.npz")
    np.savez(
        partial,
        numbers=np.concatenate([numbers(instance) for instance in instances]),
        tours=np.concatenate(tours, axis=1),
        sizes=np.array([instance.n for instance in instances], np.int32),
        families=np.array(families),
    )
    partial.rename(path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write shard after shard."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kind", choices=RECIPES, default="symmetric")
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="number of the first shard")
    parser.add_argument("--seconds", type=float, default=math.inf, help="when to begin no other")
    parser.add_argument("--iterations", type=int, help="in place of those of the recipe")
    parser.add_argument("--seed", type=int, default=20)
    given = parser.parse_args(arguments)
    recipe = RECIPES[given.kind]
    if given.iterations is not None:
        recipe = replace(recipe, iterations=given.iterations)
    given.folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + given.seconds
    for shard in range(given.first, given.first + given.shards):
        if time.monotonic() > end:
            return
        start = shard * recipe.per_shard
        indices = range(start, start + recipe.per_shard)
        rows = [labelled(recipe, given.seed, index) for index in indices]
        write_shard(given.folder / f"{given.kind}_{shard:03}.npz", rows)


if __name__ == "__main__":
    main()
