"""The table of the rank prior: how often the edge to the r-th neighbour is in a good tour.

Protocol: over all nodes of labelled sets (benchmarks/labels.py), the share of nodes whose edge to
their r-th nearest neighbour, by distance and then by node number, is in the labelled tour, in
either direction for symmetric sets and outwards for asymmetric ones. Sets of one kind are pooled.
The fitted column is what `heataco.predictors.RankPrior` holds.

    python benchmarks/fit_rank_prior.py /tmp/labels/uniform_500.npz /tmp/labels/asymmetric_50.txt
"""

import argparse
from pathlib import Path

import numpy as np

import heataco as ha

RANKS = 20
ENOUGH = 1_000  # hits: the share is known to 3 % of itself and used as counted


def counts(items: list[ha.LabelledInstance]) -> tuple[np.ndarray, int]:
    """Count the nodes whose r-th neighbour is beside them in the tour, and all nodes."""
    found, nodes = np.zeros(RANKS, np.int64), 0
    for item in items:
        neighbours, _ = item.instance.nearest_neighbours(RANKS)
        following = np.empty(item.instance.n, np.int64)
        following[item.tour] = np.roll(item.tour, -1)
        hits = neighbours == following[:, np.newaxis]
        if item.instance.symmetric:
            before = np.argsort(following)
            hits |= neighbours == before[:, np.newaxis]
        found[: neighbours.shape[1]] += hits.sum(axis=0)
        nodes += item.instance.n
    return found, nodes


def fitted(found: np.ndarray, nodes: int) -> np.ndarray:
    """Keep the shares with enough hits as counted, and draw a smooth curve through the rest.

    The curve a·r^b·c^r has the geometric fall of points in the plane and the power law of random
    matrices as its ends. It is the one that makes the counts most likely (Poisson, by Newton's
    method), so that the few hits of the last ranks weigh as little as they should.
    """
    head = int(np.argmax(np.append(found, 0) < ENOUGH))
    ranks, counted = np.arange(head + 1.0, RANKS + 1.0), found[head:]
    terms = np.column_stack((np.ones_like(ranks), np.log(ranks), ranks))
    weights = np.sqrt(counted + 0.5)
    start = np.log(counted + 0.5)
    powers = np.linalg.lstsq(terms * weights[:, np.newaxis], start * weights, rcond=None)[0]
    for _ in range(20):
        expected = np.exp(terms @ powers)
        curvature = terms.T @ (terms * expected[:, np.newaxis])
        powers += np.linalg.solve(curvature, terms.T @ (counted - expected))
    return np.concatenate((found[:head], np.exp(terms @ powers))) / nodes


def table(title: str, sets: dict[str, tuple[np.ndarray, int]]) -> str:
    """Write the sets of one kind side by side, and pooled."""
    found = np.sum([part for part, _ in sets.values()], axis=0)
    nodes = sum(count for _, count in sets.values())
    names = " | ".join(sets)
    lines = [
        f"{title}: {nodes} nodes, {found.sum() / nodes:.4f} edges a node within {RANKS} neighbours",
        f"| rank | {names} | pooled | count | fitted |\n|{'---|' * (len(sets) + 4)}",
    ]
    for rank, value in enumerate(fitted(found, nodes)):
        shares = " | ".join(f"{part[rank] / count:.4f}" for part, count in sets.values())
        lines.append(
            f"| {rank + 1} | {shares} | {found[rank] / nodes:.4f} | {found[rank]} | {value:.3g} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print a table for each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path, nargs="+", metavar="SET")
    kinds: dict[str, dict[str, tuple[np.ndarray, int]]] = {}
    for path in parser.parse_args().sets:
        items = ha.read_labelled_set(path)
        kind = "symmetric" if items[0].instance.symmetric else "asymmetric"
        kinds.setdefault(kind, {})[path.stem] = counts(items)
    for kind, sets in kinds.items():
        print(table(kind, sets), end="\n\n")


if __name__ == "__main__":
    main()
