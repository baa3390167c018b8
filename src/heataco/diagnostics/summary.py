"""The reports on many instances in one row: the paper's table of diagnostics."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heataco._plain import to_plain
from heataco.diagnostics.report import Report
from heataco.diagnostics.support import Bands, pooled


@dataclass(frozen=True, eq=False)
class Summary:
    """Means over the instances of a set; NaN where no instance has the figure.

    Parameters
    ----------
    instances
        How many there are.
    edges_per_node, missing_percent, evidence_precision
        The columns of the paper's table: Edges/n, Miss %, P(e>1).
    coverage, r_precision, nearest_r_precision
        As in `Agreement` and `Ranking`.
    starved_share, effective_neighbours, quantile, kappa_with_local_search,
    kappa_without_local_search, nearest_overlap, rank_correlation
        As in the sections of the report.
    trust
        Mean of `Trust.value`.
    calibration_error, brier
        As in `Calibration`.
    bands
        The edges of all instances together.
    grades
        Instances by grade, the most frequent first.
    """

    instances: int
    edges_per_node: float
    missing_percent: float
    evidence_precision: float
    coverage: float
    r_precision: float
    nearest_r_precision: float
    starved_share: float
    effective_neighbours: float
    quantile: float
    kappa_with_local_search: float
    kappa_without_local_search: float
    nearest_overlap: float
    rank_correlation: float
    trust: float
    calibration_error: float
    brier: float
    bands: Bands
    grades: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Return the summary in plain numbers, lists and texts; NaN and infinity become None."""
        plain: dict[str, Any] = to_plain(self)
        return plain


# Where a report has the measures that are averaged, by section.
_SECTIONS = {
    "density": ("edges_per_node",),
    "agreement": ("missing_percent", "evidence_precision", "coverage"),
    "ranking": ("r_precision", "nearest_r_precision"),
    "degrees": ("starved_share",),
    "spread": ("effective_neighbours",),
    "separation": ("quantile", "kappa_with_local_search", "kappa_without_local_search"),
    "nearness": ("nearest_overlap", "rank_correlation"),
    "calibration": ("brier",),
}


def summarise(reports: Sequence[Report]) -> Summary:
    """Average the reports on one source of heatmaps.

    Raises
    ------
    ValueError
        If there is no report, or they are of different thresholds.
    """
    if not reports:
        raise ValueError("reports is empty; give at least one")
    grades = Counter(str(report.verdict.grade) for report in reports)
    means = {
        name: _mean(reports, section, name)
        for section, names in _SECTIONS.items()
        for name in names
    }
    return Summary(
        instances=len(reports),
        bands=pooled([report.bands for report in reports]),
        grades=dict(grades.most_common()),
        trust=_mean(reports, "trust", "value"),
        calibration_error=_mean(reports, "calibration", "error"),
        **means,
    )


def _mean(reports: Sequence[Report], section: str, figure: str) -> float:
    """Mean over the reports that have the figure."""
    sections = [getattr(report, section) for report in reports]
    values = np.array([getattr(part, figure) for part in sections if part is not None])
    known = values[np.isfinite(values)]
    return float(known.mean()) if len(known) else float("nan")
