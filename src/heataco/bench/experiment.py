"""The experiment: a grid of instances, heat, methods, budgets and seeds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from heataco._checks import require_count, require_known, require_number, require_unique
from heataco.bench.budgets import BudgetEntry
from heataco.bench.heat import HeatEntry
from heataco.bench.methods import MethodEntry
from heataco.bench.presentation import Presentation
from heataco.bench.sets import InstanceSet
from heataco.decoding import MAX_THREADS

AXES: dict[str, type[Any]] = {
    "sets": InstanceSet,
    "heatmaps": HeatEntry,
    "methods": MethodEntry,
    "budgets": BudgetEntry,
}


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
        names = {key: [entry.name for entry in getattr(self, key)] for key in AXES}
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
