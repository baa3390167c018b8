"""The budget of a search, its progress, and why it ended."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._checks import require_count, require_number

Learned = tuple[NDArray[np.int32], NDArray[np.float32]]  # edges and their strengths


@dataclass(frozen=True)
class Budget:
    """When a search ends: at whichever limit comes first.

    Parameters
    ----------
    iterations
        Maximum number of iterations. None: no limit if `seconds` is given, else the decoder's
        `default_iterations`.
    seconds
        Time limit in wall-clock seconds, counted from the start of the decoding; a
        `Progress.pause` does not count.
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
    """The state of a search after an iteration; the argument of `on_progress`.

    Parameters
    ----------
    iteration
        Iterations finished.
    seconds
        Wall-clock seconds since the decoding began, without pauses; in `solve`, since the
        prediction did.
    iteration_best
        Cost of the best tour of this iteration.
    best
        Cost of the best tour so far.
    copy_tour, copy_learned
        Sources of `tour` and `learned`; None if the decoder provides neither before its end.
    add_pause
        Takes the seconds of a pause, by which the decoder extends its time limit, though by no
        more than the call of `on_progress` took; None if it cannot.
    """

    iteration: int
    seconds: float
    iteration_best: float
    best: float
    copy_tour: Callable[[], NDArray[np.int32]] | None = field(
        default=None, repr=False, compare=False
    )
    copy_learned: Callable[[], Learned | None] | None = field(
        default=None, repr=False, compare=False
    )

    add_pause: Callable[[float], Any] | None = field(default=None, repr=False, compare=False)

    def tour(self) -> NDArray[np.int32] | None:
        """Copy the best tour so far; None if the decoder provides none before its end.

        Raises
        ------
        ValueError
            After `on_progress` has returned: the search has gone on.
        """
        return None if self.copy_tour is None else self.copy_tour()

    def learned(self) -> Learned | None:
        """Copy what the search has learned about edges; None where there is nothing.

        Returns edges, shape (m, 2), and a strength between 0 and 1 for each: for MMAS and HeatACO
        the trails above the lowest, scaled to the highest; for Focused the share of its current
        tours that contain the edge. On asymmetric instances edges are directed. Searches with
        constraints return None.

        Raises
        ------
        ValueError
            After `on_progress` has returned: the search has gone on.
        """
        return None if self.copy_learned is None else self.copy_learned()

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Stop the clock while a `with` block runs, for `on_progress` to wait in.

        The time of the block counts neither against the time limit nor in the seconds of the
        result and its trace. With a decoder from outside the package that takes no pauses it does.
        """
        start = time.perf_counter()
        try:
            yield
        finally:
            if self.add_pause is not None:
                self.add_pause(time.perf_counter() - start)

    def __getstate__(self) -> dict[str, Any]:
        """Drop the references to a search in this process."""
        return vars(self) | {"copy_tour": None, "copy_learned": None, "add_pause": None}
