"""What the page draws: places of the nodes and edges of heatmaps, as arrays."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.plotting.canvas import points_of
from heataco.plotting.edges import strongest_edges
from heataco.view.packing import pack
from heataco.view.sources import Source
from heataco.view.worker import MAX_EDGES


def instance_message(source: Source) -> bytes:
    """Return what the page is told of an instance."""
    instance = source.instance
    header: dict[str, Any] = {
        "type": "instance",
        "name": instance.name or source.name,
        "file": source.name,
        "saved": source.saved,
        "n": instance.n,
        "metric": instance.metric,
        "symmetric": instance.symmetric,
        "spherical": instance.metric.spherical,
        "planar": instance.coordinates is not None,
        "best_known": instance.best_known,
        "index": source.index,
        "count": len(source.items),
    }
    return pack(header, points=node_places(instance))


def node_places(instance: Instance) -> NDArray[np.float32]:
    """Return where nodes are drawn, (n, 2), within a square of side 1; y grows upwards.

    Nodes without coordinates stand on a circle, in the order of their numbers.
    """
    if instance.coordinates is None:
        angles = 2 * np.pi * np.arange(instance.n) / instance.n
        circle = np.stack((np.sin(angles), np.cos(angles)), axis=1)
        return (0.5 + 0.5 * circle).astype(np.float32)
    points = points_of(instance)
    low, high = points.min(axis=0), points.max(axis=0)
    side = float((high - low).max()) or 1.0
    margin = (1 - (high - low) / side) / 2
    places: NDArray[np.float32] = ((points - low) / side + margin).astype(np.float32)
    return places


def heat_message(heatmap: Heatmap, run: int, name: str) -> bytes:
    """Return the edges of a heatmap, the strongest first, with scores as shares of the highest."""
    pairs, strength = strongest_edges(heatmap, MAX_EDGES)
    header = {
        "type": "heat",
        "run": run,
        "name": name,
        "scores": len(heatmap.values),
        "highest": float(heatmap.values.max()) if len(heatmap.values) else 0.0,
    }
    return pack(
        header,
        edges=pairs[::-1].astype(np.uint32),
        strength=strength[::-1].astype(np.float32),
    )
