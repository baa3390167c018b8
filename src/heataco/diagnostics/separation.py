"""What the degree-aware evidence of HeatACO makes of the scores."""

from dataclasses import dataclass

import numpy as np

from heataco._arrays import FloatArray, FrozenArrays
from heataco.diagnostics.reading import Reading

LEVELS = (0.10, 0.25, 0.50, 0.75, 0.90)


@dataclass(frozen=True, eq=False, repr=False)
class Separation(FrozenArrays):
    """How far the best arcs of a row stand above those it cannot use.

    Parameters
    ----------
    rows_share
        Share of the nodes with some evidence e > 1.
    arcs_per_node
        Candidate arcs with e > 1 over nodes.
    levels, log_evidence
        Quantiles of log e over all e > 1; NaN where there is none.
    quantile
        q: the quantile of log e that the decoder takes, the paper's q_0.90.
    kappa_with_local_search, kappa_without_local_search
        κ: the exponent of the evidence; the range of the trails differs.
    trail_range_with_local_search, trail_range_without_local_search
        τ_max/τ_min.
    dropped_share
        Share of the supported arcs that the candidate lists have no room for.
    """

    rows_share: float
    arcs_per_node: float
    levels: FloatArray
    log_evidence: FloatArray
    quantile: float
    kappa_with_local_search: float
    kappa_without_local_search: float
    trail_range_with_local_search: float
    trail_range_without_local_search: float
    dropped_share: float

    @property
    def median(self) -> float:
        """The median of log e over all e > 1."""
        return float(self.log_evidence[LEVELS.index(0.50)])


def measure_separation(reading: Reading) -> Separation:
    """Summarise the evidence of all candidate arcs."""
    guidance, construction = reading.guidance, reading.construction
    evident = guidance.log_evidence > 0
    margins = guidance.log_evidence[evident]
    levels = np.array(LEVELS)
    quantiles = np.quantile(margins, levels) if len(margins) else np.full(len(levels), np.nan)
    kept, total = int(np.count_nonzero(guidance.confidence)), len(reading.supported.scores)
    return Separation(
        rows_share=float(evident.any(axis=1).mean()),
        arcs_per_node=len(margins) / reading.arcs.n,
        levels=levels,
        log_evidence=quantiles,
        quantile=guidance.quantile,
        kappa_with_local_search=guidance.kappa,
        kappa_without_local_search=construction.kappa,
        trail_range_with_local_search=guidance.trail_range,
        trail_range_without_local_search=construction.trail_range,
        dropped_share=1 - kept / total if total else 0.0,
    )
