"""Parts of a result: the course of the search, the trust in the heatmap, and its prediction."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FrozenArrays
from heataco.heatmaps import Heatmap


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
