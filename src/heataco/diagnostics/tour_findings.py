"""What tours say about a heatmap, in words: a quick tour, a reference, and whole searches."""

import math
from collections.abc import Iterator

from heataco.diagnostics.comparison import Answer, HeatmapComparison
from heataco.diagnostics.levels import Finding, Level, percent, weigh
from heataco.diagnostics.measures import Measures

# Beyond the first bound a warning, beyond the second a fault.
MISSING_PERCENT = (2.0, 7.0)
COVERAGE = (0.98, 0.95)
EVIDENCE_PRECISION = (0.64, 0.50)


def searched(comparison: HeatmapComparison | None) -> Iterator[Finding]:
    """Say what searches with and without the heatmap found."""
    if comparison is not None:
        level = Level.FAULT if comparison.answer is Answer.HURTS else Level.NOTE
        yield Finding(level, str(comparison))


def trusted(measures: Measures) -> Iterator[Finding]:
    """Say how far Focused trusts the heatmap, and why."""
    trust = measures.trust
    if trust is None:
        return
    level = Level.NOTE if trust.value == 1 else Level.WARNING if trust.value > 0 else Level.FAULT
    yield Finding(
        level,
        f"Focused gives it a trust of {trust.value:.2f}. Of a quick tour found without it, "
        f"{percent(trust.missing_by_heat)} of the edges are not among the candidates by score "
        f"(by distance {percent(trust.missing_by_distance)}); {trust.ahead_by_heat:.2f} wrong "
        f"candidates precede a right one (by distance {trust.ahead_by_distance:.2f}).",
    )


def missing(measures: Measures) -> Iterator[Finding]:
    """Say how much of the reference tour has no support."""
    if measures.agreement is not None:
        absent, coverage = measures.agreement.missing_percent, measures.agreement.coverage
        yield Finding(
            weigh(absent, MISSING_PERCENT),
            f"{absent:.2f} % of the reference tour's edges have no support.",
        )
        level = weigh(coverage, COVERAGE)
        if level is not Level.NOTE:
            yield Finding(
                level,
                f"Only {percent(coverage)} of the reference tour's edges are candidates.",
            )


def evidence(measures: Measures) -> Iterator[Finding]:
    """Say how much of the evidence is right."""
    agreement = measures.agreement
    if agreement is not None and not math.isnan(agreement.evidence_precision):
        yield Finding(
            weigh(agreement.evidence_precision, EVIDENCE_PRECISION),
            f"{percent(agreement.evidence_precision)} of the arcs with evidence are in the "
            f"reference tour, of all supported edges {percent(agreement.support_precision)}.",
        )


def order(measures: Measures) -> Iterator[Finding]:
    """Say whether scores or distances put the reference tour first."""
    ranking, degree = measures.ranking, measures.degrees.target
    if ranking is None:
        return
    heat, distance = ranking.recall_of(degree)
    disputed = ""
    if not math.isnan(ranking.disputed_heat):
        disputed = (
            f"; where they differ, {percent(ranking.disputed_heat)} of what the scores choose is "
            f"right, and {percent(ranking.disputed_distance)} of what the distances do"
        )
    yield Finding(
        Level.WARNING if heat < distance else Level.NOTE,
        f"By score the best {degree} of each row hold {percent(heat)} of the reference tour, by "
        f"distance {percent(distance)}{disputed}.",
    )
