"""How the results of an experiment are shown: what its file and its results file both say."""

from dataclasses import dataclass
from typing import Any

from heataco.bench.figures.layout import FigureLayout
from heataco.bench.tables.layout import TableLayout

LAYOUTS: dict[str, type[Any]] = {"table": TableLayout, "figure": FigureLayout}


@dataclass(frozen=True, kw_only=True)
class Presentation:
    """How results are shown.

    Parameters
    ----------
    name
        Of the experiment: the stem of its file.
    title
        One line.
    table, figure
        The layouts; None where there is none.
    """

    name: str
    title: str
    table: TableLayout | None = None
    figure: FigureLayout | None = None
