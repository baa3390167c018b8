"""The driver: runs what is missing of a grid, and writes what comes back."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Protocol

from heataco.bench.engines import Engine
from heataco.bench.execution import Job
from heataco.bench.experiment import Experiment
from heataco.bench.grid import Cell, distinct_tasks, part_of
from heataco.bench.header import describe
from heataco.bench.inputs import Data
from heataco.bench.records import Record, Records, failed_record, is_done
from heataco.bench.running import Inputs
from heataco.bench.store import Store
from heataco.bench.task import Task


@dataclass(frozen=True)
class Tally:
    """How a run went.

    Parameters
    ----------
    total
        Tasks of the grid.
    kept
        Tasks that had a result before.
    finished, failed
        Tasks of this run.
    error
        The first failure, in words; empty without one.
    """

    total: int
    kept: int
    finished: int = 0
    failed: int = 0
    error: str = ""

    def with_record(self, record: Record) -> "Tally":
        """Return the tally after one more task."""
        good = is_done(record)
        counts = {"finished": self.finished + good, "failed": self.failed + (not good)}
        return replace(self, **counts, error=self.error or record.get("error", ""))


OnTally = Callable[[Tally], Any]


class Loader(Protocol):
    """Where the inputs of tasks come from."""

    def load(self, task: Task) -> Inputs:
        """Return what a task works on; a ValueError, OSError or MemoryError makes it a failure."""


def run_grid(
    experiment: Experiment,
    cells: Sequence[Cell],
    store: Store,
    engine: Engine,
    data: Data,
    *,
    part: str | None = None,
    on_tally: OnTally = lambda tally: None,
) -> Tally:
    """Run what has no result yet; each record is written as soon as it is there.

    Inputs are loaded here, from `data`, and travel to the engine. `part` is "K/N" for the K-th of
    N parts, by default all; `on_tally` is called before the first task and after every one.

    Raises
    ------
    ValueError
        If the engine cannot be started, or for a bad part.
    KeyboardInterrupt
        On Ctrl-C; what had finished is written.
    """
    tasks = distinct_tasks(cells)
    if part is not None:
        tasks = part_of(tasks, part)
    done = store.done
    todo = [task for task in tasks if task.id not in done]  # those that failed are among them
    tally = Tally(len(tasks), len(tasks) - len(todo))
    header, labels = describe(experiment, cells)
    on_tally(tally)
    if not todo:
        store.describe(header, labels)
        return tally
    with closing(run_tasks(engine, todo, data)) as records:
        for record in records:
            if tally.finished + tally.failed == 0:  # the engine has started
                store.describe(header, labels)
            store.append(record | {"labels": labels[record["id"]]})
            tally = tally.with_record(record)
            on_tally(tally)
    return tally


def run_tasks(engine: Engine, tasks: Iterable[Task], data: Loader) -> Records:
    """Yield the records of tasks, in any order; those whose inputs cannot be loaded fail."""
    unloaded: list[Record] = []
    with closing(engine.run(_jobs(tasks, data, unloaded))) as records:
        for record in records:
            yield record
            while unloaded:
                yield unloaded.pop()
    yield from unloaded


def _jobs(tasks: Iterable[Task], data: Loader, unloaded: list[Record]) -> Iterator[Job]:
    """Load the inputs of tasks one by one; what cannot be loaded becomes a failed record."""
    for task in tasks:
        try:
            job = Job(task, data.load(task))
        except (ValueError, OSError, MemoryError) as error:
            unloaded.append(failed_record(task, error))
            continue
        yield job
