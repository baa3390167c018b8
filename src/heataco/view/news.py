"""Messages about a search: where it stands, and how it ended."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._record import REASONS, trust_text
from heataco.plotting.trace_chart import thinned
from heataco.results import Result
from heataco.view.packing import pack
from heataco.view.searches import Search
from heataco.view.sources import Source
from heataco.view.takeaway import lines
from heataco.view.worker import Frame

MAX_ROWS = 4_000  # of a trace on the page


def frame_message(run: int, frame: Frame) -> bytes:
    """Return a state of a search, as its process sent it."""
    numbers = ("iteration", "seconds", "best", "iteration_best")
    header = {"type": "frame", "run": run, **{name: getattr(frame, name) for name in numbers}}
    arrays: dict[str, NDArray[Any]] = {"rows": frame.rows}
    if frame.tour is not None:
        arrays["tour"] = frame.tour
    if frame.learned is not None:
        arrays["learned"], arrays["strength"] = frame.learned
    return pack(header, **arrays)


def end_message(run: int, searches: Sequence[Search], source: Source, result: Result) -> bytes:
    """Return the result of a search, in words where that is possible."""
    output = "tour.tour" if len(searches) == 1 else f"tour{run + 1}.tour"
    header = {
        "type": "done",
        "run": run,
        "cost": result.cost,
        "iterations": result.iterations,
        "seconds": result.seconds,
        "reason": REASONS[result.stop_reason],
        "trust": None if result.trust is None else trust_text(result.trust),
        "prediction": result.prediction and result.prediction.to_dict(),
        **lines(source, searches[run], output),
    }
    trace = result.trace
    rows = np.stack((trace.iteration.astype(np.float64), trace.seconds, trace.best), axis=1)
    return pack(header, tour=result.tour, rows=thinned(rows, MAX_ROWS))
