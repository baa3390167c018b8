"""Messages about a search: where it stands, and how it ended."""

from typing import Any

import numpy as np

from heataco._arrays import FloatArray
from heataco._record import REASONS, trust_text
from heataco.results import Result
from heataco.view.packing import pack
from heataco.view.searches import Search
from heataco.view.sources import Source
from heataco.view.takeaway import lines

MAX_ROWS = 4_000  # of a trace on the page


def frame_message(run: int, value: Any) -> bytes:
    """Return a state of a search, as its process sent it."""
    (iteration, seconds, best), iteration_best, rows, tour = value
    header = {
        "type": "frame",
        "run": run,
        "iteration": iteration,
        "seconds": seconds,
        "best": best,
        "iteration_best": iteration_best,
    }
    return pack(header, rows=rows, **({} if tour is None else {"tour": tour}))


def end_message(run: int, source: Source, search: Search, result: Result) -> bytes:
    """Return the result of a search, in words where that is possible."""
    header = {
        "type": "done",
        "run": run,
        "cost": result.cost,
        "iterations": result.iterations,
        "seconds": result.seconds,
        "reason": REASONS[result.stop_reason],
        "trust": None if result.trust is None else trust_text(result.trust),
        "prediction": result.prediction and result.prediction.to_dict(),
        **lines(source, search),
    }
    trace = result.trace
    rows = np.stack((trace.iteration.astype(np.float64), trace.seconds, trace.best), axis=1)
    return pack(header, tour=result.tour, rows=_thinned(rows))


def _thinned(rows: FloatArray) -> FloatArray:
    """Return at most so many rows of a trace as the page draws, the last one among them."""
    step = -(-len(rows) // MAX_ROWS)
    if step <= 1:
        return rows
    return np.concatenate((rows[: len(rows) - 1 : step], rows[-1:]))
