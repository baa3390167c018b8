"""Experiments from TOML files."""

import sys
import tomllib
from pathlib import Path
from typing import Any

from heataco._checks import require_known
from heataco._settings import build
from heataco.bench.experiment import AXES, Experiment
from heataco.bench.presentation import LAYOUTS
from heataco.bench.sets import expanded
from heataco.files import FileError
from heataco.files.errors import PathLike, reading

_GRID_KEYS = (*AXES, "seeds", "threads")
_KEYS = ("title", "grid", "paper", *_GRID_KEYS, "table", "figure")
_MAX_SIZE = 1 << 24  # bytes; without it a device would be read for ever


def read_experiment(path: PathLike) -> Experiment:
    """Read an experiment.

    Raises
    ------
    FileError
        If the file is missing, not valid TOML, or holds unknown keys or names, with the nearest
        known.
    """
    path = Path(path)
    with reading(path):
        table = _load(path)
        grid, grid_path = table, path
        if "grid" in table:
            grid_path = path.parent / str(table["grid"])
            both = [key for key in _GRID_KEYS if key in table]
            if both:
                raise ValueError(f"grid and {both[0]} exclude each other; leave {both[0]} out")
            with reading(grid_path):
                grid = _load(grid_path)
        folder = str(grid_path.resolve().parent)
        if folder not in sys.path:  # so that "module:Class" finds modules beside the grid
            sys.path.append(folder)
        return _experiment(path, table, grid_path, grid)


def load_toml(path: Path) -> dict[str, Any]:
    """Read a table of TOML; a FileError if it is none."""
    with open(path, "rb") as file:
        content = file.read(_MAX_SIZE + 1)
    if len(content) > _MAX_SIZE:
        raise FileError(path, f"has more than {_MAX_SIZE} bytes, so it is no table of TOML")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(path, f"is not valid TOML: {error}") from None


def _load(path: Path) -> dict[str, Any]:
    table = load_toml(path)
    for key in table:
        require_known("key", key, _KEYS)
    return table


def _experiment(
    path: Path, table: dict[str, Any], grid_path: Path, grid: dict[str, Any]
) -> Experiment:
    values: dict[str, Any] = {}
    for key, layout in LAYOUTS.items():
        if key in table:
            values[key] = build(layout, f"[{key}]", _table(key, table[key]))
    for key, kind in AXES.items():
        entries = grid.get(key, [])
        if not isinstance(entries, list):
            raise ValueError(f"{key} is not a list; write [[{key}]] before each entry")
        if key == "sets":
            entries = [one for entry in entries for one in expanded(_table(key, entry))]
        if entries or key != "budgets":
            values[key] = tuple(_entry(kind, key, entry) for entry in entries)
    values |= {key: grid[key] for key in ("seeds", "threads") if key in grid}
    beside, paper = path.parent, table.get("paper")
    if paper is None:
        beside, paper = grid_path.parent, grid.get("paper")
    return Experiment(
        name=path.stem,
        title=str(table.get("title", path.stem)),
        path=path,
        grid_path=grid_path,
        paper=None if paper is None else beside / str(paper),
        **values,
    )


def _entry(kind: type[Any], key: str, entry: object) -> Any:
    table = _table(key, entry)
    return build(kind, f"[[{key}]] {table.get('name', '')}".strip(), table)


def _table(key: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{key} is {value!r}; it must be a table of keys")
    return value
