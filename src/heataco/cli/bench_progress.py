"""The progress of many tasks, on stderr: a bar, or lines."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from heataco.cli.logs import Form, log_lines

if TYPE_CHECKING:
    from rich.console import Console

    from heataco.bench.driver import Tally

_OnTally = Callable[["Tally"], None]


def grid_progress(name: str, form: Form) -> AbstractContextManager[_OnTally]:
    """Show the progress of tasks while the block runs; yields the callback `on_tally`."""
    if form is Form.NONE:
        return nullcontext(lambda tally: None)
    return grid_bar(name) if form is Form.BAR else grid_lines(name, form)


@contextmanager
def grid_lines(name: str, form: Form) -> Iterator[_OnTally]:
    """Write lines while the block runs; see `grid_progress`."""
    last: dict[str, int] = dict.fromkeys(("total", "kept", "finished", "failed"), 0)

    def on_tally(tally: "Tally") -> None:
        last.update({key: getattr(tally, key) for key in last})

    def values() -> dict[str, Any]:
        return {"name": name, **last}

    with log_lines(form, lambda seconds: f"{name}: {_tasks_text(last, seconds)}", values):
        yield on_tally


def _tasks_text(tasks: dict[str, int], seconds: float) -> str:
    """Say how many tasks are done, and how long the others will take."""
    here = tasks["finished"] + tasks["failed"]
    done = tasks["kept"] + here
    words = [f"{done:,} of {tasks['total']:,} done", f"{tasks['failed']:,} failed"]
    words.append(f"{seconds:.0f} s")
    if here:
        words.append(f"about {seconds / here * (tasks['total'] - done):.0f} s left")
    return ", ".join(words)


@contextmanager
def grid_bar(name: str, *, console: "Console | None" = None) -> Iterator[_OnTally]:
    """Show a bar while the block runs; see `grid_progress`."""
    from rich import progress
    from rich.console import Console

    bar = progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(bar_width=20),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[failed]} failed"),
        progress.TimeElapsedColumn(),
        progress.TextColumn("left"),
        progress.TimeRemainingColumn(),
        console=console or Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(name, total=None, failed=0)

    def on_tally(tally: "Tally") -> None:
        total, done = tally.total - tally.kept, tally.finished + tally.failed
        bar.update(task, total=total, completed=done, failed=tally.failed)

    with bar:
        yield on_tally
