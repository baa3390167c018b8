"""Published numbers, by method, heatmap and set."""

import tomllib
from collections.abc import Mapping
from typing import Any

from heataco.bench.experiment import Experiment
from heataco.bench.grid import Cell
from heataco.files import FileError
from heataco.files.errors import reading

NO_HEAT = "-"


class Published:
    """Published numbers of one grid; looking up what was not published gives nothing."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = table

    def of(self, cell: Cell) -> dict[str, str]:
        """Return what was published for a cell, by the kind of a table's cell."""
        heat = NO_HEAT if cell.heatmap is None else cell.heatmap.name
        part: Any = self._table
        for key in (cell.method.name, heat, cell.set.name):
            part = part.get(key, {}) if isinstance(part, Mapping) else {}
        return {key: str(value) for key, value in part.items()}


def read_published(experiment: Experiment) -> Published:
    """Read the numbers that were published for the grid of an experiment.

    Raises
    ------
    FileError
        If the file that the experiment names is missing or not valid TOML.
    """
    path = experiment.paper
    if path is None:
        return Published({})
    with reading(path):
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except tomllib.TOMLDecodeError as error:
            raise FileError(path, f"is not valid TOML: {error}") from None
    return Published(table.get(experiment.grid_name, {}))
