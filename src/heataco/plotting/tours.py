"""An instance, and a tour drawn over its heatmap."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray, as_tour
from heataco.heatmaps import Heatmap
from heataco.heatmaps.checks import require_heatmap
from heataco.heatmaps.csr import row_numbers
from heataco.instances import Instance
from heataco.plotting.canvas import BLUE, ORANGE, finish_map, map_axes, points_of, scale_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FAINTEST = 0.02  # share of the highest score below which an edge would not be seen
MAX_CELLS = 500  # a side of the matrix picture; more would not be seen
_MAX_EDGES = 50_000  # keeps a picture of a large heatmap quick to draw


def plot_instance(instance: Instance, *, ax: "Axes | None" = None) -> "Axes":
    """Draw the nodes of an instance, or, where they have no place, the distances as a matrix.

    Parameters
    ----------
    instance
        What to draw; of a large matrix every k-th row and column.
    ax
        Where to draw; by default on a new figure that pyplot does not know, `ax.figure`.
    """
    ax = map_axes(ax)
    if instance.matrix is None:
        finish_map(ax, points_of(instance), 30, legend=False)
        return ax
    step = -(-instance.n // MAX_CELLS)
    image = ax.imshow(instance.matrix[::step, ::step], cmap="cividis", interpolation="nearest")
    ax.figure.colorbar(image, ax=ax, shrink=0.8, label="distance")
    ax.set_xlabel("to node" if step == 1 else f"to node, in steps of {step}")
    ax.set_ylabel("from node")
    return ax


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
    points = points_of(instance)
    nodes = as_tour(tour, instance.n)
    if heatmap is not None:
        require_heatmap(heatmap, instance)
    ax = map_axes(ax)
    if heatmap is not None:
        draw_heat(ax, points, heatmap)
    line = points[np.append(nodes, nodes[0]) if closed else nodes]
    label = "tour" if closed else "path"
    ax.plot(*line.T, color=BLUE, linewidth=1.8 * scale_of(instance.n), label=label, zorder=2)
    finish_map(ax, points, 14, legend=heatmap is not None)
    if not closed:
        ends = points[nodes[[0, -1]]]
        ax.scatter(ends[:, 0], ends[:, 1], s=40, color=BLUE, linewidths=0, zorder=4)
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
