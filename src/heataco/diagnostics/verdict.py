"""The grade of a heatmap, as it follows from measures and findings."""

from dataclasses import dataclass, replace
from enum import StrEnum

from heataco.diagnostics.comparison import Answer, HeatmapComparison
from heataco.diagnostics.findings import find
from heataco.diagnostics.levels import Finding, Level
from heataco.diagnostics.measures import Measures

MIN_ROWS = 0.05  # share of rows with evidence below which the scores tell nothing apart
SMALLEST_MARGIN = 1e-3  # q: the rounding of half precision
MOSTLY_WRONG = 0.5  # P(e>1)
MOSTLY_RIGHT = 0.75  # P(e>1): well above the 0.70 that the nearest nodes reach
SHARP_ROW = 2.0  # effective neighbours, in units of d*


class Grade(StrEnum):
    """How far a heatmap can be relied on, from the best grade to the worst."""

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
_ONLY_FORM = " Whether these are the right ones, only a reference tour or a search can tell."
_HELPED = " Searches with them find shorter tours."
_BELOW_DISTANCE = " Plain distance does better."


@dataclass(frozen=True)
class Verdict:
    """The conclusion of a report.

    Parameters
    ----------
    grade
        One word.
    meaning
        A sentence about it.
    findings
        Why, from the heaviest to the lightest.
    by_reference
        Whether there was a reference tour. Without one, no heatmap is graded misleading.
    worse_than_distance
        Whether plain distance does better: by searches without the heatmap, or else by the trust
        of `Focused` or the order of a reference tour's edges.
    distance_grade
        The grade of `Distance` for this instance, the upper limit for such a heatmap; None if the
        heatmap is not worse.
    """

    grade: Grade
    meaning: str
    findings: tuple[Finding, ...]
    by_reference: bool
    worse_than_distance: bool = False
    distance_grade: Grade | None = None

    def limited(self, distance_grade: Grade) -> "Verdict":
        """Return the verdict with a grade no better than that of plain distance."""
        limited = replace(self, distance_grade=distance_grade)
        order = list(Grade)
        if order.index(self.grade) >= order.index(distance_grade):
            return limited
        meaning = f"Plain distance does better, and is graded {distance_grade} itself."
        return replace(limited, grade=distance_grade, meaning=meaning)


def judge(measures: Measures, comparison: HeatmapComparison | None = None) -> Verdict:
    """Grade a heatmap by its measures and, where there are any, by searches with and without it."""
    findings = find(measures, comparison)
    grade = _grade(measures, findings)
    by_reference = measures.agreement is not None
    answer = None if comparison is None else comparison.answer
    worse = _is_worse_than_distance(measures, answer)
    meaning = _MEANINGS[grade]
    if grade in (Grade.SHARP, Grade.USABLE):
        if answer is Answer.HELPS:
            meaning += _HELPED
        elif not by_reference:
            meaning += _ONLY_FORM
        elif grade is Grade.SHARP:
            meaning += _CONFIRMED
    if worse:
        meaning += _BELOW_DISTANCE
    return Verdict(grade, meaning, findings, by_reference, worse)


def _grade(measures: Measures, findings: tuple[Finding, ...]) -> Grade:
    if measures.density.edges_per_node == 0:
        return Grade.EMPTY
    separation = measures.separation
    if separation.rows_share < MIN_ROWS or separation.quantile < SMALLEST_MARGIN:
        return Grade.UNINFORMATIVE
    if _is_misleading(measures):
        return Grade.MISLEADING
    levels = {finding.level for finding in findings}
    if Level.FAULT in levels:
        return Grade.WEAK
    return Grade.SHARP if Level.WARNING not in levels and _is_sharp(measures) else Grade.USABLE


def _is_sharp(measures: Measures) -> bool:
    if measures.agreement is not None:
        return measures.agreement.evidence_precision >= MOSTLY_RIGHT
    return measures.spread.effective_neighbours <= SHARP_ROW * measures.degrees.target


def _is_misleading(measures: Measures) -> bool:
    """Most evidence is wrong, and the distances alone would have done better.

    A worse order alone is not enough: UTSP's is worse than that of the distances, and yet its
    evidence helps the search. Nor is wrong evidence, if the distances do even worse.
    """
    if measures.agreement is None or measures.ranking is None:
        return False
    heat, distance = measures.ranking.recall_of(measures.degrees.target)
    return measures.agreement.evidence_precision < MOSTLY_WRONG and heat < distance


def _is_worse_than_distance(measures: Measures, answer: Answer | None) -> bool:
    """Plain distance does better in searches or, where these do not decide, beside tours."""
    if answer in (Answer.HELPS, Answer.HURTS):
        return answer is Answer.HURTS
    if measures.density.edges_per_node == 0:  # searched as if there were no heatmap
        return False
    if measures.ranking is not None:
        heat, distance = measures.ranking.recall_of(measures.degrees.target)
        if heat < distance:
            return True
    return measures.trust is not None and measures.trust.value < 1
