"""Labelled instances as graphs: features, soft labels and the tours to measure against."""

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np

ROOT = Path(__file__).parents[1]
NEIGHBOURS = 20


def load_features() -> ModuleType:
    """Load the feature module by its path: the machine that trains has no compiled package."""
    path = ROOT / "src/heataco/predictors/network/features.py"
    spec = spec_from_file_location("network_features", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


FEATURES = load_features()


@dataclass(frozen=True, eq=False)
class Example:
    """One instance.

    Parameters
    ----------
    family
        What it was drawn from.
    neighbours, nodes, edges, twins
        As in `features.Graph`.
    labels
        Share of the tours that hold the edge of each slot, shape (n, k).
    counted
        Slots that count when the edges are ranked: each edge once.
    found
        Whether the best of the tours holds the edge.
    """

    family: str
    neighbours: np.ndarray
    nodes: np.ndarray
    edges: np.ndarray
    twins: np.ndarray
    labels: np.ndarray
    counted: np.ndarray
    found: np.ndarray


def read_examples(folder: Path, kind: str, count: int | None = None) -> list[Example]:
    """Read the whole shards of a folder, or the first so many, in order."""
    paths = sorted(folder.glob(f"{kind}_*[0-9].npz"))[:count]
    build = {"symmetric": symmetric_example, "asymmetric": asymmetric_example}[kind]
    with ProcessPoolExecutor() as pool:
        return [
            example for shard in pool.map(partial(read_shard, build), paths) for example in shard
        ]


def read_shard(build: Callable[..., "Example"], path: Path) -> list[Example]:
    """Make the graphs of one file."""
    with np.load(path) as shard:
        numbers, tours, sizes, families = (
            shard[name] for name in ("numbers", "tours", "sizes", "families")
        )
    widths = np.full_like(sizes, 2) if build is symmetric_example else sizes
    ends = np.cumsum(sizes)
    own = np.split(numbers, np.cumsum(sizes * widths)[:-1])
    theirs = np.split(tours, ends[:-1], axis=1)
    return [
        build(str(family), part.reshape(n, -1).astype(np.float64), found)
        for family, n, part, found in zip(families, sizes, own, theirs, strict=True)
    ]


def symmetric_example(family: str, points: np.ndarray, tours: np.ndarray) -> Example:
    """Make the graph of points in the plane."""
    offsets = points[:, np.newaxis] - points
    distances = np.hypot(offsets[..., 0], offsets[..., 1])
    nearest = _nearest(distances)
    lengths = np.take_along_axis(distances, nearest, 1)
    graph = FEATURES.symmetric_graph(nearest, lengths, lambda a, b: distances[a, b])
    held = _held(graph, tours) | _held(graph, tours[:, ::-1])
    return _example(family, graph, held, tours, distances)


def asymmetric_example(family: str, matrix: np.ndarray, tours: np.ndarray) -> Example:
    """Make the graph of a matrix."""
    after, before = _nearest(matrix), _nearest(matrix.T)
    graph = FEATURES.asymmetric_graph(after, before, lambda a, b: matrix[a, b])
    return _example(family, graph, _held(graph, tours), tours, matrix)


def _nearest(distances: np.ndarray) -> np.ndarray:
    """Return the nearest nodes of each row, ties by node number."""
    apart = distances.copy()
    np.fill_diagonal(apart, np.inf)
    return np.argsort(apart, axis=1, kind="stable")[:, :NEIGHBOURS].astype(np.int32)


def _held(graph, tours: np.ndarray) -> np.ndarray:
    """Tell which tours hold the arc of each slot, shape (tours, n, k)."""
    after = np.empty_like(tours)
    np.put_along_axis(after, tours.astype(np.int64), np.roll(tours, -1, axis=1), 1)
    return after[:, graph.sources] == graph.targets


def _example(
    family: str, graph, held: np.ndarray, tours: np.ndarray, distances: np.ndarray
) -> Example:
    costs = [distances[tour, np.roll(tour, -1)].sum() for tour in tours]
    slots = np.arange(graph.twins.size).reshape(graph.twins.shape)
    return Example(
        family=family,
        neighbours=graph.neighbours,
        nodes=graph.nodes,
        edges=graph.edges.astype(np.float16),  # of numbers within 4: the memory counts
        twins=graph.twins,
        labels=held.mean(axis=0, dtype=np.float32),
        counted=graph.twins >= slots,
        found=held[int(np.argmin(costs))],
    )
