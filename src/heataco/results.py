"""What a search may spend and what it gives back."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FrozenArrays
from heataco._cards import CardList, percent
from heataco._checks import require_count, require_number
from heataco._pictures import draw
from heataco._plain import to_plain
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, excess

if TYPE_CHECKING:
    from matplotlib.axes import Axes


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
    copy_tour
        Where `tour` gets it from; None where the decoder shows no tour before its end.
    """

    iteration: int
    seconds: float
    iteration_best: float
    best: float
    copy_tour: Callable[[], NDArray[np.int32]] | None = field(
        default=None, repr=False, compare=False
    )

    def tour(self) -> NDArray[np.int32] | None:
        """Copy the best tour so far; None where the decoder shows none before its end.

        Raises
        ------
        ValueError
            After `on_progress` has returned: the search has gone on.
        """
        return None if self.copy_tour is None else self.copy_tour()

    def __getstate__(self) -> dict[str, Any]:
        """Leave the tour behind: it belongs to a search in this process."""
        return vars(self) | {"copy_tour": None}


@dataclass(frozen=True, eq=False, repr=False)
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


@dataclass(frozen=True, eq=False, repr=False)
class Result(FrozenArrays):
    """The best tour that a decoder found.

    Parameters
    ----------
    tour
        The nodes in order, int32, a permutation of 0 … n−1.
    cost
        Its length, computed in float64 from the instance.
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
    instance
        What was decoded; None for a result that was made by hand.
    ids
        The ids of the nodes in the order of the tour; None where the instance has none.
    bound
        A cost that no tour is below, as `lower_bound` finds it; None where that was not asked.
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
    ids: tuple[str | int, ...] | None = None
    bound: float | None = None
    instance: Instance | None = None

    @property
    def proven_gap(self) -> float | None:
        """By how many percent the tour may be longer than the optimum; None without a bound."""
        return None if self.bound is None else excess(self.cost, self.bound)

    @property
    def gap(self) -> float | None:
        """Excess over the instance's best-known cost, in percent; None where none is known."""
        return None if self.instance is None else self.instance.gap(self.cost)

    def plot(self, heatmap: Heatmap | None = None, *, ax: "Axes | None" = None) -> "Axes":
        """Draw the tour, over a heatmap if one is given; see `heataco.plotting.plot_tour`.

        Raises
        ------
        ValueError
            If the result has no instance, or as `plot_tour` does.
        """
        if self.instance is None:
            raise ValueError("the result has no instance; draw it with heataco.plotting.plot_tour")
        axes: Axes = draw("plot_tour", self.instance, self.tour, heatmap, ax=ax)
        return axes

    def _facts(self) -> Mapping[str, Any]:
        return {
            "instance": None if self.instance is None else self.instance.name or None,
            "n": len(self.tour),
            "cost": self.cost,
            "gap": percent(self.gap),
            "proven_gap": percent(self.proven_gap),
            "iterations": self.iterations,
            "seconds": float(f"{self.seconds:.3g}"),
            "stop_reason": self.stop_reason,
            "trust": None if self.trust is None else float(f"{self.trust.value:.3g}"),
        }

    def to_dict(self, *, tour: bool = True, trace: bool = False) -> dict[str, Any]:
        """Return the result ready for JSON: NaN and infinite numbers become None.

        Parameters
        ----------
        tour, trace
            Whether to include these fields, which can be long; `ids` come with the tour.

        Returns
        -------
        dict
            The fields, `gap` and `proven_gap` by name, without the instance; `prediction` has no
            heatmap, but `complete`.
        """
        left_out = {"instance", *([] if tour else ["tour", "ids"]), *([] if trace else ["trace"])}
        prediction = None if self.prediction is None else self.prediction.to_dict()
        gaps = {"gap": self.gap, "proven_gap": self.proven_gap}
        values = vars(self) | {"prediction": prediction, **gaps}
        return {key: to_plain(value) for key, value in values.items() if key not in left_out}


class Results(CardList[Result]):
    """The results of a batch, in order: a list that is short to print."""

    def _total(self) -> str:
        if not self:
            return "0 results"
        parts = [f"{len(self):,} results", f"mean cost {np.mean([r.cost for r in self]):.7g}"]
        gaps = [result.gap for result in self if result.gap is not None]
        if len(gaps) == len(self):
            parts.append(f"mean gap {percent(float(np.mean(gaps)))}")
        return ", ".join([*parts, f"{sum(r.seconds for r in self):.3g} s"])


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
