"""One cell of a table: our figure, and the paper's beside it."""

from collections.abc import Callable
from dataclasses import dataclass

from heataco.bench.paper import PaperFigures
from heataco.bench.summary import CellFigures

# The paper's diagnostics: header, section of the report, figure.
DIAGNOSTICS = {
    "edges": ("Edges/n", "density", "edges_per_node"),
    "miss": ("Miss %", "agreement", "missing_percent"),
    "precision": ("P(e>1)", "agreement", "evidence_precision"),
}
_ZERO = 5e-7  # percent; what is below is rounding


@dataclass(frozen=True)
class TableCell:
    """What a cell shows.

    Parameters
    ----------
    text
        Our figure; empty without one.
    paper
        The paper's figure; empty without one.
    value
        The number that decides which is the best of several.
    bold
        Whether it is.
    """

    text: str = ""
    paper: str = ""
    value: float | None = None
    bold: bool = False


def cell_of(one: CellFigures | None, kind: str, paper: PaperFigures) -> TableCell:
    """Return the cell of a kind; an empty one where the grid has no such place."""
    if one is None:
        return TableCell()
    published = paper.of(one.cell).get(kind, "")
    value = one.gap[0] if kind == "gap" and one.gap is not None else None
    return TableCell(_TEXTS[kind](one), published, value)


def gap_text(mean: float, deviation: float | None = None) -> str:
    """Return a gap as the paper writes it: two digits, four where these would be nought."""
    digits = 4 if 0 < abs(mean) < 0.01 else 2
    text = "0" if abs(mean) < _ZERO else f"{mean:.{digits}f}"
    if deviation is None or (text == "0" and deviation < _ZERO):
        return text
    return f"{text}±{deviation:.{digits}f}"


def time_text(seconds: float) -> str:
    """Return seconds, or minutes where they are many, as the paper does."""
    return f"{seconds:.2f} s" if seconds < 60 else f"{seconds / 60:.2f} m"


def _gap(one: CellFigures) -> str:
    return "" if one.gap is None else gap_text(*one.gap) + one.outcome


def _time(key: str) -> Callable[[CellFigures], str]:
    def text(one: CellFigures) -> str:
        decode, predict = one.mean("decode", key), one.mean("predict", key)
        if decode is None:
            return ""
        return time_text(decode) if predict is None else f"{time_text(predict)}+{time_text(decode)}"

    return text


def _wins(one: CellFigures) -> str:
    versus = one.comparison
    return "" if versus is None else f"{versus.wins}/{versus.ties}/{versus.losses}{one.outcome}"


def _diagnostic(section: str, key: str) -> Callable[[CellFigures], str]:
    def text(one: CellFigures) -> str:
        value = one.report(section, key)
        return "" if value is None else f"{value:.2f}"

    return text


_TEXTS: dict[str, Callable[[CellFigures], str]] = {
    "gap": _gap,
    "time": _time("seconds"),
    "cpu": _time("cpu_seconds"),
    "wtl": _wins,
    "outcome": lambda one: one.outcome,
    **{name: _diagnostic(section, key) for name, (_, section, key) in DIAGNOSTICS.items()},
}
