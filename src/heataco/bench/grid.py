"""From an experiment to its cells, and from these to tasks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from heataco.bench.entries import BudgetEntry, HeatSource, InstanceSet, MethodEntry
from heataco.bench.experiment import Experiment
from heataco.bench.task import Task


@dataclass(frozen=True)
class Cell:
    """One place of the grid: a method with one heat on one set within one budget.

    Parameters
    ----------
    set, heatmap, method, budget
        The entries; the heatmap is None where none is read.
    tasks
        Instances × seeds; none where the figures are published ones, or there is no heatmap.
    """

    set: InstanceSet
    heatmap: HeatSource | None
    method: MethodEntry
    budget: BudgetEntry
    tasks: tuple[Task, ...]

    @property
    def title(self) -> str:
        """Its entries in words."""
        names = (self.method.name, self.heatmap and self.heatmap.name, self.set.name)
        return ", ".join(name for name in (*names, self.budget.name) if name)


def make_grid(experiment: Experiment) -> list[Cell]:
    """Return all cells, methods before heat before sets.

    Raises
    ------
    ValueError
        If there is no task, two cells have the same, or a method lacks the heat that it needs.
    """
    cells = list(_cells(experiment))
    working = [cell for cell in cells if cell.tasks]
    if not working:
        raise ValueError(f"{experiment.path}: the grid is empty: no method meets heat and a set")
    # All cells count instances and seeds from the first, so these tell.
    owners: dict[str, Cell] = {}
    for cell in working:
        other = owners.setdefault(cell.tasks[0].id, cell)
        if other is not cell:
            raise ValueError(
                f"{experiment.path}: duplicate tasks: ({other.title}) and ({cell.title}) are "
                "the same work; leave one out"
            )
    return cells


def distinct_tasks(cells: Sequence[Cell]) -> list[Task]:
    """Return the tasks of all cells, in order."""
    return [task for cell in cells for task in cell.tasks]


def part_of(tasks: Sequence[Task], part: str) -> list[Task]:
    """Return the K-th of N parts of the tasks, as `part` = "K/N" asks; by id, so that they stay.

    Raises
    ------
    ValueError
        If that is not two whole numbers with 1 <= K <= N.
    """
    number, _, count = part.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise ValueError(f"part is {part!r}; give K/N with K from 1 to N, such as 1/4")
    return [task for task in tasks if int(task.id[:15], 16) % int(count) == int(number) - 1]


def without_tasks(cell: Cell) -> Cell:
    """Return the cell with nothing to do, as where its data are missing."""
    return replace(cell, tasks=())


def _cells(experiment: Experiment) -> Iterator[Cell]:
    for method in experiment.methods:
        for heatmap in _sources(experiment, method):
            for part in experiment.sets:
                if method.sets is not None and part.name not in method.sets:
                    continue
                for budget in experiment.budgets_of(method, part):
                    tasks = _tasks(experiment, part, heatmap, method, budget)
                    yield Cell(part, heatmap, method, budget, tuple(tasks))


def _sources(experiment: Experiment, entry: MethodEntry) -> list[HeatSource | None]:
    """Return the heat that a method is run with; [None] for a run without."""
    if entry.heatmaps is not None:
        return [s for s in experiment.heatmaps if s.name in entry.heatmaps] or [None]
    method = entry.method
    if method is None or not method.reads_heatmap:
        return [None]
    if not experiment.heatmaps and method.needs_heatmap:
        raise ValueError(
            f"{experiment.path}: method {entry.name} needs heat, and there is no entry under "
            "[[heatmaps]]"
        )
    return list(experiment.heatmaps) or [None]


def _tasks(
    experiment: Experiment,
    part: InstanceSet,
    source: HeatSource | None,
    entry: MethodEntry,
    budget: BudgetEntry,
) -> Iterator[Task]:
    if entry.method is None:
        return
    heat = None if source is None else source.key(part.name)
    if source is not None and heat is None:
        return
    count = part.instances
    if source is not None and source.instances is not None:
        count = min(count, source.instances)
    seeds = 1 if not entry.method.seeded else min(experiment.seeds, entry.seeds or experiment.seeds)
    for index in range(count):
        for seed in range(1, seeds + 1):
            yield Task(
                instance=part.key(index),
                heat=heat,
                method=entry.method,
                budget=budget.budget,
                seed=seed,
                threads=experiment.threads,
            )
