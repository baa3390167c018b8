"""Two searches side by side: what they are called, and what they come to in a sentence."""

import math
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from heataco.diagnostics.comparison import HeatmapComparison
from heataco.diagnostics.searches import USUAL_SEEDS, compare_heatmap
from heataco.heatmaps import Heatmap
from heataco.instances import ROUNDING
from heataco.predictors import Zero
from heataco.results import Result
from heataco.view.jobs import ENDINGS, Job, end_with_server
from heataco.view.packing import pack
from heataco.view.tasks import Task


def label(task: Task) -> str:
    """Return what a search is called beside another."""
    if task.file is not None:
        return f"{task.decoder.label}, heatmap {task.file.name}"
    if has_heat(task):
        assert task.predictor is not None
        return f"{task.decoder.label}, heatmap by {task.predictor.name}"
    return f"{task.decoder.label}, no heatmap"


def has_heat(task: Task) -> bool:
    """Tell whether a search has scores to follow."""
    return task.heat is not None and not isinstance(task.heat, Zero)


def differs_by_heat(tasks: list[Task]) -> bool:
    """Tell whether two searches are one with and one without a heatmap, and otherwise the same."""
    first, second = tasks
    return (
        first.decoder == second.decoder
        and has_heat(first)
        and not has_heat(second)
        and first.decoder.reads_heatmap
    )


def conclusion(tasks: list[Task], results: list[Result]) -> dict[str, Any]:
    """Return what a pair of searches came to, and whether more seeds could tell more."""
    first, second = (result.cost for result in results)
    if not differs_by_heat(tasks):
        return {"text": _shorter(first, second, label(tasks[0]), label(tasks[1])), "test": False}
    comparison = HeatmapComparison(
        decoder=tasks[0].decoder.name,
        budget=tasks[0].budget,
        best_known=np.array([tasks[0].instance.best_known or math.nan]),
        costs_with=np.array([[first]]),
        costs_without=np.array([[second]]),
        trusts=np.array([[math.nan]]),
    )
    test = comparison.test
    here = "it helps" if test.wins else "it makes no difference"
    if test.losses:
        here = "it does not help"
    return {"text": f"In this pair of runs {here}. {comparison}", "test": True}


class SeedTest:
    """A test of a pair of searches with several seeds, in a process of its own.

    Parameters
    ----------
    send
        Puts a message to the page into the queue.
    """

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._job: Job | None = None

    def start(self, tasks: list[Task], heatmap: Heatmap | None) -> None:
        """Begin, in place of a test under way; raises ValueError as `require_pair` does."""
        require_pair(tasks, heatmap)
        self.end()
        self._job = Job(run_test, (tasks[0], heatmap), self._hear)

    def stop(self) -> None:
        """End what is under way, and say so."""
        if self._job is not None:
            self.end()
            self._hear("tested", "The test with several seeds was stopped.")

    def end(self) -> None:
        """End what is under way without a word."""
        if self._job is not None:
            self._job.kill()
            self._job = None

    def _hear(self, kind: str, value: Any) -> None:
        if kind in ENDINGS:
            self._job = None
        self._send(pack({"type": kind, "text": value}))


def require_pair(tasks: list[Task], heatmap: Heatmap | None) -> None:
    """Raise a ValueError unless two searches are one with a heatmap and one without it."""
    if len(tasks) != 2 or not differs_by_heat(tasks) or heatmap is None:
        raise ValueError("first compare a search with a heatmap to one without")


def run_test(connection: Connection, task: Task, heatmap: Heatmap) -> None:
    """Search with and without a heatmap, with several seeds; the main function of a process.

    It sends how many searches are done, and at the end the answer in a sentence.
    """
    end_with_server(connection)
    try:
        comparison = compare_heatmap(
            task.instance,
            heatmap,
            seconds=task.budget.seconds,
            iterations=task.budget.iterations,
            seeds=USUAL_SEEDS,
            seed=task.seed,
            decoder=task.decoder,
            threads=task.threads,
            on_progress=lambda done, total: connection.send(
                ("testing", f"{done} of {total} searches done")
            ),
        )
    except OSError:
        return  # the page is gone
    except (ValueError, MemoryError) as error:
        connection.send(("failed", str(error)))
    else:
        connection.send(("tested", str(comparison)))


def _shorter(first: float, second: float, one: str, other: str) -> str:
    if math.isclose(first, second, rel_tol=ROUNDING):
        return f"Both tours are equally long: {one}; {other}."
    if first > second:
        first, second, one, other = second, first, other, one
    share = 100 * (second - first) / second if second > 0 else 0.0
    return f"In this pair of runs the tour by {one} is {share:.3g} % shorter than that by {other}."
