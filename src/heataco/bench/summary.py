"""The figures of a grid: what the records of each cell say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heataco.bench.grid import Cell
from heataco.bench.records import Record, is_done
from heataco.bench.statistics import (
    Comparison,
    compare,
    holm,
    mean_and_deviation,
    observations,
)


@dataclass(frozen=True)
class CellFigures:
    """The figures of one cell.

    Parameters
    ----------
    cell
        The place in the grid.
    records
        Those of its tasks that gave a result.
    gaps
        In percent, by instance and seed; without instances that have no reference.
    comparison, p_value
        With the baseline, and the p-value after the correction for the whole table.
    """

    cell: Cell
    records: tuple[Record, ...]
    gaps: Mapping[tuple[int, int], float]
    comparison: Comparison | None = None
    p_value: float | None = None

    @property
    def observations(self) -> dict[int, float]:
        """Mean gap of each instance, or of each seed where the set is one instance."""
        return observations(self.gaps, self.cell.set.single)

    @property
    def gap(self) -> tuple[float, float | None] | None:
        """Mean and deviation over the observations; None without any."""
        values = list(self.observations.values())
        return mean_and_deviation(values) if values else None

    @property
    def outcome(self) -> str:
        """The arrow; empty without comparison."""
        if self.comparison is None or self.p_value is None:
            return ""
        return str(self.comparison.outcome(self.p_value))

    def mean(self, stage: str, key: str) -> float | None:
        """Mean over the records of a figure of a stage, such as decode and seconds."""
        values = [record[stage][key] for record in self.records if record.get(stage)]
        return float(np.mean(values)) if values else None

    def report(self, section: str, key: str) -> float | None:
        """Mean over the records of a figure of their heatmap reports."""
        parts = [(record.get("report") or {}).get(section) for record in self.records]
        values = [part[key] for part in parts if part and part.get(key) is not None]
        return float(np.mean(values)) if values else None


def summarise_cells(
    cells: Sequence[Cell],
    records: Mapping[str, Record],
    correction: str = "holm",
    *,
    compared: bool = True,
) -> list[CellFigures]:
    """Return the figures of all cells, each compared with its baseline.

    Parameters
    ----------
    cells
        Of one table, for which p-values are corrected together.
    records
        By task id.
    correction
        "holm", or "none" to leave p-values as they are.
    compared
        Whether baselines are compared with, which needs SciPy.

    Raises
    ------
    ValueError
        If two records of one instance are of different data.
    """
    figures = [_figures(cell, records) for cell in cells]
    _require_same_data(figures)
    if not compared:
        return figures
    return _corrected([_compared(one, figures) for one in figures], correction)


def require_results(figures: Sequence[CellFigures], records: Mapping[str, Record]) -> None:
    """Refuse to show a grid without any result.

    Raises
    ------
    ValueError
        Saying what may be the reason.
    """
    if not any(one.records for one in figures):
        raise ValueError(
            f"none of the {len(records)} results is of this grid; run heataco bench first, and "
            "give the same --instances, --seeds, --iterations, --seconds and --threads"
        )


def _compared(one: CellFigures, figures: Sequence[CellFigures]) -> CellFigures:
    """Compare with the baseline: that with the same heat, or else that without."""
    name = one.cell.method.baseline
    if name is None or not one.gaps:
        return one
    places = {_place(other.cell, other.cell.method.name): other for other in figures}
    other = places.get(_place(one.cell, name)) or places.get(_place(one.cell, name, True))
    if other is None:
        return one
    return replace(one, comparison=compare(one.gaps, other.gaps, one.cell.set.single))


def _figures(cell: Cell, records: Mapping[str, Record]) -> CellFigures:
    found, gaps = [], {}
    for task in cell.tasks:
        record = records.get(task.id)
        if record is None or not is_done(record):
            continue
        found.append(record)
        if record.get("gap") is not None:
            gaps[task.instance.index, task.seed] = record["gap"]
    return CellFigures(cell, tuple(found), gaps)


def _place(cell: Cell, method: str, without_heat: bool = False) -> tuple[str, str, str, str]:
    heat = "" if without_heat or cell.heatmap is None else cell.heatmap.name
    return method, heat, cell.set.name, cell.budget.name


def _corrected(figures: list[CellFigures], correction: str) -> list[CellFigures]:
    compared = [f.comparison.p_value for f in figures if f.comparison is not None]
    adjusted = iter(holm(compared) if correction == "holm" else compared)
    return [f if f.comparison is None else replace(f, p_value=next(adjusted)) for f in figures]


def _require_same_data(figures: Sequence[CellFigures]) -> None:
    seen: dict[tuple[str, int], str] = {}
    for one in figures:
        for record in one.records:
            place = one.cell.set.name, record["task"]["instance"]["index"]
            digest = record["instance_digest"]
            if seen.setdefault(place, digest) != digest:
                raise ValueError(
                    f"the results hold two different instances {place[1]} of {place[0]}: the data "
                    "changed between two runs; start a new results file"
                )
