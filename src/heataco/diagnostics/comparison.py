"""The comparison of searches with and without a heatmap, and its answer in one sentence."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np

from heataco._arrays import FloatArray, FrozenArrays
from heataco._cards import html_table, percent
from heataco._paired import Comparison, Outcome, compare_changes
from heataco._plain import to_plain
from heataco.results import Budget

_LEAST_P = 1e-4  # smaller p-values are not told apart
_MAX_DIGITS = 6


class Answer(StrEnum):
    """Whether a heatmap helps a search."""

    HELPS = "helps"
    NO_HELP = "does not help"
    HURTS = "hurts"
    TOO_FEW = "too few observations"
    TOO_SHORT = "too little time"


_BY_OUTCOME = {
    Outcome.BETTER: Answer.HELPS,
    Outcome.EQUAL: Answer.NO_HELP,
    Outcome.WORSE: Answer.HURTS,
    Outcome.TOO_FEW: Answer.TOO_FEW,
}


@dataclass(frozen=True, eq=False, repr=False)
class HeatmapComparison(FrozenArrays):
    """Searches with and without a heatmap, with equal budgets and seeds.

    An observation is the mean over the seeds of an instance, or a seed where there is a single
    instance. The answer is that of the two-sided paired signed-rank test over the observations.
    `str` gives it as a sentence.

    Parameters
    ----------
    decoder
        Name of the decoder.
    budget
        What each search could spend.
    best_known
        Best-known cost of each instance; NaN where there is none.
    costs_with, costs_without
        Costs of the tours, of shape (instances, seeds).
    trusts
        How far each search with the heatmap trusted it; NaN where it did not measure that.
    started
        Whether the time was enough for an iteration in at least one search of each kind.
    """

    decoder: str
    budget: Budget
    best_known: FloatArray
    costs_with: FloatArray
    costs_without: FloatArray
    trusts: FloatArray
    started: bool = True

    @property
    def instances(self) -> int:
        """How many instances were searched."""
        return len(self.costs_with)

    @property
    def seeds(self) -> int:
        """How many seeds each instance was searched with."""
        return int(self.costs_with.shape[1])

    @property
    def trust(self) -> float:
        """Mean trust over the searches that measured it; NaN where none did."""
        known = self.trusts[np.isfinite(self.trusts)]
        return float(known.mean()) if len(known) else math.nan

    @property
    def gap_with(self) -> float | None:
        """Mean gap with the heatmap, in percent; None unless all best-known costs are given."""
        return self._mean_gap(self.costs_with)

    @property
    def gap_without(self) -> float | None:
        """Mean gap without the heatmap, in percent; None unless all best-known costs are given."""
        return self._mean_gap(self.costs_without)

    @cached_property
    def changes(self) -> FloatArray:
        """By how much the heatmap lengthens the tour, in percent, for each observation.

        Differences of gaps; where these are unknown, relative to the tour without the heatmap.
        """
        base = self.best_known[:, np.newaxis] if self._gaps_known else self.costs_without
        change = self.costs_with - self.costs_without
        relative = np.divide(change, base, out=np.sign(change), where=base > 0)
        percent: FloatArray = 100 * relative.mean(axis=0 if self.instances == 1 else 1)
        return percent

    @cached_property
    def test(self) -> Comparison:
        """Wins, ties, losses and the signed-rank test of the observations."""
        return compare_changes(self.changes)

    @property
    def answer(self) -> Answer:
        """Whether the heatmap helps: by the test, at a significance of 5 %."""
        return _BY_OUTCOME[self.test.outcome()] if self.started else Answer.TOO_SHORT

    def __str__(self) -> str:
        observations = "seeds" if self.instances == 1 else "instances"
        conclusion = {
            Answer.TOO_FEW: f"too few {observations} to tell",
            Answer.TOO_SHORT: "too little time to tell",
        }.get(self.answer, f"it {self.answer}")
        return f"{self._subject()}: {self._lengths()}, {self._wins()}: {conclusion}."

    def _facts(self) -> Mapping[str, Any]:
        return {
            "decoder": self.decoder,
            "answer": self.answer,
            "instances": self.instances,
            "seeds": self.seeds,
            "gap_with": percent(self.gap_with),
            "gap_without": percent(self.gap_without),
            "difference": percent(self.test.delta),
            "p_value": self.test.p_value if self.test.testable else None,
            "trust": None if math.isnan(self.trust) else self.trust,
        }

    def _repr_html_(self) -> str:
        return html_table(str(self), self._texts().items())

    def to_dict(self) -> dict[str, Any]:
        """Return answer, sentence and numbers ready for JSON; unknown numbers become None."""
        plain: dict[str, Any] = to_plain(
            {
                "sentence": str(self),
                "answer": self.answer,
                "instances": self.instances,
                "seeds": self.seeds,
                "gap_with": self.gap_with,
                "gap_without": self.gap_without,
                "difference": self.test.delta,
                "wins": self.test.wins,
                "ties": self.test.ties,
                "losses": self.test.losses,
                "p_value": self.test.p_value,
                "trust": self.trust,
                "decoder": self.decoder,
                "budget": self.budget,
                "costs_with": self.costs_with,
                "costs_without": self.costs_without,
            }
        )
        return plain

    @property
    def _gaps_known(self) -> bool:
        return bool((self.best_known > 0).all())

    def _mean_gap(self, costs: FloatArray) -> float | None:
        if not self._gaps_known:
            return None
        return float(np.mean(100 * (costs / self.best_known[:, np.newaxis] - 1)))

    def _subject(self) -> str:
        if self.instances > 1:
            return f"On {self.instances} instances"
        return f"On one instance with {self.seeds} seed{'s' if self.seeds > 1 else ''}"

    def _lengths(self) -> str:
        difference = self.test.delta
        digits = 3
        if difference:
            digits = min(max(digits, 1 - math.floor(math.log10(abs(difference)))), _MAX_DIGITS)
        gap_with, gap_without = self.gap_with, self.gap_without
        if gap_with is not None and gap_without is not None:
            return f"{gap_with:z.{digits}f} % with, {gap_without:z.{digits}f} % without"
        if not difference:
            return "tours of equal length with and without"
        comparative = "shorter" if difference < 0 else "longer"
        return f"tours {abs(difference):.{digits}f} % {comparative} with it"

    def _wins(self) -> str:
        test = self.test
        if test.ties == test.wins + test.ties + test.losses:
            return "equal on all"
        words = f"better on {test.wins}" + (f", worse on {test.losses}" if test.losses else "")
        if not test.testable:
            return words
        small = test.p_value < _LEAST_P
        p_value = f"p < {_LEAST_P:.4f}" if small else f"p = {test.p_value:.2g}"
        return f"{words} ({p_value}{', not significant' if self._is_chance else ''})"

    @property
    def _is_chance(self) -> bool:
        return self.test.outcome() is Outcome.EQUAL
