"""A tour over its heatmap as SVG: no package is needed, and any browser shows it."""

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.plotting.canvas import BLUE, INK, ORANGE, points_of, scale_of
from heataco.plotting.edges import edges_by_level

SIDE = 10_000  # units of the longer side of a picture: fine enough for any screen
MAX_EDGES = 30_000  # of a heatmap; keeps a picture of 10,000 nodes well under 2 MB
_MARGIN = 0.02  # of the side
_LEVELS = 8  # of strength that edges are drawn in


def tour_svg(
    instance: Instance, tour: Any, heatmap: Heatmap | None = None, *, title: str = ""
) -> str:
    """Draw a tour, over the edges of its heatmap where there is one.

    Parameters
    ----------
    instance, tour, heatmap
        As for `plot_tour`.
    title
        What the picture shows, for those who cannot see it; by default the name of the instance.

    Returns
    -------
    str
        An SVG document that is independent of everything else.

    Raises
    ------
    ValueError
        If the instance has no coordinates, or the tour is not a permutation.
    """
    nodes = as_tour(tour, instance.n)
    places, width, height = _placed(points_of(instance))
    scale = SIDE / 500 * scale_of(instance.n)
    parts = [] if heatmap is None else list(_heat_paths(places, heatmap, scale))
    line = _path(places[nodes][np.newaxis]).rstrip() + "z"
    parts.append(
        f'<path class="tour" d="{line}" fill="none" stroke="{BLUE}" '
        f'stroke-width="{1.8 * scale:.3g}" stroke-linejoin="round"/>'
    )
    dots = "".join(f"M{x} {y}h0" for x, y in places.tolist())
    parts.append(
        f'<path class="nodes" d="{dots}" stroke="{INK}" stroke-linecap="round" '
        f'stroke-width="{4.5 * scale:.3g}"/>'
    )
    label = escape(title or f"A tour of {instance.name or 'the instance'}, {instance.n:,} nodes")
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">\n'
        f"<title>{label}</title>\n{body}\n</svg>\n"
    )


def _placed(points: NDArray[np.float64]) -> tuple[NDArray[np.int64], int, int]:
    """Return whole coordinates with y downwards, and the size of the picture."""
    low = points.min(axis=0)
    span = points.max(axis=0) - low
    longest = float(span.max()) or 1.0
    room, margin = SIDE * (1 - 2 * _MARGIN), round(SIDE * _MARGIN)
    share = (points - low) / longest
    share[:, 1] = span[1] / longest - share[:, 1]
    places = np.rint(share * room).astype(np.int64) + margin
    width, height = (max(round(room * part / longest), 1) + 2 * margin for part in span)
    return places, width, height


def _heat_paths(places: NDArray[np.int64], heatmap: Heatmap, scale: float) -> Iterator[str]:
    """Yield a path for each level of strength, the weakest first."""
    for level, pairs in edges_by_level(heatmap, MAX_EDGES, _LEVELS):
        mean = (level + 0.5) / _LEVELS
        yield (
            f'<path class="heat" d="{_path(places[pairs])}" fill="none" stroke="{ORANGE}" '
            f'stroke-opacity="{0.1 + 0.8 * mean:.3g}" '
            f'stroke-width="{(0.5 + 5.5 * mean) * scale:.3g}" stroke-linecap="round"/>'
        )


def _path(lines: NDArray[np.int64]) -> str:
    """Return lines of shape (lines, points, 2) in the short form: steps from point to point."""
    steps = np.diff(lines, axis=1)
    return "".join(
        f"M{x} {y}l" + " ".join(f"{dx} {dy}" for dx, dy in step)
        for (x, y), step in zip(lines[:, 0].tolist(), steps.tolist(), strict=True)
    )
