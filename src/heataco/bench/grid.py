"""From an experiment to its cells, and from these to tasks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec

from heataco.bench.budgets import BudgetEntry
from heataco.bench.experiment import Experiment
from heataco.bench.heat import HeatEntry
from heataco.bench.inputs import DATA_VARIABLE, Data, MissingData, find_data
from heataco.bench.methods import MethodEntry
from heataco.bench.running import Method
from heataco.bench.sets import InstanceSet
from heataco.bench.task import Task
from heataco.predictors.network.models import package_for


@dataclass(frozen=True)
class Cell:
    """One place of the grid: a method with one heat on one set within one budget.

    Parameters
    ----------
    set, heatmap, method, budget
        The entries; the heatmap is None where none is read.
    tasks
        Instances × seeds, the seeds of an instance together; none where the numbers are published
        ones, or there is no heatmap.
    set_size
        How many instances the set has; None where its file is missing.
    left_out
        Whether this machine cannot run them.
    """

    set: InstanceSet
    heatmap: HeatEntry | None
    method: MethodEntry
    budget: BudgetEntry
    tasks: tuple[Task, ...]
    set_size: int | None = None
    left_out: bool = False

    @property
    def seeds(self) -> int:
        """How many seeds each instance is run with."""
        return max((task.seed for task in self.tasks), default=1)

    def __iter__(self) -> Iterator[tuple[int, Task]]:
        """Yield what can be run, each task with the place of its instance in the set."""
        tasks = () if self.left_out else self.tasks
        return ((number // self.seeds, task) for number, task in enumerate(tasks))

    @property
    def title(self) -> str:
        """Its entries in words."""
        names = (self.method.name, self.heatmap and self.heatmap.name, self.set.name)
        return ", ".join(name for name in (*names, self.budget.name) if name)


def make_grid(experiment: Experiment, data: Data | None = None) -> list[Cell]:
    """Return all cells, methods before heat before sets.

    Parameters
    ----------
    experiment
        What is run.
    data
        Where files are, for sets that are whole files; by default as `find_data` finds them.

    Raises
    ------
    ValueError
        If there is no task, two cells have the same, or a method lacks the heat that it needs.
    """
    cells, owners = [], dict[str, Cell]()
    for cell in _cells(experiment, data or find_data(None, experiment.grid_path)):
        # All cells count instances and seeds from the first, so these tell.
        other = owners.setdefault(cell.tasks[0].id, cell) if cell.tasks else cell
        if other is not cell:
            if not experiment.capped:
                raise ValueError(
                    f"{experiment.path}: duplicate tasks: ({other.title}) and ({cell.title}) are "
                    "identical; remove one"
                )
            cell = replace(cell, tasks=())  # two budgets above the cap are one
        cells.append(cell)
    if not owners:
        raise ValueError(
            f"{experiment.path}: the grid is empty: no method has both a heatmap and a set"
        )
    return cells


def distinct_tasks(cells: Sequence[Cell]) -> list[Task]:
    """Return the tasks of all cells, instance by instance, so that load hits all methods alike."""
    order = list(dict.fromkeys(cell.set.name for cell in cells))
    placed = [(order.index(cell.set.name), place, task) for cell in cells for place, task in cell]
    return [task for *_, task in sorted(placed, key=lambda item: item[:2])]


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


def available(cells: Sequence[Cell], data: Data) -> tuple[list[Cell], list[str]]:
    """Mark the cells that cannot be run, and say why.

    Returns
    -------
    cells, notes
        All cells, those without data or without their peer left out, and a sentence for each
        reason.

    Raises
    ------
    MissingData
        If a file is missing that is not optional.
    """
    kept: list[Cell] = []
    notes: dict[str, None] = {}
    for cell in cells:
        reason = _obstacle(cell, data) if cell.tasks else None
        if reason is not None:
            notes[reason] = None
            cell = replace(cell, left_out=True)
        kept.append(cell)
    return kept, list(notes)


def _obstacle(cell: Cell, data: Data) -> str | None:
    method = cell.method.method
    if method is not None and method.obstacle is not None:
        return f"{cell.method.name} is left out: {method.obstacle}"
    missing = data.missing(cell.set, cell.heatmap)
    if missing is None:
        return _lacking(cell)
    path, entry = missing
    where = f"; {entry.origin}" if entry.origin else ""
    if entry.optional:
        place = "" if entry is cell.set else f" on {cell.set.name}"
        return f"{entry.name} is left out{place}: no file {path}{where}"
    raise MissingData(path, f"no such file{where}; {DATA_VARIABLE} names the data folder")


def _lacking(cell: Cell) -> str | None:
    """Say which package the weights of a network need, where it is not installed."""
    source = cell.heatmap
    weights = None if source is None else source.weights_on(cell.set.name)
    package = None if weights is None else package_for(weights)
    if source is None or package is None or not source.optional or find_spec(package) is not None:
        return None
    return f"{source.name} is left out: its weights need {package} (pip install {package})"


def _cells(experiment: Experiment, data: Data) -> Iterator[Cell]:
    for method in experiment.chosen_methods:
        for heatmap in _sources(experiment, method):
            for part in experiment.chosen_sets:
                if method.sets is not None and part.name not in method.sets:
                    continue
                for budget in method.budgets_on(part.name, experiment.budgets):
                    if budget.sets is None or part.name in budget.sets:
                        cell = Cell(part, heatmap, method, budget, (), data.count(part))
                        yield replace(cell, tasks=tuple(_tasks(experiment, cell)))


def _sources(experiment: Experiment, entry: MethodEntry) -> list[HeatEntry | None]:
    """Return the heat that a method is run with; [None] for a run without."""
    if entry.heatmaps is not None:
        return [s for s in experiment.heatmaps if s.name in entry.heatmaps] or [None]
    method = entry.method
    if method is None or not method.value.reads_heatmap:
        return [None]
    if not experiment.heatmaps and method.value.needs_heatmap:
        raise ValueError(
            f"{experiment.path}: method {entry.name} needs heat, and there is no entry under "
            "[[heatmaps]]"
        )
    return list(experiment.heatmaps) or [None]


def _takes(entry: MethodEntry, method: Method, part: InstanceSet) -> bool:
    """Whether a method takes the instances of a set, as far as these are known unread."""
    if part.directed and getattr(method.value, "symmetric_only", False):
        return False
    return entry.max_nodes is None or part.n is None or part.n <= entry.max_nodes


def _tasks(experiment: Experiment, cell: Cell) -> Iterator[Task]:
    part, source, entry, budget = cell.set, cell.heatmap, cell.method, cell.budget
    method = entry.method
    if method is None or not _takes(entry, method, part):
        return
    heat = None if source is None else source.key(part.name)
    if source is not None and heat is None:
        return
    # The first instance stands for those of a file that is missing.
    caps = [cell.set_size or 1, experiment.max_instances, entry.instances_on(part.name)]
    if source is not None:
        caps.append(source.instances)
    count = min(cap for cap in caps if cap is not None)
    seeds = 1 if not method.seeded else min(experiment.seeds, entry.seeds or experiment.seeds)
    limits = method.resolved(budget.limits).capped(
        experiment.max_iterations if method.iterates else None, experiment.max_seconds
    )
    if heat is None or heat.predictor is None:
        limits = replace(limits, include_prediction=None)
    threads = budget.threads or experiment.threads
    for place in range(count):
        for seed in range(1, seeds + 1):
            yield Task(part.key(place), heat, method, limits, seed, threads)
