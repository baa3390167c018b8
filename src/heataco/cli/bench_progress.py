"""The progress bar of a grid of tasks, on stderr."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from heataco.bench.driver import Tally


@contextmanager
def grid_bar(
    name: str, *, quiet: bool = False, console: "Console | None" = None
) -> Iterator[Callable[["Tally"], None]]:
    """Show a bar while the block runs, if stderr is a terminal; yields what `on_tally` is to be."""
    if console is None and (quiet or not sys.stderr.isatty()):
        yield lambda tally: None
        return
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
