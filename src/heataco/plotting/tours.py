"""A tour drawn over its heatmap."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray, as_tour
from heataco.heatmaps import Heatmap
from heataco.heatmaps.checks import require_heatmap
from heataco.heatmaps.csr import row_numbers
from heataco.instances import Instance
from heataco.plotting.canvas import (
    BLUE,
    INK,
    ORANGE,
    points_of,
    require_matplotlib,
    scale_of,
    square_axes,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FAINTEST = 0.02  # share of the highest score below which an edge would not be seen
_MAX_EDGES = 50_000  # keeps a picture of a large heatmap quick to draw


def plot_tour(
    instance: Instance,
    tour: Any,
    heatmap: Heatmap | None = None,
    *,
    closed: bool = True,
    ax: "Axes | None" = None,
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
    closed
        Whether the tour returns to its first node; otherwise the ends of the path are marked.
    ax
        Where to draw; by default on a new figure that pyplot does not know, `ax.figure`.

    Raises
    ------
    ValueError
        If the instance has no coordinates, the tour is not a permutation, or the heatmap has
        another size.
    """
    require_matplotlib()
    points = points_of(instance)
    nodes = as_tour(tour, instance.n)
    if heatmap is not None:
        require_heatmap(heatmap, instance)
    ax = square_axes() if ax is None else ax
    if heatmap is not None:
        draw_heat(ax, points, heatmap)
    scale = scale_of(instance.n)
    line = points[np.append(nodes, nodes[0]) if closed else nodes]
    label = "tour" if closed else "path"
    ax.plot(*line.T, color=BLUE, linewidth=1.8 * scale, label=label, zorder=2)
    ax.scatter(points[:, 0], points[:, 1], s=14 * scale**3, color=INK, linewidths=0, zorder=3)
    if not closed:
        ends = points[nodes[[0, -1]]]
        ax.scatter(ends[:, 0], ends[:, 1], s=40, color=BLUE, linewidths=0, zorder=4)
    ax.set_aspect("equal")
    ax.axis("off")
    ax.margins(0.02)
    if heatmap is not None:
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=2, frameon=False)
    return ax


def draw_heat(ax: "Axes", points: FloatArray, heatmap: Heatmap) -> None:
    """Draw the edges of a heatmap, the higher scored the wider and the more opaque."""
    from matplotlib.collections import LineCollection
    from matplotlib.colors import to_rgba

    pairs, strength = _strongest_edges(heatmap)
    # The root brings weak edges forward: most scores of a row are far below the highest.
    visible = np.sqrt(strength)
    colours = np.tile(to_rgba(ORANGE), (len(pairs), 1))
    colours[:, 3] = 0.1 + 0.8 * visible
    widths = (0.5 + 5.5 * visible) * scale_of(heatmap.n)
    lines = LineCollection(
        list(points[pairs]), colors=colours, linewidths=widths, capstyle="round", zorder=1
    )
    ax.add_collection(lines)
    ax.plot([], [], color=ORANGE, linewidth=5, label="heatmap: wider is more likely")


def _strongest_edges(heatmap: Heatmap) -> tuple[NDArray[np.int64], FloatArray]:
    """Return undirected edges and their scores as shares of the highest, weakest first."""
    sources = row_numbers(heatmap.indptr)
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
    strongest = np.argsort(shares, kind="stable")[-_MAX_EDGES:]
    return ends[strongest], shares[strongest]
