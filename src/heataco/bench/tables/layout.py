"""How the results of an experiment are laid out in a table."""

from dataclasses import dataclass

from heataco._checks import require_known

# What rows and columns can be made of.
AXES = ("set", "heatmap", "method", "variant", "setting", "budget")

# What stands in a cell, with the header of its column.
CELLS = {
    "gap": "Gap %",
    "worst": "Worst %",
    "optimal": "Optimal",
    "missed": "Not optimal",
    "reached": "Reached",
    "proven": "Proven",
    "behind": "Behind",
    "time": "Time",
    "cpu": "CPU",
    "memory": "MB",
    "wtl": "W/T/L",
    "delta": "Δ %",
    "outcome": "",
}
# Of the heatmaps: header, section of the report, number.
DIAGNOSTICS = {
    "edges": ("Edges/n", "density", "edges_per_node"),
    "miss": ("Miss %", "agreement", "missing_percent"),
    "precision": ("P(e>1)", "agreement", "evidence_precision"),
}
HEADERS = CELLS | {name: header for name, (header, _, _) in DIAGNOSTICS.items()}
COMPARISONS = {"wtl", "delta", "outcome"}  # cells that only methods with a baseline have


@dataclass(frozen=True)
class TableLayout:
    """A table.

    Parameters
    ----------
    rows, columns
        Axes that make the labels of rows and columns.
    cells
        What stands under each column: keys of `CELLS`; "diagnostics" stands for those of the
        heatmaps, which have columns of their own.
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
            ("cells", self.cells, (*CELLS, "diagnostics")),
            ("group", (self.group,), AXES),
            ("bold", (self.bold,), ("", "column", "row")),
        ):
            if not names:
                raise ValueError(f"{key} is empty; known are {', '.join(known)}")
            for name in names:
                require_known(key, name, known)
