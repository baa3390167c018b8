"""The paper's own figures, by method, heatmap and set."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from heataco.bench.experiment import Experiment
from heataco.bench.grid import Cell
from heataco.files import FileError
from heataco.files.errors import reading

NO_HEAT = "-"

Figures = Mapping[str, str]  # by the name of a table's cell: gap, time, wtl, ...


class PaperFigures:
    """Published figures of one grid; looking up what was not published gives nothing."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = table

    def of(self, cell: Cell) -> Figures:
        """Return what was published for a cell."""
        heat = NO_HEAT if cell.heatmap is None else cell.heatmap.name
        part: Any = self._table
        for key in (cell.method.name, heat, cell.set.name):
            part = part.get(key, {}) if isinstance(part, Mapping) else {}
        return {key: str(value) for key, value in part.items()}


def read_paper(experiment: Experiment) -> PaperFigures:
    """Read the figures that were published for the grid of an experiment.

    Raises
    ------
    FileError
        If the file that the experiment names is missing or no TOML.
    """
    if experiment.paper is None:
        return PaperFigures({})
    path: Path = experiment.paper
    with reading(path):
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except tomllib.TOMLDecodeError as error:
            raise FileError(path, f"is no TOML: {error}") from None
    return PaperFigures(table.get(experiment.grid_name, {}))
