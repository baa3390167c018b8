"""What a search may spend, and where it stands."""

import math
from dataclasses import dataclass
from enum import StrEnum

from heataco._checks import require_count, require_number


@dataclass(frozen=True)
class Budget:
    """When a search ends: at whichever limit comes first.

    Parameters
    ----------
    iterations
        Maximum number of iterations. None: no limit if `seconds` is given, else the decoder's
        `default_iterations`.
    seconds
        Time limit in wall-clock seconds, counted from the start of the decoding.
    target
        Cost at or below which the search stops.

    Raises
    ------
    ValueError
        For a negative or non-integer number of iterations, negative seconds, or NaN.
    """

    iterations: int | None = None
    seconds: float | None = None
    target: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is not None:
            require_count("iterations", self.iterations, 0, 2**63 - 1)
        if self.seconds is not None:
            require_number("seconds", self.seconds, 0, infinite=True)
        if self.target is not None:
            require_number("target", self.target, -math.inf, infinite=True)


class StopReason(StrEnum):
    """Why a search ended; the values are those of the native module."""

    COMPLETE = "complete"
    ITERATIONS = "iterations"
    TIME = "time"
    TARGET = "target"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Progress:
    """Where a search stands after an iteration; what `on_progress` is called with.

    Parameters
    ----------
    iteration
        Iterations finished.
    seconds
        Wall-clock seconds since the decoding began; in `solve`, since the prediction did.
    iteration_best
        Cost of the best tour of this iteration.
    best
        Cost of the best tour so far.
    """

    iteration: int
    seconds: float
    iteration_best: float
    best: float
