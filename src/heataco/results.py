"""What a search may spend and what it gives back."""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FrozenArrays
from heataco._checks import require_count, require_number
from heataco._plain import to_plain
from heataco.heatmaps import Heatmap


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


@dataclass(frozen=True, eq=False)
class Trace(FrozenArrays):
    """The course of a search: columns of equal length, one row for each iteration.

    Row 0 is the start. A very long search keeps every improvement and a thinned selection of
    the rows between them.

    Parameters
    ----------
    iteration, seconds, iteration_best, best
        As in `Progress`.
    """

    iteration: NDArray[np.int64]
    seconds: NDArray[np.float64]
    iteration_best: NDArray[np.float64]
    best: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.iteration)


@dataclass(frozen=True)
class Trust:
    """How far a search trusted the heatmap, and why.

    The search first finds a local optimum without the heatmap. It then compares how well the
    candidates by heat and as many nearest nodes cover the edges of that tour, by two measures.
    By each, heat that does as well as distance is trusted fully and heat that does twice as badly
    not at all, with a tolerance of four edges; the lower trust counts. The measures are NaN if
    the trust was given and not measured.

    Parameters
    ----------
    value
        From 0 (ignored) to 1.
    missing_by_heat, missing_by_distance
        Share of the tour's edges that are not candidates.
    ahead_by_heat, ahead_by_distance
        Mean number of candidates outside the tour that rank above a candidate in the tour.
    """

    value: float
    missing_by_heat: float
    missing_by_distance: float
    ahead_by_heat: float
    ahead_by_distance: float


@dataclass(frozen=True, eq=False)
class Prediction:
    """The first stage of `solve`: a heatmap from the instance, and what it took.

    Parameters
    ----------
    predictor
        Its name.
    heatmap
        The scores; None where the time limit left too little time for them.
    seconds, cpu_seconds
        Wall-clock seconds, and CPU seconds over all threads of the process.
    """

    predictor: str
    heatmap: Heatmap | None = field(repr=False)
    seconds: float
    cpu_seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the fields ready for JSON; `complete`, whether there is a heatmap, replaces it."""
        return {
            "predictor": self.predictor,
            "complete": self.heatmap is not None,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
        }


@dataclass(frozen=True, eq=False)
class Result(FrozenArrays):
    """The best tour that a decoder found.

    Parameters
    ----------
    tour
        The nodes in order, int32, a permutation of 0 … n−1.
    cost
        Its length, computed in float64 from the instance; of an open path without the way back.
    iterations
        Iterations finished; 0 for decoders without any.
    seconds
        Wall-clock seconds of the decoding, preparation included; where `solve` predicted the
        heatmap, those of the prediction, too.
    cpu_seconds
        CPU seconds of the same, over all threads of the process; in a batch, of the thread that
        decoded the instance.
    stop_reason
        Why the search ended.
    trace
        Its course.
    trust
        How far the heatmap was trusted; None for decoders that do not ask, and without a heatmap.
    prediction
        How `solve` came by its heatmap; None where it predicted none.
    closed
        Whether the tour returns to its first node; otherwise it is an open path.
    """

    tour: NDArray[np.int32]
    cost: float
    iterations: int
    seconds: float
    cpu_seconds: float
    stop_reason: StopReason
    trace: Trace
    trust: Trust | None = None
    prediction: Prediction | None = None
    closed: bool = True

    def to_dict(self, *, tour: bool = True, trace: bool = False) -> dict[str, Any]:
        """Return the result ready for JSON: NaN and infinite numbers become None.

        Parameters
        ----------
        tour, trace
            Whether to include these fields, which can be long.

        Returns
        -------
        dict
            The fields by name; `trust` and `prediction` as dicts or None, `prediction` without
            the heatmap but with `complete`: whether there is one.
        """
        left_out = {"prediction", *([] if tour else ["tour"]), *([] if trace else ["trace"])}
        values = {key: to_plain(value) for key, value in vars(self).items() if key not in left_out}
        prediction = self.prediction
        return values | {"prediction": None if prediction is None else prediction.to_dict()}


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a decoding; a KeyboardInterrupt that keeps what had been found.

    Parameters
    ----------
    results
        One entry for each instance: its best tour so far, or None where there was none yet.
    """

    def __init__(self, results: list[Result | None]) -> None:
        super().__init__("interrupted; the best tours so far are in .results")
        self.results = results

    @property
    def result(self) -> Result | None:
        """The first result: the only one of `decode`."""
        return self.results[0] if self.results else None
