"""The grade of a heatmap, as it follows from figures and findings."""

from dataclasses import dataclass
from enum import StrEnum

from heataco.diagnostics.figures import Figures
from heataco.diagnostics.findings import Finding, Level, find

MIN_ROWS = 0.05  # share of rows with evidence below which the scores tell nothing apart
SMALLEST_MARGIN = 1e-3  # q: the rounding of half precision
MOSTLY_WRONG = 0.5  # P(e>1)
MOSTLY_RIGHT = 0.75  # P(e>1): well above the 0.70 that the nearest nodes reach
SHARP_ROW = 2.0  # effective neighbours, in units of d*


class Grade(StrEnum):
    """How far a heatmap can be relied on; without reference tour, by the form of its scores."""

    SHARP = "sharp"
    USABLE = "usable"
    WEAK = "weak"
    UNINFORMATIVE = "uninformative"
    EMPTY = "empty"
    MISLEADING = "misleading"


_MEANINGS = {
    Grade.SHARP: "The scores single out few edges in each row.",
    Grade.USABLE: "The scores narrow the choice of edges and can guide a search.",
    Grade.WEAK: "The scores have a serious fault; their help cannot be counted on.",
    Grade.UNINFORMATIVE: "The scores hardly tell edges apart; what differs may be noise.",
    Grade.EMPTY: "No score is above the threshold; HeatACO would search without guidance.",
    Grade.MISLEADING: "The scores point to wrong edges more often than to right ones; without "
    "local search, expect plain MMAS to do better.",
}
_CONFIRMED = " Most of them are in the reference tour."
_ONLY_FORM = " Whether these are the right ones, only a reference tour can tell."


@dataclass(frozen=True)
class Verdict:
    """What a report comes to.

    Parameters
    ----------
    grade
        One word.
    meaning
        A sentence about it.
    findings
        Why, from the heaviest to the lightest.
    by_reference
        Whether a reference tour was looked at. Without one nothing can be found misleading.
    """

    grade: Grade
    meaning: str
    findings: tuple[Finding, ...]
    by_reference: bool


def judge(figures: Figures) -> Verdict:
    """Grade a heatmap by its figures."""
    findings = find(figures)
    grade = _grade(figures, findings)
    by_reference = figures.agreement is not None
    meaning = _MEANINGS[grade]
    if grade is Grade.SHARP and by_reference:
        meaning += _CONFIRMED
    if grade in (Grade.SHARP, Grade.USABLE) and not by_reference:
        meaning += _ONLY_FORM
    return Verdict(grade, meaning, findings, by_reference)


def _grade(figures: Figures, findings: tuple[Finding, ...]) -> Grade:
    if figures.density.edges_per_node == 0:
        return Grade.EMPTY
    separation = figures.separation
    if separation.rows_share < MIN_ROWS or separation.quantile < SMALLEST_MARGIN:
        return Grade.UNINFORMATIVE
    if _is_misleading(figures):
        return Grade.MISLEADING
    levels = {finding.level for finding in findings}
    if Level.FAULT in levels:
        return Grade.WEAK
    return Grade.SHARP if Level.WARNING not in levels and _is_sharp(figures) else Grade.USABLE


def _is_sharp(figures: Figures) -> bool:
    if figures.agreement is not None:
        return figures.agreement.evidence_precision >= MOSTLY_RIGHT
    return figures.spread.effective_neighbours <= SHARP_ROW * figures.degrees.target


def _is_misleading(figures: Figures) -> bool:
    """Most evidence is wrong, and the distances alone would have done better.

    A worse order alone is no proof: that of UTSP does worse than the distances, and yet its
    evidence helps the search. Nor is wrong evidence where the distances do worse still.
    """
    if figures.agreement is None or figures.ranking is None:
        return False
    heat, distance = figures.ranking.recall_of(figures.degrees.target)
    return figures.agreement.evidence_precision < MOSTLY_WRONG and heat < distance
