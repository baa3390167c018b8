"""A tour drawn over its heatmap."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray, as_tour
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, Metric

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Blue and orange of the Okabe-Ito palette, which colour-blind readers tell apart.
_TOUR_COLOUR = "#0072B2"
_HEAT_COLOUR = "#E69F00"
_NODE_COLOUR = "#1A1A1A"

_FAINTEST = 0.02  # share of the highest score below which an edge would not be seen
_MOST_EDGES = 50_000  # keeps a picture of a large heatmap quick to draw


def plot_tour(
    instance: Instance, tour: Any, heatmap: Heatmap | None = None, *, ax: "Axes | None" = None
) -> "Axes":
    """Draw a tour, over the edges of its heatmap where there is one.

    The higher its score, the wider and the more opaque an edge of the heatmap is; of the two
    directions of an edge the higher one counts.

    Parameters
    ----------
    instance
        An instance with coordinates.
    tour
        A permutation of 0 .. n-1.
    heatmap
        Scores to draw below the tour, or None.
    ax
        Where to draw; by default on a new figure that pyplot does not know, `ax.figure`.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    ValueError
        If the instance has no coordinates, the tour is no permutation, or the heatmap has
        another size.
    ImportError
        If matplotlib is not installed.
    """
    require_matplotlib()
    points = _points(instance)
    nodes = as_tour(tour, instance.n)
    if heatmap is not None and heatmap.n != instance.n:
        raise ValueError(f"heatmap has {heatmap.n} nodes, the instance has {instance.n}")
    ax = _new_axes() if ax is None else ax
    if heatmap is not None:
        _draw_heat(ax, points, heatmap)
    scale = _scale(instance.n)
    closed = points[np.append(nodes, nodes[0])]
    ax.plot(*closed.T, color=_TOUR_COLOUR, linewidth=1.8 * scale, label="tour", zorder=2)
    ax.scatter(
        points[:, 0], points[:, 1], s=14 * scale**3, color=_NODE_COLOUR, linewidths=0, zorder=3
    )
    ax.set_aspect("equal")
    ax.axis("off")
    ax.margins(0.02)
    if heatmap is not None:
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=2, frameon=False)
    return ax


def require_matplotlib() -> None:
    """Check that a picture can be drawn.

    Raises
    ------
    ImportError
        If matplotlib is not installed; the message says how to get it.
    """
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ImportError("plotting needs matplotlib: pip install 'heataco[plot]'") from None


def _points(instance: Instance) -> FloatArray:
    if instance.coordinates is None:
        raise ValueError(
            f"instance {instance.name!r} is a matrix of distances; only an instance with "
            "coordinates can be drawn"
        )
    # GEO has latitude first; on a map longitude is the horizontal axis.
    return instance.coordinates[:, ::-1] if instance.metric is Metric.GEO else instance.coordinates


def _new_axes() -> "Axes":
    from matplotlib.figure import Figure

    return Figure(figsize=(6, 6.3), dpi=100, layout="tight").add_subplot()


def _scale(n: int) -> float:
    """Size of lines and nodes relative to a picture of 200 nodes."""
    return float(np.clip((200 / n) ** 0.35, 0.15, 1.3))


def _draw_heat(ax: "Axes", points: FloatArray, heatmap: Heatmap) -> None:
    from matplotlib.collections import LineCollection
    from matplotlib.colors import to_rgba

    pairs, strength = _strongest_edges(heatmap)
    # The root brings weak edges forward: most scores of a row are far below the highest.
    visible = np.sqrt(strength)
    colours = np.tile(to_rgba(_HEAT_COLOUR), (len(pairs), 1))
    colours[:, 3] = 0.1 + 0.8 * visible
    widths = (0.5 + 5.5 * visible) * _scale(heatmap.n)
    lines = LineCollection(
        list(points[pairs]), colors=colours, linewidths=widths, capstyle="round", zorder=1
    )
    ax.add_collection(lines)
    ax.plot([], [], color=_HEAT_COLOUR, linewidth=5, label="heatmap: wider is more likely")


def _strongest_edges(heatmap: Heatmap) -> tuple[NDArray[np.int64], FloatArray]:
    """Return undirected edges and their scores as shares of the highest, weakest first."""
    sources = np.repeat(np.arange(heatmap.n), np.diff(heatmap.indptr))
    ends = np.sort(np.stack((sources, heatmap.indices.astype(np.int64)), axis=1), axis=1)
    scores = heatmap.values.astype(np.float64)
    shares = scores / scores.max() if len(scores) else scores
    seen = shares >= _FAINTEST
    ends, shares = ends[seen], shares[seen]
    # Sorted by edge and then by score, the last row of an edge is its higher direction.
    order = np.lexsort((shares, ends[:, 1], ends[:, 0]))
    ends, shares = ends[order], shares[order]
    last = np.append((ends[1:] != ends[:-1]).any(axis=1), True)[: len(ends)]
    ends, shares = ends[last], shares[last]
    strongest = np.argsort(shares, kind="stable")[-_MOST_EDGES:]
    return ends[strongest], shares[strongest]
