"""Published numbers, by method, heatmap and set."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from heataco.bench.experiment import Experiment
from heataco.bench.grid import Cell
from heataco.files import FileError
from heataco.files.errors import reading

NO_HEAT = "-"


def read_published(experiment: Experiment) -> Callable[[Cell], dict[str, str]]:
    """Return what looks up the numbers that were published for a cell, by the kind of its number.

    Raises
    ------
    FileError
        If the file that the experiment names is missing or not valid TOML.
    """
    path, table = experiment.paper, {}
    if path is not None:
        with reading(path):
            try:
                table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
            except tomllib.TOMLDecodeError as error:
                raise FileError(path, f"is not valid TOML: {error}") from None

    def published(cell: Cell) -> dict[str, str]:
        heat = NO_HEAT if cell.heatmap is None else cell.heatmap.name
        part: Any = table
        for key in (experiment.grid_name, cell.method.name, heat, cell.set.name):
            part = part.get(key, {}) if isinstance(part, Mapping) else {}
        return {key: str(value) for key, value in part.items()}

    return published
