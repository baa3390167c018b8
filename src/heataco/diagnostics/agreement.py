"""What of a reference tour the heatmap, the candidates and the evidence hold."""

from dataclasses import dataclass

import numpy as np

from heataco._arrays import FloatArray, FrozenArrays
from heataco.diagnostics.arcs import Mask
from heataco.diagnostics.reading import Reading
from heataco.diagnostics.reference import ReferenceTour, mean, share


@dataclass(frozen=True, eq=False, repr=False)
class Agreement(FrozenArrays):
    """Support and evidence beside a reference tour; NaN where there is nothing to share.

    Parameters
    ----------
    missing_percent
        Miss %: the tour's edges without support, in percent.
    missing_percent_at
        The same at each of `Density.thresholds`.
    support_precision
        Share of the supported edges that are in the tour.
    coverage
        Share of the tour's edges of which at least one direction is a construction candidate.
    evidence_precision
        P(e>1): share of the candidate arcs with evidence that are in the tour.
    evidence_recall
        Share of the tour's edges of which at least one direction has evidence.
    """

    missing_percent: float
    missing_percent_at: FloatArray
    support_precision: float
    coverage: float
    evidence_precision: float
    evidence_recall: float


def measure_agreement(
    reading: Reading, tour: ReferenceTour, thresholds: FloatArray, in_tour: Mask
) -> Agreement:
    """Look for a tour in what the decoder reads off the heatmap.

    Parameters
    ----------
    reading, tour
        The heatmap as read, and the tour.
    thresholds
        Where to count missing edges; the decoder's own is one of them.
    in_tour
        Which of all scored arcs are in the tour.
    """
    arcs, guidance = reading.arcs, reading.guidance
    found = np.sort(arcs.scores[arcs.once & in_tour])
    missing = tour.edges - (len(found) - np.searchsorted(found, thresholds, side="right"))
    percent = np.array([100 * share(count, tour.edges) for count in missing])
    evident = guidance.log_evidence > 0
    return Agreement(
        missing_percent=float(percent[thresholds == reading.threshold][0]),
        missing_percent_at=percent,
        support_precision=mean(in_tour[arcs.once & (arcs.scores > reading.threshold)]),
        coverage=_edges_within(reading, tour, np.ones_like(evident)),
        evidence_precision=mean(tour.holds(*_marked(reading, evident))),
        evidence_recall=_edges_within(reading, tour, evident),
    )


def _edges_within(reading: Reading, tour: ReferenceTour, marked: Mask) -> float:
    """Share of the tour's edges of which at least one direction is a marked candidate."""
    sources, targets = _marked(reading, marked)
    held = tour.holds(sources, targets)
    ends = np.stack((sources[held], targets[held]))
    if tour.symmetric:
        ends.sort(axis=0)
    return share(len(np.unique(ends[0] * reading.arcs.n + ends[1])), tour.edges)


def _marked(reading: Reading, marked: Mask) -> tuple[np.ndarray, np.ndarray]:
    candidates = reading.guidance.candidates
    return np.nonzero(marked)[0], candidates[marked].astype(np.int64)
