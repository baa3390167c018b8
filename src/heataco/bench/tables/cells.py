"""One cell of a table: what we measured, and what was published beside it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from heataco.bench.summary import CellSummary
from heataco.bench.tables.layout import DIAGNOSTICS

_ZERO = 5e-7  # percent; what is below is rounding
OPTIMAL = 1e-6  # percent; so is this in the gap of an optimal tour

Numbers = dict[str, Any]  # by the name of a column of a CSV file


@dataclass(frozen=True)
class TableCell:
    """What a cell shows.

    Parameters
    ----------
    text
        Our result; empty without one.
    paper
        The published one; empty without one.
    value
        The number that decides which is the best of several.
    numbers
        The result in numbers, for other programs.
    bold
        Whether it is the best.
    """

    text: str = ""
    paper: str = ""
    value: float | None = None
    numbers: Numbers = field(default_factory=dict)
    bold: bool = False


def cell_of(one: CellSummary, kind: str, digits: int = 2) -> TableCell:
    """Return the cell of a kind, its gaps with so many decimals."""
    text, numbers = _GAPS[kind](one, digits) if kind in _GAPS else _WRITERS[kind](one)
    value = one.gap[0] if kind == "gap" and one.gap is not None else None
    return TableCell(text, one.cell.published.get(kind, ""), value, numbers)


def gap_digits(summaries: Iterable[CellSummary], kind: str) -> int:
    """Return the decimals of the gaps of a column: two, or four if one would be shown as 0.00."""
    if kind not in _GAPS:
        return 2
    gaps = [next(iter(_GAPS[kind](one, 2)[1].values())) for one in summaries]
    return 4 if any(gap is not None and _ZERO <= abs(gap) < 0.005 for gap in gaps) else 2


def gap_text(mean: float, deviation: float | None = None, digits: int = 2) -> str:
    """Return a gap with its deviation, in percent; 0 for one that is only rounding."""
    text = "0" if abs(mean) < _ZERO else f"{mean:.{digits}f}"
    if deviation is None or (text == "0" and deviation < _ZERO):
        return text
    return f"{text}±{deviation:.{digits}f}"


def time_text(seconds: float) -> str:
    """Return seconds, or minutes where they are many, as the paper does."""
    return f"{seconds:.2f} s" if seconds < 60 else f"{seconds / 60:.2f} m"


Written = tuple[str, Numbers]


def _gap(one: CellSummary, digits: int) -> Written:
    mean, deviation = one.gap or (None, None)
    numbers = {"gap": mean, "gap_sd": deviation, "gap_outcome": one.outcome.strip()}
    return "" if mean is None else gap_text(mean, deviation, digits) + one.outcome, numbers


def _worst(one: CellSummary, digits: int) -> Written:
    worst = max(one.gaps.values(), default=None)
    return "" if worst is None else gap_text(worst, digits=digits), {"gap_max": worst}


def _share(
    name: str, hits: Callable[[CellSummary], list[bool]]
) -> Callable[[CellSummary], Written]:
    def written(one: CellSummary) -> Written:
        found = hits(one)
        text = f"{sum(found)} of {len(found)}" if found else ""
        return text, {name: sum(found) if found else None, f"{name}_of": len(found)}

    return written


def _missed(one: CellSummary) -> Written:
    """Name the instances of which a run was not optimal, with the gaps of all their runs."""
    gaps: dict[str, list[float]] = {}
    for place, gap in one.gaps.items():
        gaps.setdefault(str(one.records[place]["instance"]), []).append(gap)
    missed = {name: all_ for name, all_ in gaps.items() if max(all_) >= OPTIMAL}
    text = ", ".join(
        f"{name} {' '.join(f'{gap:.4f}' for gap in all_)}" for name, all_ in missed.items()
    )
    return text, {"missed_instances": len(missed) if gaps else None}


def _stopped(reason: str) -> Callable[[CellSummary], list[bool]]:
    def hits(one: CellSummary) -> list[bool]:
        reasons = one.values("stop_reason") if one.cell.kind == "decoder" else []
        return [found == reason for found in reasons]

    return hits


def _time(key: str) -> Callable[[CellSummary], Written]:
    def written(one: CellSummary) -> Written:
        decode, predict = one.mean("decode", key), one.mean("predict", key)
        numbers = {f"decode_{key}": decode, f"predict_{key}": predict}
        if decode is None:
            return "", numbers
        text = time_text(decode)
        return text if predict is None else f"{time_text(predict)}+{text}", numbers

    return written


def _memory(one: CellSummary) -> Written:
    most = max(one.values("peak_megabytes"), default=None)
    return "" if most is None else f"{most:.0f}", {"megabytes": most}


def _wins(one: CellSummary) -> Written:
    versus = one.comparison
    if versus is None:
        return "", {"wins": None, "ties": None, "losses": None, "wtl_outcome": None}
    numbers = {"wins": versus.wins, "ties": versus.ties, "losses": versus.losses}
    text = f"{versus.wins}/{versus.ties}/{versus.losses}{one.outcome}"
    return text, numbers | {"wtl_outcome": one.outcome.strip()}


def _delta(one: CellSummary) -> Written:
    versus = one.comparison
    if versus is None:
        return "", {"delta": None, "p_value": None}
    text = f"{versus.delta:+.4f} (p = {versus.p_value:.4f})"
    return text, {"delta": versus.delta, "p_value": versus.p_value}


def _diagnostic(section: str, key: str) -> Callable[[CellSummary], Written]:
    def written(one: CellSummary) -> Written:
        value = one.mean("report", section, key)
        return "" if value is None else f"{value:.2f}", {key: value}

    return written


_GAPS: dict[str, Callable[[CellSummary, int], Written]] = {"gap": _gap, "worst": _worst}
_WRITERS: dict[str, Callable[[CellSummary], Written]] = {
    "optimal": _share("optimal", lambda one: [gap < OPTIMAL for gap in one.gaps.values()]),
    "missed": _missed,
    "reached": _share("reached", _stopped("target")),
    "proven": _share("proven", _stopped("complete")),
    "behind": _share("behind", lambda one: list(one.behind.values())),
    "time": _time("seconds"),
    "cpu": _time("cpu_seconds"),
    "memory": _memory,
    "wtl": _wins,
    "delta": _delta,
    "outcome": lambda one: (one.outcome.strip(), {"outcome": one.outcome.strip()}),
    **{name: _diagnostic(section, key) for name, (_, section, key) in DIAGNOSTICS.items()},
}
