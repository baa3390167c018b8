"""The process of one search: it runs, and shows where it stands whenever it is asked."""

import _thread
import os
import signal
import threading
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco._timing import Stopwatch
from heataco.constraints import Constraints, Reduction
from heataco.decoding import decode
from heataco.predictors.reporting import reporting
from heataco.predictors.stages import tour_at_once
from heataco.results import Interrupted, Progress, Result, StopReason
from heataco.results.limits import Learned
from heataco.view.tasks import Task

MAX_ROWS = 4_096  # of the trace between two frames; more are thinned
_ROW_INTERVAL = 0.02  # seconds between rows without an improvement
MAX_EDGES = 200_000  # of a heatmap, or of what was learned, on the page
_LEARNED_INTERVAL = 0.2  # seconds between two copies of what was learned, at least
_LEARNED_SHARE = 0.05  # of the time may go into them
_PATIENCE = 0.3  # seconds; who is not in an iteration by then is interrupted


def run_search(connection: Connection, task: Task) -> None:
    """Search until the end or until told to stop; the main function of the process.

    It answers "frame", and "learned" with what it has learned besides, with the next state of the
    search, and obeys "pause", "resume" and "stop".
    When the other side is gone, so is this process.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    control = Control(connection)
    threading.Thread(target=control.listen, daemon=True).start()
    try:
        result = _search(task, control)
    except (ValueError, MemoryError, ImportError) as error:
        sentence = str(error) or "this needs more memory than there is"
        control.finish(("failed", sentence))
    else:
        control.finish(("done", replace(result, instance=None)))


def _search(task: Task, control: "Control") -> Result:
    stopwatch = Stopwatch()
    try:
        return decode(
            task.instance,
            reporting(task.scores, lambda _, heatmap: control.show("heat", heatmap)),
            task.decoder,
            budget=task.budget,
            seed=task.seed,
            threads=task.threads,
            initial_tour=task.initial_tour,
            on_progress=control.on_progress,
        )
    except KeyboardInterrupt as interrupt:
        best = interrupt.result if isinstance(interrupt, Interrupted) else None
        if best is None:
            spent, reduction = stopwatch.elapsed(), Reduction.of(task.instance, Constraints())
            best = tour_at_once(reduction, task.initial_tour, spent)
        if best is None:
            message = "the search was stopped before it had a tour without forbidden edges"
            raise ValueError(message) from None
        return replace(best, stop_reason=StopReason.STOPPED)  # as one that ends its iteration


class Frame(NamedTuple):
    """Where a search stands: what came since the last frame, and None for what did not change."""

    iteration: int
    seconds: float
    best: float
    iteration_best: float
    rows: FloatArray
    tour: NDArray[np.int32] | None
    learned: Learned | None


class Control:
    """Commands in, frames out: the newest one only, and only when one is asked for.

    Parameters
    ----------
    connection
        To the server.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._asked = threading.Event()
        self._learned_asked = threading.Event()
        self._next_learned = 0.0
        self._running = threading.Event()
        self._running.set()
        self._stopping = threading.Event()
        self._finished = threading.Event()
        self._rows: list[tuple[float, float, float]] = []
        self._last_row = -1.0
        self._last_best = np.inf
        self._sent_best = np.inf

    def listen(self) -> None:
        """Obey commands until the other side is gone."""
        commands = {
            "frame": self._asked.set,
            "learned": self._ask_learned,
            "pause": self._running.clear,
            "resume": self._running.set,
            "stop": self._stop,
        }
        try:
            while True:
                commands[self._connection.recv()]()
        except (EOFError, OSError):
            os._exit(0)

    def show(self, kind: str, value: Any) -> None:
        """Send something that comes once."""
        self._connection.send((kind, value))

    def finish(self, message: tuple[str, Any]) -> None:
        """Send the end; what arrives later changes nothing."""
        self._finished.set()
        self._connection.send(message)

    def on_progress(self, progress: Progress) -> bool:
        """Note where the search stands, send it if that was asked, and wait while paused."""
        self._note(progress)
        if self._asked.is_set():
            self._asked.clear()
            self._send(progress)
        if not self._running.is_set():
            with progress.pause():
                self._wait(progress)
        return not self._stopping.is_set()

    def _wait(self, progress: Progress) -> None:
        """Wait until told to go on or to stop; the page may ask meanwhile."""
        while not self._running.wait(0.1) and not self._stopping.is_set():
            if self._asked.is_set():
                self._asked.clear()
                self._send(progress)

    def _note(self, progress: Progress) -> None:
        better = progress.best < self._last_best
        if not better and progress.seconds - self._last_row < _ROW_INTERVAL:
            return
        self._last_best = progress.best
        self._last_row = progress.seconds
        self._rows.append((progress.iteration, progress.seconds, progress.best))
        if len(self._rows) > MAX_ROWS:
            self._rows = self._rows[::2]

    def _send(self, progress: Progress) -> None:
        tour: NDArray[np.int32] | None = None
        if progress.best < self._sent_best:
            tour = progress.tour()
            self._sent_best = progress.best
        row = (progress.iteration, progress.seconds, progress.best)
        rows = np.array([*self._rows, row], np.float64)
        self._rows = []
        frame = Frame(*row, progress.iteration_best, rows, tour, self._learned(progress))
        self._connection.send(("frame", frame))

    def _ask_learned(self) -> None:
        self._learned_asked.set()
        self._asked.set()

    def _learned(self, progress: Progress) -> Learned | None:
        """Return what was learned, if that was asked for and costs little enough now."""
        began = time.monotonic()
        if not self._learned_asked.is_set() or began < self._next_learned:
            return None
        self._learned_asked.clear()
        learned = progress.learned()
        if learned is not None:
            learned = _strongest(*learned)
        ended = time.monotonic()
        self._next_learned = ended + max(_LEARNED_INTERVAL, (ended - began) / _LEARNED_SHARE)
        return learned

    def _stop(self) -> None:
        """End the search after its iteration, or where it has none, within a moment."""
        self._stopping.set()
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            if self._finished.wait(0.02):
                return
        if not self._finished.is_set():
            _thread.interrupt_main()


def _strongest(edges: NDArray[np.int32], strengths: NDArray[np.float32]) -> Learned:
    """Return as many edges as the page draws, the strongest first."""
    order = np.argsort(-strengths, kind="stable")[:MAX_EDGES]
    return edges[order], strengths[order]
