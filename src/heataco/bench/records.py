"""The record of a finished task: one line of a results file."""

from collections.abc import Generator, Iterable
from typing import Any

from heataco.bench.environment import environment
from heataco.bench.task import Task

FORMAT = 2  # of a line
READABLE = (1, 2)  # lines of format 1 have no labels, which `heataco bench` adds

Record = dict[str, Any]
Records = Generator[Record, None, None]


def done_record(task: Task, measured: Record) -> Record:
    """Return the record of a task that gave a result."""
    return _record(task, "done", measured)


def failed_record(task: Task, error: BaseException | str) -> Record:
    """Return the record of a task that failed, with one line of its error."""
    text = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    return _record(task, "failed", {"error": " ".join(text.split())})


def _record(task: Task, status: str, values: Record) -> Record:
    return {
        "format": FORMAT,
        "id": task.id,
        "status": status,
        "task": task.content,
        **environment(),
        **values,
    }


_TEXT, _NUMBER, _TABLE = str, (int, float), dict
_OR_NONE = type(None)
_FIELDS: dict[str, Any] = {
    "id": _TEXT,
    "status": _TEXT,
    "version": _TEXT,
    "commit": (_TEXT, _OR_NONE),
    "machine": _TABLE,
    "task": _TABLE,
    "labels": _TABLE,
    "header": _TABLE,
    "instance_digest": _TEXT,
    "decode": _TABLE,
    "predict": (_TABLE, _OR_NONE),
    "gap": (*_NUMBER, _OR_NONE),
    "cost": (*_NUMBER, _OR_NONE),
}
_ENVIRONMENT = ("version", "commit", "machine")
_LABELS = dict.fromkeys(("grid", "set", "heatmap", "method", "budget"), _TEXT)


def require_shape(line: Record) -> None:
    """Refuse a line that was edited or damaged so that no table can be made from it.

    Raises
    ------
    ValueError
        Naming the field.
    """
    _require_kinds(line, _FIELDS)
    if "task" in line and line["format"] == FORMAT:
        digest = ("instance_digest",) if is_done(line) else ()
        _require_fields("the result", line, (*_ENVIRONMENT, *digest))
        _require_fields("task", line["task"], ("instance", "seed"))
        _require_kinds(line["task"], {"seed": int})
    if "labels" in line:
        _require_fields("labels", line["labels"], (*_LABELS, "instance"))
        _require_kinds(line["labels"], _LABELS | {"instance": int})


def _require_kinds(line: Record, kinds: dict[str, Any]) -> None:
    for name, kind in kinds.items():
        if name in line and not isinstance(line[name], kind):
            raise ValueError(f"{name} is {str(line[name])[:40]!r}; repair or remove this line")


def _require_fields(title: str, line: Record, names: Iterable[str]) -> None:
    for name in names:
        if name not in line:
            raise ValueError(f"{title} lacks {name}; repair or remove this line")


def is_done(record: Record) -> bool:
    """Whether the task gave a result."""
    return bool(record["status"] == "done")
