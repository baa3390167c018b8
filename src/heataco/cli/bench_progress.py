"""The progress bar of a grid of tasks, on stderr."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from heataco.bench.driver import Tally


@contextmanager
def grid_bar(
    name: str, *, quiet: bool = False, console: "Console | None" = None
) -> Iterator[Callable[["Tally"], None]]:
    """Show a bar while the block runs; yields what `on_tally` is to be.

    Parameters
    ----------
    name
        Of the experiment.
    quiet
        Whether to show nothing; so it is where stderr is not a terminal.
    console
        Where to draw; by default stderr.
    """
    if console is None and (quiet or not sys.stderr.isatty()):
        yield lambda tally: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns: tuple[Any, ...] = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[failed]} failed"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console or Console(stderr=True), transient=True)
    task = bar.add_task(name, total=None, failed=0)

    def on_tally(tally: "Tally") -> None:
        bar.update(
            task,
            total=tally.total - tally.kept,
            completed=tally.finished + tally.failed,
            failed=tally.failed,
        )

    with bar:
        yield on_tally
