"""The course of a search as SVG."""

import math

import numpy as np

from heataco._arrays import FloatArray
from heataco.instances import ROUNDING
from heataco.plotting.canvas import BLUE, GREY
from heataco.results import Trace

WIDTH, HEIGHT = 720, 260
MAX_ROWS = 1_500  # of a trace; more would not be seen
_LEFT, _RIGHT, _TOP, _BOTTOM = 80, 20, 28, 40
_TICKS = 5
_ROOM = 0.04  # of the costs, above and below the line


def trace_svg(trace: Trace) -> str:
    """Draw the cost of the best tour by time, as an SVG element."""
    seconds, best = thinned(trace.seconds, MAX_ROWS), thinned(trace.best, MAX_ROWS)
    across = _Axis.of(seconds, _LEFT, WIDTH - _RIGHT)
    up = _Axis.of(best, HEIGHT - _BOTTOM, _TOP, _ROOM)
    points = [f"{across.place(seconds[0]):.1f},{up.place(best[0]):.1f}"]
    for second, before, cost in zip(seconds[1:], best, best[1:], strict=False):
        x = across.place(second)
        if cost != before:
            points.append(f"{x:.1f},{up.place(before):.1f}")
        points.append(f"{x:.1f},{up.place(cost):.1f}")
    lines = "".join(
        f'<path d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}" stroke="{GREY}" stroke-opacity=".35"/>'
        f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{text}</text>'
        for y, text in up.ticks
    )
    numbers = "".join(
        f'<text x="{x:.1f}" y="{HEIGHT - _BOTTOM + 18}" text-anchor="middle">{text}</text>'
        for x, text in across.ticks
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'font-size="12" fill="currentColor">\n<title>Cost of the best tour by time</title>\n'
        f'{lines}{numbers}<text x="{WIDTH - _RIGHT}" y="{HEIGHT - 4}" text-anchor="end">'
        f'seconds</text><text x="0" y="12">cost</text>\n'
        f'<polyline points="{" ".join(points)}" fill="none" stroke="{BLUE}" stroke-width="2"/>\n'
        "</svg>\n"
    )


class _Axis:
    """Where values stand in the picture."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self._low, self._span = low, high - low
        self._start, self._length = start, end - start

    @classmethod
    def of(cls, values: FloatArray, start: float, end: float, room: float = 0.0) -> "_Axis":
        low, high = float(values.min()), float(values.max())
        if high - low <= ROUNDING * max(abs(low), abs(high)):
            room = abs(low) * 0.01 or 1.0
        else:
            room *= high - low
        return cls(low - room, high + room, start, end)

    def place(self, value: float) -> float:
        return self._start + self._length * (float(value) - self._low) / self._span

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Places of round values, and these."""
        rough = self._span / _TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= rough)
        digits = max(0, -math.floor(math.log10(step)))
        first = math.ceil(self._low / step)
        values = [step * k for k in range(first, first + _TICKS + 2)]
        high = self._low + self._span
        return [(self.place(v), f"{v:,.{digits}f}") for v in values if v <= high]


def thinned(rows: FloatArray, max_rows: int) -> FloatArray:
    """Return about `max_rows` rows of a trace at equal steps, the last one included."""
    step = -(-len(rows) // max_rows)
    return rows if step <= 1 else np.concatenate((rows[:-1:step], rows[-1:]))
