"""The progress of a search, on stderr: a bar, or lines."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any

from heataco.cli.logs import Form, log_lines
from heataco.instances import Instance
from heataco.results import Budget, Progress

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar

_INTERVAL = 0.1  # seconds between two updates; an iteration may take far less
_LARGEST_IN_FULL = 1e15  # cost


def search_progress(
    instance: Instance, budget: Budget, form: Form
) -> AbstractContextManager[Callable[[Progress], None] | None]:
    """Show the progress of a search while the block runs; yields the callback `on_progress`."""
    if form is Form.NONE:
        return nullcontext()
    if form is Form.BAR:
        return search_bar(instance, budget)
    return search_lines(instance, budget, form)


@contextmanager
def search_lines(
    instance: Instance, budget: Budget, form: Form
) -> Iterator[Callable[[Progress], None]]:
    """Write lines while the block runs; see `search_progress`."""
    last: list[Progress] = []

    def text(seconds: float) -> str:
        state = describe(last[-1], instance, budget) if last else "preparing"
        return f"{instance.name}: {seconds:.0f} s  {state}"

    def values() -> dict[str, Any]:
        now = last[-1] if last else None
        return {
            "instance": instance.name,
            "iteration": 0 if now is None else now.iteration,
            "best": None if now is None else now.best,
            "gap": None if now is None else instance.gap(now.best),
        }

    def on_progress(progress: Progress) -> None:
        last[:] = [progress]

    with log_lines(form, text, values):
        yield on_progress


@contextmanager
def search_bar(
    instance: Instance, budget: Budget, *, console: "Console | None" = None
) -> Iterator[Callable[[Progress], None]]:
    """Show a bar while the block runs; yields the callback `on_progress`.

    Parameters
    ----------
    instance
        For its gap.
    budget
        For the length of the bar; without a limit it only shows activity.
    console
        Where to draw; by default stderr.
    """
    from rich.console import Console

    bar = _bar(console or Console(stderr=True))
    limited = budget.iterations is not None or budget.seconds is not None
    task = bar.add_task("preparing", total=1.0 if limited else None)
    next_update = 0.0

    def on_progress(progress: Progress) -> None:
        nonlocal next_update
        now = time.monotonic()
        if now < next_update:
            return
        next_update = now + _INTERVAL
        share = _share(progress, budget)
        bar.update(task, completed=share, description=describe(progress, instance, budget))

    bar.start()
    try:
        yield on_progress
    finally:
        with suppress(OSError):  # the terminal may be gone; the tour must not be lost with it
            bar.stop()


def describe(progress: Progress, instance: Instance, budget: Budget) -> str:
    """Say where a search stands: iteration, best cost, gap where known, rate."""
    limit = budget.iterations
    iteration = f"{progress.iteration:,}" + ("" if limit is None else f"/{limit:,}")
    words = [f"iteration {iteration}", f"best {cost_text(progress.best)}"]
    gap = instance.gap(progress.best)
    if gap is not None:
        words.append(f"gap {gap:z.3f} %")
    if progress.seconds > 0:
        words.append(f"{progress.iteration / progress.seconds:,.0f} it/s")
    return "  ".join(words)


def cost_text(cost: float) -> str:
    """Return a cost for people: integers in full, other numbers to seven digits or more.

    From 1e15 on, where a double has no digits behind the point, in scientific notation.
    """
    if cost >= _LARGEST_IN_FULL:
        return f"{cost:.6e}"
    return f"{cost:.0f}" if cost.is_integer() else f"{cost:#.7g}" if cost < 1e6 else f"{cost:.1f}"


def _share(progress: Progress, budget: Budget) -> float:
    """Return how much of the budget is spent, of 1."""
    shares = [0.0]
    if budget.iterations:
        shares.append(progress.iteration / budget.iterations)
    if budget.seconds:
        shares.append(progress.seconds / budget.seconds)
    return min(1.0, max(shares))


def _bar(console: "Console") -> "Bar":
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar
    from rich.table import Column

    # On a narrow terminal the text is cut rather than wrapped.
    one_line = Column(no_wrap=True, overflow="ellipsis")
    columns: tuple[Any, ...] = (
        SpinnerColumn(),
        BarColumn(bar_width=10),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False, table_column=one_line),
    )
    # The bar is removed at the end: the summary on stdout says the same.
    return Bar(
        *columns,
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        refresh_per_second=10,
    )
