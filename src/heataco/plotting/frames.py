"""A search at one moment as an SVG: tour over heat, and the course of the cost.

Written by hand, so that a picture takes milliseconds and needs no package.
"""

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco._cards import number
from heataco.heatmaps import Heatmap
from heataco.instances import ROUNDING, Instance
from heataco.plotting.canvas import BLUE, GREY, INK, ORANGE, VERMILION, points_of, scale_of
from heataco.plotting.edges import edges_by_level

_SIDE = 480  # of the map, in the units of the picture
_MARGIN = 12
_TRACE_WIDTH = 300
_MAX_HEAT_EDGES = 4_000  # more would make every frame slow to send
_MAX_DOTS = 5_000  # beyond, the tour itself shows where the nodes are

IntArray = NDArray[np.int64]


class Frames:
    """The pictures of one search, which share the places of nodes and heat.

    Parameters
    ----------
    instance
        What is searched; a matrix of distances has no map, only the course of its cost.
    heatmap
        Scores to draw below the tour, or None.
    closed
        Whether the tours return to their first node.
    """

    def __init__(self, instance: Instance, heatmap: Heatmap | None = None, *, closed: bool) -> None:
        self._closed = closed
        self._places = None if instance.coordinates is None else _placed(points_of(instance))
        self._width = scale_of(instance.n)
        self._heat = ""
        self._dots = ""
        if self._places is not None:
            self._heat = "" if heatmap is None else _heat(self._places, heatmap, self._width)
            self._dots = _dots(self._places, self._width)

    def svg(
        self,
        caption: Sequence[str],
        tour: IntArray | None,
        before: IntArray | None,
        seconds: Sequence[float],
        costs: Sequence[float],
    ) -> str:
        """Draw the search as it stands.

        Parameters
        ----------
        caption
            Lines of text above the course of the cost.
        tour
            The best tour, or None where there is none yet.
        before
            The tour of the last picture, or None; edges that it does not have stand out.
        seconds, costs
            The course of the best cost.
        """
        left = 0 if self._places is None else _SIDE
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + _TRACE_WIDTH} {_SIDE}" '
            f'width="{left + _TRACE_WIDTH}" role="img" font-family="sans-serif" font-size="13">',
            f"<title>{escape(', '.join(caption))}</title>",
            '<rect width="100%" height="100%" fill="white"/>',
        ]
        if self._places is not None:
            parts += [self._heat, self._tour(tour, before), self._dots]
        lines = "".join(
            f'<text x="{left + _MARGIN}" y="{24 + 18 * place}">{escape(line)}</text>'
            for place, line in enumerate(caption)
        )
        top = 40 + 18 * len(caption)
        parts += [f'<g fill="{INK}">{lines}</g>', _trace(left, top, seconds, costs), "</svg>"]
        return "\n".join(part for part in parts if part)

    def _tour(self, tour: IntArray | None, before: IntArray | None) -> str:
        if tour is None or self._places is None:
            return ""
        line = _line(self._places[tour]) + "Z" * self._closed
        width = 1.6 * self._width
        drawn = f'<path d="{line}" fill="none" stroke="{BLUE}" stroke-width="{width:.2f}"/>'
        if before is None:
            return drawn
        new = _new_edges(_edges(tour, closed=self._closed), _edges(before, closed=self._closed))
        changed = "".join(_line(edge) for edge in self._places[new])
        return drawn + (
            f'<path d="{changed}" fill="none" stroke="{VERMILION}" stroke-width="{2 * width:.2f}"/>'
        )


def _placed(points: FloatArray) -> FloatArray:
    """Return the points in the square of the map, north up and to a tenth of a unit."""
    low, size = points.min(axis=0), float(np.ptp(points, axis=0).max()) or 1.0
    shares = (points - low) / size
    shares += (1 - np.ptp(shares, axis=0)) / 2
    shares[:, 1] = 1 - shares[:, 1]
    return np.asarray(np.round(_MARGIN + (_SIDE - 2 * _MARGIN) * shares, 1))


def _line(places: FloatArray) -> str:
    return "M" + " ".join(f"{x:g},{y:g}" for x, y in places.tolist())


def _heat(places: FloatArray, heatmap: Heatmap, width: float) -> str:
    parts = []
    for level, pairs in edges_by_level(heatmap, _MAX_HEAT_EDGES, 4):
        lines = "".join(_line(edge) for edge in places[pairs])
        parts.append(
            f'<path d="{lines}" fill="none" stroke="{ORANGE}" stroke-linecap="round" '
            f'stroke-opacity="{0.2 + 0.2 * level:.1f}" '
            f'stroke-width="{(1 + 1.4 * level) * width:.2f}"/>'
        )
    return "".join(parts)


def _dots(places: FloatArray, width: float) -> str:
    if len(places) > _MAX_DOTS:
        return ""
    # Lines without length and with round ends: one path for all nodes.
    line = "".join(f"M{x:g},{y:g}h0" for x, y in places.tolist())
    size = 4 * width**1.5
    return f'<path d="{line}" stroke="{INK}" stroke-width="{size:.2f}" stroke-linecap="round"/>'


def _edges(tour: IntArray, *, closed: bool) -> IntArray:
    edges = np.stack((tour, np.roll(tour, -1)), axis=1).astype(np.int64)
    return edges if closed else edges[:-1]


def _new_edges(edges: IntArray, before: IntArray) -> IntArray:
    """Return the edges that are not among those before, in either direction."""
    n = len(edges) + 1
    keys, known = (np.sort(some, axis=1) @ [n, 1] for some in (edges, before))
    return edges[~np.isin(keys, known)]


def _trace(left: int, top: int, seconds: Sequence[float], costs: Sequence[float]) -> str:
    """Draw the best cost against time, as steps, with its first and last value."""
    if not costs:
        return ""
    x0, x1 = left + _MARGIN, left + _TRACE_WIDTH - _MARGIN
    y0, y1 = top + 16, _SIDE - 3 * _MARGIN
    time, cost = np.asarray(seconds, float), np.asarray(costs, float)
    across = x0 + (x1 - x0) * time / (time[-1] or 1.0)
    height = float(cost[0] - cost[-1])
    fallen = (cost[0] - cost) / height if height > ROUNDING * abs(cost[0]) else np.zeros(len(cost))
    down = y0 + (y1 - y0) * fallen
    steps = np.stack((np.repeat(across, 2)[1:], np.repeat(down, 2)[:-1]), axis=1)
    return (
        f'<path d="{_line(np.round(steps, 1))}" fill="none" stroke="{BLUE}" stroke-width="1.5"/>'
        f'<g fill="{GREY}" font-size="11"><text x="{x0}" y="{y0 - 4}">best cost {number(cost[0])}'
        f'</text><text x="{x1}" y="{y1 + 14}" text-anchor="end">{number(cost[-1])}, '
        f"{time[-1]:.1f} s</text></g>"
    )
