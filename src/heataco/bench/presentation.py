"""How the results of an experiment are shown: what its file and its results file both say."""

from dataclasses import dataclass
from typing import Any

from heataco._checks import require_known
from heataco.bench.tables.layout import TableLayout

# Each is a function of `figures.drawing`.
FORMS = ("violins", "convergence", "caps", "bands")


@dataclass(frozen=True)
class FigureLayout:
    """A figure.

    Parameters
    ----------
    form
        violins (gaps of the instances), convergence (mean gap by iteration), caps (mean gap by
        evidence cap) or bands (confidence bands of the heatmaps).
    settings
        The settings that are shown; by default all.

    Raises
    ------
    ValueError
        For an unknown form.
    """

    form: str
    settings: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        require_known("form", self.form, FORMS)


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
