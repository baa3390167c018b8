"""Claims about methods, each decided by the records: a table with one row per claim."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any

from heataco._checks import require_known
from heataco._paired import Outcome
from heataco._settings import build
from heataco.bench.experiment_files import load_toml
from heataco.bench.header import AXES
from heataco.bench.store import Results
from heataco.bench.summary import CellSummary, compare_with, corrected, counterpart, summarise
from heataco.bench.tables.cells import TableCell, cell_of
from heataco.bench.tables.notes import notes_of
from heataco.bench.tables.table import Row, Table
from heataco.files.errors import reading

_EXPECTED = {"better": Outcome.BETTER, "worse": Outcome.WORSE}
_LISTS = ("set", "heatmap", "method", "against", "budget")


class Verdict(StrEnum):
    """What the records say of a claim."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    NOT_RUN = "not run"


@dataclass(frozen=True)
class Claim:
    """A method is better, or worse, than another one.

    Parameters
    ----------
    claim
        In words.
    experiment
        The one whose records decide.
    set, heatmap, method
        The cell; the heatmap is empty where none is read.
    against
        The method that it is compared with, with the same heat or without; by default the
        baseline of the experiment.
    budget
        The name of the budget, where the cell has several.
    expected
        better or worse.

    Raises
    ------
    ValueError
        For another expectation.
    """

    claim: str
    experiment: str
    set: str
    method: str
    heatmap: str = ""
    against: str = ""
    budget: str = ""
    expected: str = "better"

    def __post_init__(self) -> None:
        require_known("expected", self.expected, _EXPECTED)

    def verdict(self, one: CellSummary | None) -> Verdict:
        """Decide, given the cell with its comparison; None without results."""
        if one is None or one.comparison is None:
            return Verdict.NOT_RUN
        outcome = one.comparison.outcome(one.p_value)
        if outcome in (Outcome.EQUAL, Outcome.TOO_FEW):
            return Verdict.UNDECIDED
        return Verdict.CONFIRMED if outcome is _EXPECTED[self.expected] else Verdict.REFUTED


@dataclass(frozen=True)
class Claims:
    """Claims that are tested together, under a title."""

    title: str
    claims: tuple[Claim, ...]


def holds_claims(path: Path) -> bool:
    """Tell whether a file of TOML has claims; a FileError if it is none."""
    with reading(path):
        return "claims" in load_toml(path)


def read_claims(path: Path) -> Claims:
    """Read claims; lists in set, heatmap, method, against or budget make one for each combination.

    Raises
    ------
    FileError
        If the file is missing, not valid TOML, or has unknown keys.
    """
    with reading(path):
        table = load_toml(path)
        for key in table:
            require_known("key", key, ("title", "claims"))
        entries = table.get("claims")
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            raise ValueError("claims is not a list of tables; write [[claims]] before each")
        found = [one for entry in entries for one in _expanded(entry)]
        made = tuple(build(Claim, "[[claims]]", one) for one in found)
        return Claims(str(table.get("title", path.stem)), made)


def _expanded(entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    lists = {key: entry[key] for key in _LISTS if isinstance(entry.get(key), list)}
    for values in product(*lists.values()):
        one = dict(entry) | dict(zip(lists, values, strict=True))
        text = str(one.get("claim", ""))
        for key in _LISTS:
            text = text.replace(f"{{{key}}}", str(one.get(key, "")))
        yield one | {"claim": text}


def claims_table(claims: Claims, results: Results, correction: str = "holm") -> Table:
    """Decide claims, the p-values of all of them corrected together.

    Raises
    ------
    ValueError
        If a claim names a cell that its experiment does not have, or several.
    """
    cells = _cells(claims.claims, results)
    tested = iter(corrected([one for one in cells if one is not None], correction))
    decided = [None if one is None else next(tested) for one in cells]
    shown = [one for one in decided if one is not None]
    verdicts = [claim.verdict(one) for claim, one in zip(claims.claims, decided, strict=True)]
    rows = [
        Row((claim.claim,), _row(one, verdict))
        for claim, one, verdict in zip(claims.claims, decided, verdicts, strict=True)
    ]
    counts = ", ".join(f"{verdicts.count(each)} {each}" for each in Verdict)
    notes = (
        f"{counts}. Confirmed and refuted: the difference is significant, in the direction of the "
        "claim or against it; undecided: it is not significant, or instances are too few.",
        *notes_of(shown, correction)[1:],
    )
    columns = (("", "W/T/L"), ("", "Δ %"), ("", "p"), ("", "Verdict"))
    return Table(claims.title, ("Claim",), columns, tuple(rows), notes)


def _row(one: CellSummary | None, verdict: Verdict) -> tuple[TableCell, ...]:
    last = TableCell(str(verdict), numbers={"verdict": str(verdict)})
    if one is None or one.comparison is None:
        return TableCell(), TableCell(), TableCell(), last
    test, p = one.comparison, one.p_value
    return (
        cell_of(one, "wtl"),
        TableCell(f"{test.delta:+.4f}", numbers={"delta": test.delta}),
        TableCell("" if p is None else f"{p:.2g}", numbers={"p_value": p}),
        last,
    )


def _cells(claims: Sequence[Claim], results: Results) -> list[CellSummary | None]:
    """Return the cell of each claim with its comparison; None where there are no results."""
    known = {name for header in results.headers for name in (header.name, header.grid_name)}
    grids: dict[str, list[CellSummary]] = {}
    found: list[CellSummary | None] = []
    for claim in claims:
        if claim.experiment not in known:
            found.append(None)
            continue
        if claim.experiment not in grids:
            grids[claim.experiment] = summarise(
                results.header(claim.experiment, ()), results, compared=False
            )
        found.append(_cell(claim, grids[claim.experiment]))
    return found


def _cell(claim: Claim, summaries: Sequence[CellSummary]) -> CellSummary | None:
    wanted = claim.set, claim.heatmap, claim.method
    found = {s.cell.budget: s for s in summaries if s.cell.place[: len(AXES) - 1] == wanted}
    start = f"claim {claim.claim!r}:"
    if not found:
        raise ValueError(
            f"{start} {claim.experiment} has no cell of {claim.method} with heat "
            f"{claim.heatmap!r} on {claim.set!r}"
        )
    if claim.budget:
        require_known(f"{start} budget", claim.budget, found)
    elif len(found) > 1:
        raise ValueError(f"{start} budget is missing; give one of {', '.join(found)}")
    one = found[claim.budget or next(iter(found))]
    if claim.against:
        methods = dict.fromkeys(other.cell.method for other in summaries)
        known = [each for each in methods if counterpart(each, one.cell, summaries) is not None]
        require_known(f"{start} against", claim.against, known)
    compared = compare_with(claim.against or one.cell.baseline, one, summaries)
    return None if compared.comparison is None else compared
