"""The experiment: a grid of instances, heat, methods, budgets and seeds, read from TOML."""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from heataco._checks import require_count, require_known, require_number, require_unique
from heataco._settings import build
from heataco.bench.budgets import BudgetEntry
from heataco.bench.heat import HeatEntry
from heataco.bench.methods import MethodEntry
from heataco.bench.presentation import LAYOUTS, Presentation
from heataco.bench.sets import InstanceSet, expanded
from heataco.decoding import MAX_THREADS
from heataco.files import FileError
from heataco.files.errors import PathLike, reading

_AXES: dict[str, type[Any]] = {
    "sets": InstanceSet,
    "heatmaps": HeatEntry,
    "methods": MethodEntry,
    "budgets": BudgetEntry,
}
_GRID_KEYS = (*_AXES, "seeds", "threads")
_KEYS = ("title", "grid", "paper", *_GRID_KEYS, "table", "figure")


@dataclass(frozen=True, kw_only=True)
class Experiment(Presentation):
    """What is run, and how the results are shown.

    Parameters
    ----------
    path, grid_path
        The file, and the one that its grid is read from, which may be another. Paths are relative
        to the folder of the file in which they stand.
    sets, heatmaps, methods, budgets
        The axes of the grid.
    seeds
        Seeds 1 to this number.
    threads
        Threads of each decoding.
    only
        Patterns of the names of sets that are run, such as "rings *"; by default all.
    only_methods
        The same of methods.
    max_instances, max_iterations, max_seconds
        Caps of every set and of every budget, the methods' own included; time only where time is
        limited.
    paper
        The file of published numbers, or None.

    Raises
    ------
    ValueError
        For names that are given twice or do not exist, or an empty axis.
    """

    path: Path
    grid_path: Path
    sets: tuple[InstanceSet, ...]
    heatmaps: tuple[HeatEntry, ...]
    methods: tuple[MethodEntry, ...]
    budgets: tuple[BudgetEntry, ...] = (BudgetEntry(),)
    seeds: int = 1
    threads: int = 1
    only: tuple[str, ...] = ()
    only_methods: tuple[str, ...] = ()
    max_instances: int | None = None
    max_iterations: int | None = None
    max_seconds: float | None = None
    paper: Path | None = None

    def __post_init__(self) -> None:
        require_count("seeds", self.seeds, 1, 1_000_000)
        require_count("threads", self.threads, 1, MAX_THREADS)
        for name in ("instances", "iterations"):
            cap = getattr(self, f"max_{name}")
            if cap is not None:
                require_count(name, cap, 1)
        if self.max_seconds is not None:
            require_number("seconds", self.max_seconds, 0, above=True)
        names = {key: [entry.name for entry in getattr(self, key)] for key in _AXES}
        for key, found in names.items():
            if not found and key != "heatmaps":
                raise ValueError(f"the grid is empty: there is no entry under [[{key}]]")
            require_unique(f"{key}: name", found)
        for title, key, used in self._references():
            for name in used:
                require_known(title, name, names[key])

    def _references(self) -> Iterator[tuple[str, str, Iterable[str]]]:
        """Yield where names of an axis are used: what to call it, the axis, and the names."""
        for source in self.heatmaps:
            yield (
                f"heatmap {source.name}: set",
                "sets",
                (
                    *source.files,
                    *source.weights,
                    *(source.sets or ()),
                ),
            )
        for entry in self.methods:
            title = f"method {entry.name}"
            yield (
                f"{title}: set",
                "sets",
                (
                    *(entry.sets or ()),
                    *entry.seconds_by_set,
                    *entry.instances_by_set,
                ),
            )
            yield f"{title}: heatmap", "heatmaps", entry.heatmaps or ()
            yield f"{title}: baseline", "methods", filter(None, [entry.baseline])
        for budget in self.budgets:
            yield f"budget {budget.name}: set", "sets", budget.sets or ()

    @property
    def grid_name(self) -> str:
        """The name of the experiment whose grid this is."""
        return self.grid_path.stem

    @property
    def max_threads(self) -> int:
        """The most threads of a run."""
        return max(budget.threads or self.threads for budget in self.budgets)

    @property
    def capped(self) -> bool:
        """Whether budgets are cut short."""
        return self.max_iterations is not None or self.max_seconds is not None

    @property
    def chosen_sets(self) -> list[InstanceSet]:
        """The sets that are run."""
        return _matching(self.sets, self.only)

    @property
    def chosen_methods(self) -> list[MethodEntry]:
        """The methods that are run."""
        return _matching(self.methods, self.only_methods)

    def shrunk(
        self,
        instances: int | None = None,
        seeds: int | None = None,
        iterations: int | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        sets: tuple[str, ...] = (),
        methods: tuple[str, ...] = (),
    ) -> "Experiment":
        """Return the experiment with at most so many instances, seeds, iterations and seconds.

        Raises
        ------
        ValueError
            For a number below 1, no time, or a pattern that no set's or method's name matches.
        """
        axes: tuple[tuple[str, tuple[Any, ...], tuple[str, ...]], ...] = (
            ("set", self.sets, sets),
            ("method", self.methods, methods),
        )
        for title, entries, patterns in axes:
            for pattern in patterns:
                if not _matching(entries, (pattern,)):
                    require_known(title, pattern, [entry.name for entry in entries])
        if seeds is not None:
            require_count("seeds", seeds, 1)
        caps = {"instances": instances, "iterations": iterations, "seconds": seconds}
        given: dict[str, Any] = {f"max_{key}": cap for key, cap in caps.items() if cap is not None}
        return replace(
            self,
            seeds=min(self.seeds, seeds or self.seeds),
            threads=self.threads if threads is None else threads,
            only=sets or self.only,
            only_methods=methods or self.only_methods,
            **given,
        )


def _matching(entries: Iterable[Any], patterns: tuple[str, ...]) -> list[Any]:
    """Return the entries whose name matches one of the patterns; all where there are none."""
    found = patterns or ("*",)
    return [entry for entry in entries if any(fnmatchcase(entry.name, one) for one in found)]


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
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
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
    for key, kind in _AXES.items():
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
