"""The server's side of a search: what it was told, and what is known of it."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco.heatmaps import Heatmap
from heataco.results import Result
from heataco.view.jobs import Job
from heataco.view.tasks import Task
from heataco.view.worker import run_search


class State(StrEnum):
    """How far a search is."""

    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"


class Search:
    """A search in a process of its own.

    Parameters
    ----------
    task
        What to search.
    on_message
        Called in the event loop with the search, and the kind and the value of each message:
        frame, heat, done or failed.
    """

    def __init__(self, task: Task, on_message: Callable[["Search", str, Any], None]) -> None:
        self.task = task
        self.state = State.RUNNING
        self.heatmap: Heatmap | None = None if task.file is None else task.file.heatmap
        self.tour: NDArray[np.int32] | None = task.initial_tour
        self.result: Result | None = None
        self._on_message = on_message
        self._job = Job(run_search, (task,), self._take)

    def ask_frame(self, *, learned: bool = False) -> None:
        """Let the search send its next state, with what it has learned where that is wanted."""
        if self.state in (State.RUNNING, State.PAUSED):
            self._job.tell("learned" if learned else "frame")

    def pause(self) -> None:
        """Halt after the iteration."""
        if self.state is State.RUNNING:
            self.state = State.PAUSED
            self._job.tell("pause")

    def resume(self) -> None:
        """Go on after a pause."""
        if self.state is State.PAUSED:
            self.state = State.RUNNING
            self._job.tell("resume")

    def stop(self) -> None:
        """End the search; its best tour comes as the result."""
        if self.state in (State.RUNNING, State.PAUSED):
            self._job.tell("stop")

    def kill(self) -> None:
        """End the process at once; nothing more is heard of it."""
        self._job.kill()

    def _take(self, kind: str, value: Any) -> None:
        if kind == "heat":
            self.heatmap = value
        elif kind == "frame" and value.tour is not None:
            self.tour = value.tour
        elif kind == "done":
            value = replace(value, instance=self.task.instance)
            self.result, self.tour, self.state = value, value.tour, State.DONE
        elif kind == "failed":
            self.state = State.FAILED
        self._on_message(self, kind, value)
