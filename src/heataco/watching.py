"""Watch a search: a picture that follows it in a notebook, lines of text elsewhere."""

import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

from numpy.typing import NDArray

from heataco._arguments import to_instance, to_scores
from heataco._cards import short
from heataco._checks import require_number
from heataco.decoders import Decoder, DecoderName
from heataco.decoding import DEFAULT_DECODER, decode
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.plotting.frames import Frames
from heataco.predictors.base import Predictor
from heataco.predictors.reporting import reporting
from heataco.results import Interrupted, Progress, Result

_DRAWING_SHARE = 0.2  # of the time, at most: drawing runs on the thread that searches


def watch(
    instance: Any,
    heatmap: Any = None,
    decoder: Decoder | DecoderName = DEFAULT_DECODER,
    *,
    interval: float = 0.5,
    on_progress: Callable[[Progress], Any] | None = None,
    **options: Any,
) -> Result:
    """Decode as `decode` does, and show the search while it runs.

    A notebook shows the nodes, the heatmap, the best tour, the edges that changed since the last
    picture, and the course of the cost; the final picture stays in the notebook as an SVG. It
    needs no network and no further package. Elsewhere a line of text on stderr says where the
    search stands. The tour is the one that `decode` returns.

    Parameters
    ----------
    instance, heatmap, decoder
        As in `decode`; ``watch(points, "alpha")`` shows what `solve` does.
    interval
        Seconds between two pictures; more where drawing would slow the search down.
    on_progress
        As in `decode`.
    **options
        All further arguments of `decode`: `seconds`, `iterations`, `seed`, `threads` and so on.

    Raises
    ------
    ValueError
        As `decode` does, or for an interval that is negative or not a number.
    Interrupted
        On Ctrl-C, or when the kernel is interrupted; the picture of the best tour stays.
    """
    require_number("interval", interval, 0, 3_600)
    problem = to_instance(instance)
    scores = to_scores(heatmap, problem)
    closed = bool(options.get("closed", True))
    observer = _Observer(problem, _screen(), interval, on_progress, closed=closed)
    try:
        result = decode(problem, observer.shown(scores), decoder, on_progress=observer, **options)
    except Interrupted as interrupted:
        if interrupted.result is not None:
            observer.finish(interrupted.result)
        raise
    observer.finish(result)
    return result


class _Screen(Protocol):
    """Where a search is shown."""

    pictures: bool

    def show(self, text: str, svg: str, *, last: bool) -> None:
        """Replace what is shown."""
        ...


class _Notebook:
    """The output of a notebook's cell, replaced with every picture."""

    pictures = True

    def __init__(self) -> None:
        self._handle: Any = None

    def show(self, text: str, svg: str, *, last: bool) -> None:
        from IPython.display import display

        data = {"image/svg+xml": svg, "text/plain": text}
        if self._handle is None:
            self._handle = display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)


class _Terminal:
    """One line on stderr: rewritten in a terminal, else written once, at the end."""

    pictures = False

    def show(self, text: str, svg: str, *, last: bool) -> None:
        rewritten = sys.stderr.isatty()
        if rewritten or last:
            start, end = ("\r\x1b[K" if rewritten else ""), ("\n" if last else "")
            print(f"{start}{text}", end=end, file=sys.stderr, flush=True)


def _screen() -> _Screen:
    """Return a notebook's output where this runs in one."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return _Terminal() if getattr(shell, "kernel", None) is None else _Notebook()


class _Observer:
    """Follows a search, and shows it now and then; called with every `Progress`."""

    def __init__(
        self,
        instance: Instance,
        screen: _Screen,
        interval: float,
        on_progress: Callable[[Progress], Any] | None,
        *,
        closed: bool,
    ) -> None:
        self.heatmap: Heatmap | None = None
        self._closed = closed
        self._instance, self._screen, self._interval = instance, screen, interval
        self._on_progress = on_progress
        self._frames: Frames | None = None
        self._tour: NDArray[Any] | None = None
        self._seconds: list[float] = []
        self._costs: list[float] = []
        self._next = 0.0

    def shown(self, scores: Heatmap | Predictor | None) -> Any:
        """Return scores that are also shown, as soon as they are there."""
        if isinstance(scores, Heatmap):
            self.heatmap = scores
        return reporting(scores, self.predicted)

    def predicted(self, instance: Instance, heatmap: Heatmap) -> None:
        """Take a heatmap, unless it is that of a problem that this one was reduced to."""
        if instance.n == self._instance.n:
            self.heatmap = heatmap

    def __call__(self, progress: Progress) -> Any:
        if not self._costs or progress.best < self._costs[-1]:
            self._seconds.append(progress.seconds)
            self._costs.append(progress.best)
        began = time.monotonic()
        if began >= self._next:
            rate = progress.iteration / progress.seconds if progress.seconds > 0 else 0.0
            caption = [
                f"iteration {progress.iteration:,}, {rate:,.0f} per second",
                *self._costs_in_words(progress.best),
                f"{progress.seconds:.1f} s",
            ]
            tour = progress.tour() if self._screen.pictures else None
            if tour is not None and len(tour) != self._instance.n:
                tour = None  # of a problem that this one was reduced to
            self._show(caption, tour, progress.seconds, last=False)
            ended = time.monotonic()
            self._next = ended + max(self._interval, (ended - began) / _DRAWING_SHARE)
        return None if self._on_progress is None else self._on_progress(progress)

    def finish(self, result: Result) -> None:
        """Show the result, and leave it there."""
        self._seconds, self._costs = result.trace.seconds.tolist(), result.trace.best.tolist()
        self._tour = None  # no edge of the final picture stands out
        caption = [
            f"{result.iterations:,} iterations, stop reason {result.stop_reason}",
            *self._costs_in_words(result.cost),
            f"{result.seconds:.1f} s",
        ]
        if result.trust is not None:
            caption.append(f"trust in the heatmap {result.trust.value:.2f} of 1")
        self._show(caption, result.tour, result.seconds, last=True)

    def _costs_in_words(self, cost: float) -> list[str]:
        gap = self._instance.gap(cost)
        return [f"cost {short(float(cost))}", *([] if gap is None else [f"gap {gap:z.3f} %"])]

    def _show(
        self, caption: list[str], tour: NDArray[Any] | None, seconds: float, *, last: bool
    ) -> None:
        name = self._instance.name
        title = f"{name + ', ' if name else ''}{self._instance.n:,} nodes"
        lines = [title, *caption]
        svg = ""
        if self._screen.pictures:
            if self._frames is None:
                self._frames = Frames(self._instance, self.heatmap, closed=self._closed)
            course = [*self._seconds, seconds], [*self._costs, self._costs[-1]]
            svg = self._frames.svg(lines, tour, self._tour, *course)
            self._tour = tour
        self._screen.show(", ".join(lines), svg, last=last)
