"""The record of a finished task: one line of a results file."""

import math
from typing import Any

from heataco.bench.task import Task

FORMAT = 2  # of a line
READABLE = (1, 2)  # lines of format 1 have no labels, which `heataco bench` adds

Record = dict[str, Any]


def done_record(task: Task, environment: Record, measured: Record) -> Record:
    """Return the record of a task that gave a result."""
    return _record(task, "done", environment, measured)


def failed_record(task: Task, environment: Record, error: BaseException | str) -> Record:
    """Return the record of a task that failed, with one line of its error."""
    text = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    return _record(task, "failed", environment, {"error": " ".join(text.split())})


def _record(task: Task, status: str, environment: Record, values: Record) -> Record:
    return {
        "format": FORMAT,
        "id": task.id,
        "status": status,
        "task": task.content,
        **environment,
        **values,
    }


def is_done(record: Record) -> bool:
    """Whether the task gave a result."""
    return bool(record["status"] == "done")


def finite(value: float | None) -> float | None:
    """Return a number that JSON can hold; NaN and infinity become None."""
    return value if value is None or math.isfinite(value) else None
