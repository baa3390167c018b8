"""How the results of an experiment are laid out in a table or a figure."""

from dataclasses import dataclass

from heataco.bench._names import require_known

# What rows and columns can be made of.
AXES = ("set", "heatmap", "method", "variant", "setting", "budget")
CELLS = ("gap", "time", "cpu", "wtl", "diagnostics", "outcome")
FORMS = ("violins", "convergence", "caps", "bands")


@dataclass(frozen=True)
class TableLayout:
    """A table.

    Parameters
    ----------
    rows, columns
        Axes that make the labels of rows and columns.
    cells
        What stands under each column: gap, time, cpu, wtl (wins, ties, losses), outcome (the
        arrow alone), or, in rows of their own, diagnostics of the heatmaps.
    group
        The axis by which rows are brought together; by default the variant.
    bold
        The axis within which the lowest gap is bold: "column", "row", or "" for none.

    Raises
    ------
    ValueError
        For an unknown axis or cell.
    """

    rows: tuple[str, ...] = ("heatmap", "variant")
    columns: tuple[str, ...] = ("set",)
    cells: tuple[str, ...] = ("gap",)
    group: str = "variant"
    bold: str = ""

    def __post_init__(self) -> None:
        for key, names, known in (
            ("rows", self.rows, AXES),
            ("columns", self.columns, AXES),
            ("cells", self.cells, CELLS),
            ("group", (self.group,), AXES),
            ("bold", (self.bold,), ("", "column", "row")),
        ):
            if not names:
                raise ValueError(f"{key} is empty; known are {', '.join(known)}")
            for name in names:
                require_known(key, name, known)


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
