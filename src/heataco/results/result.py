"""The result of a search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FrozenArrays, sealed
from heataco._cards import CardList, Text, number, percent
from heataco._pictures import draw
from heataco._plain import to_plain
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, excess
from heataco.results.details import Prediction, Trace, Trust
from heataco.results.limits import StopReason

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False, repr=False)
class Result(FrozenArrays):
    """The best tour that a decoder found.

    Parameters
    ----------
    tour
        The nodes in order, int32, a permutation of 0 … n−1.
    cost
        Its length, computed in float64 from the instance; for an open path without the closing
        edge.
    iterations
        Iterations finished; 0 for decoders without any.
    seconds
        Wall-clock seconds of the decoding, preparation included; if `solve` predicted the heatmap,
        including the prediction.
    cpu_seconds
        CPU seconds of the same, over all threads of the process; in a batch, of the thread that
        decoded the instance.
    stop_reason
        Why the search ended.
    trace
        Its course.
    trust
        How far the heatmap was trusted; None for decoders that do not measure it, and without a
        heatmap.
    prediction
        How `solve` predicted the heatmap; None if it did not.
    instance
        What was decoded; None for a result that was made by hand.
    ids
        The ids of the nodes in the order of the tour; None where the instance has none.
    bound
        A lower bound on the cost of all tours, from `lower_bound`; None if it was not requested.
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
    ids: tuple[str | int, ...] | None = None
    bound: float | None = None
    instance: Instance | None = None
    closed: bool = True

    @property
    def proven_gap(self) -> float | None:
        """Upper bound on the gap to the optimum, in percent; None without a bound."""
        return None if self.bound is None else excess(self.cost, self.bound)

    @property
    def gap(self) -> float | None:
        """Excess over the instance's best-known cost, in percent; None where none is known.

        The best-known cost belongs to closed tours, so open paths have no gap.
        """
        return None if self.instance is None or not self.closed else self.instance.gap(self.cost)

    @property
    def start(self) -> int:
        """The first node of the tour."""
        return int(self.tour[0])

    @property
    def end(self) -> int | None:
        """The last node of an open path; None for a closed tour, which returns to its start."""
        return None if self.closed else int(self.tour[-1])

    def begun_before(self, seconds: float, cpu_seconds: float) -> "Result":
        """Return the result with earlier time added, to its trace as well."""
        trace = self.trace._changed(seconds=sealed(self.trace.seconds + seconds))
        return self._changed(
            seconds=self.seconds + seconds, cpu_seconds=self.cpu_seconds + cpu_seconds, trace=trace
        )

    def plot(self, heatmap: Heatmap | None = None, *, ax: "Axes | None" = None) -> "Axes":
        """Draw the tour, over a heatmap if one is given; see `heataco.plotting.plot_tour`.

        Raises
        ------
        ValueError
            If the result has no instance, or as `plot_tour` does.
        """
        if self.instance is None:
            raise ValueError("the result has no instance; draw it with heataco.plotting.plot_tour")
        axes: Axes = draw("plot_tour", self.instance, self.tour, heatmap, closed=self.closed, ax=ax)
        return axes

    def _facts(self) -> Mapping[str, Any]:
        return {
            "instance": None if self.instance is None else self.instance.name or None,
            "n": len(self.tour),
            "path": None if self.closed else self._ends(),
            "cost": self.cost,
            "gap": percent(self.gap),
            "proven_gap": percent(self.proven_gap),
            "iterations": self.iterations,
            "seconds": float(f"{self.seconds:.3g}"),
            "stop_reason": self.stop_reason,
            "trust": None if self.trust is None else float(f"{self.trust.value:.3g}"),
        }

    def _ends(self) -> Text:
        """Name both ends, by id where there are ids: ids of one line each, in quotation marks."""
        names = (self.start, self.end) if self.ids is None else (self.ids[0], self.ids[-1])
        return Text("from {!r} to {!r}".format(*names))

    def to_dict(self, *, tour: bool = True, trace: bool = False) -> dict[str, Any]:
        """Return the result ready for JSON: NaN and infinite numbers become None.

        Parameters
        ----------
        tour, trace
            Whether to include these fields, which can be long; `ids` come with the tour.

        Returns
        -------
        dict
            The fields, `gap`, `proven_gap`, `start` and `end` by name, without the instance;
            `prediction` has no heatmap, but `complete`.
        """
        left_out = {"instance", *([] if tour else ["tour", "ids"]), *([] if trace else ["trace"])}
        prediction = None if self.prediction is None else self.prediction.to_dict()
        derived = {name: getattr(self, name) for name in ("gap", "proven_gap", "start", "end")}
        values = vars(self) | {"prediction": prediction, **derived}
        return {key: to_plain(value) for key, value in values.items() if key not in left_out}


class Results(CardList[Result]):
    """The results of a batch, in order: a list with a short `repr`."""

    def _total(self) -> str:
        if not self:
            return "0 results"
        cost = float(np.mean([result.cost for result in self]))
        parts = [f"{len(self):,} results", f"mean cost {number(cost)}"]
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
