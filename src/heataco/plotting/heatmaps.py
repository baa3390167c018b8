"""A heatmap drawn over its nodes, or as a matrix."""

from typing import TYPE_CHECKING, Any

import numpy as np

from heataco._arrays import FloatArray, as_tour
from heataco.heatmaps import Heatmap
from heataco.heatmaps.checks import require_heatmap
from heataco.heatmaps.csr import row_numbers
from heataco.instances import Instance
from heataco.instances.instance import require_instance
from heataco.plotting.canvas import BLUE, PURPLE, finish_map, map_axes, points_of, scale_of
from heataco.plotting.tours import MAX_CELLS, draw_heat

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_heatmap(
    instance: Instance | None,
    heatmap: Heatmap,
    *,
    reference: Any = None,
    threshold: float = 0.0,
    ax: "Axes | None" = None,
) -> "Axes":
    """Draw the scores of a heatmap: over the nodes, or as a matrix where these have no place.

    Over the nodes, the higher its score, the wider and the more opaque an edge is. A reference
    tour is drawn as a thin line, and its edges without support stand out.

    Parameters
    ----------
    instance, heatmap
        What to draw; without an instance, as a matrix.
    reference
        A permutation of 0 .. n-1, or None. The matrix marks its arcs.
    threshold
        Edges of the tour whose mean score of both directions is not above it have no support.
    ax
        Where to draw; by default on a new figure that pyplot does not know, `ax.figure`.

    Raises
    ------
    ValueError
        If the heatmap has another size, or the reference is not a permutation.
    """
    if instance is not None:
        require_instance(instance)
        require_heatmap(heatmap, instance)
    tour = None if reference is None else as_tour(reference, heatmap.n).astype(np.int64)
    ax = map_axes(ax)
    arcs = None if tour is None else np.stack((tour, np.roll(tour, -1)), axis=1)
    if instance is None or instance.coordinates is None:
        _draw_matrix(ax, heatmap, arcs)
    else:
        supported = None if arcs is None else _mean_scores(heatmap, arcs) > threshold
        _draw_map(ax, instance, heatmap, arcs, supported)
    return ax


def _draw_map(ax: "Axes", instance: Instance, heatmap: Heatmap, arcs: Any, supported: Any) -> None:
    from matplotlib.collections import LineCollection

    points, scale = points_of(instance), scale_of(instance.n)
    draw_heat(ax, points, heatmap)
    if arcs is not None:
        for chosen, colour, width, label in (
            (supported, BLUE, 0.9, "reference tour"),
            (~supported, PURPLE, 2.4, "reference tour without support"),
        ):
            lines = LineCollection(list(points[arcs[chosen]]), colors=colour, zorder=2)
            lines.set_linewidth(width * scale)
            ax.add_collection(lines)
            ax.plot([], [], color=colour, linewidth=2, label=f"{label} ({chosen.sum():,})")
    finish_map(ax, points, 8, legend=True)


def _draw_matrix(ax: "Axes", heatmap: Heatmap, arcs: Any) -> None:
    cells = min(heatmap.n, MAX_CELLS)
    picture = _shrunk(heatmap, cells)
    extent = (-0.5, heatmap.n - 0.5, heatmap.n - 0.5, -0.5)
    image = ax.imshow(picture, cmap="cividis", vmin=0, extent=extent, interpolation="nearest")
    ax.figure.colorbar(image, ax=ax, shrink=0.8, label="score")
    if arcs is not None:
        size = float(np.clip(120 / heatmap.n, 0.2, 6))
        ax.plot(
            *arcs.T[::-1],
            "s",
            markersize=size,
            markerfacecolor="none",
            markeredgecolor=PURPLE,
            label="arcs of the reference tour",
        )
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), frameon=False)
    ax.set_xlabel("to node")
    ax.set_ylabel("from node")


def _shrunk(heatmap: Heatmap, cells: int) -> FloatArray:
    """Return the matrix with the highest score of each cell."""
    picture = np.zeros((cells, cells))
    rows = row_numbers(heatmap.indptr)
    places = rows * cells // heatmap.n, heatmap.indices.astype(np.int64) * cells // heatmap.n
    np.maximum.at(picture, places, heatmap.values)
    return picture


def _mean_scores(heatmap: Heatmap, arcs: Any) -> FloatArray:
    """Return the mean score of both directions of each arc."""
    n = heatmap.n
    keys = row_numbers(heatmap.indptr) * n + heatmap.indices
    total = np.zeros(len(arcs))
    for wanted in (arcs @ [n, 1], arcs @ [1, n]):
        found = np.isin(wanted, keys)
        total[found] += heatmap.values[np.searchsorted(keys, wanted[found])]
    return total / 2
