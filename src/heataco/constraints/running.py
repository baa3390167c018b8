"""Reduced problems are run, and their results translated back."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from typing import Any, NamedTuple

from heataco._timing import NO_TIME, Elapsed, Stopwatch
from heataco.constraints.reduced import Reduced, without_search
from heataco.constraints.reduction import Reduction
from heataco.decoders.base import Decoder, NativeDecoder, OnProgress, Problem
from heataco.decoders.outside import run_checked
from heataco.results import Budget, Interrupted, Result, StopReason

_MATRICES = 1 << 28  # bytes of reduced distances in memory at a time, or one for each thread

_QUICK_SHARE = 1 / 4  # of a time limit, at most, for a tour that needs no distances


class Task(NamedTuple):
    """A checked problem, how it is reduced, and the time that was spent on that before."""

    reduction: Reduction
    problem: Problem
    before: Elapsed = NO_TIME


def run_reduced(
    decoder: Decoder,
    tasks: Sequence[Task],
    budget: Budget,
    seed: int,
    threads: int,
    on_progress: OnProgress | None,
) -> list[Result]:
    """Run a batch of problems in their reduced form; one alone may have a callback.

    Raises ValueError if a search ends with a forbidden edge in its best tour that cannot be mended,
    or for a target where reduced tours have other costs than their originals and there are many;
    Interrupted on Ctrl-C.

    Parameters
    ----------
    decoder, budget, seed, threads, on_progress
        As `heataco.decode` takes them, checked.
    tasks
        What to run. Under a time limit each has what its own prediction and the slowest reduction
        leave of it.
    """
    if budget.target is not None and len(tasks) > 1 and any(t.reduction.surplus for t in tasks):
        raise ValueError(
            f"target is {budget.target}; with open paths or fixed edges decode one instance at a "
            "time to stop at a target"
        )
    results: list[Result | None] = []
    options = {"seed": int(seed), "threads": int(threads), "on_progress": on_progress}
    for group in _groups(tasks, threads):
        name = partial(_name_in_error, len(tasks), len(results))
        try:
            results += _run(decoder, group, budget, options, name)
        except KeyboardInterrupt:
            results += [None] * len(group)
        if any(r is None or r.stop_reason is StopReason.INTERRUPTED for r in results):
            raise Interrupted([*results, *[None] * (len(tasks) - len(results))])
    return [result for result in results if result is not None]


def _name_in_error(total: int, first: int, place: int) -> str:
    """Return the name of a task that has a place in a group, whose first one has another."""
    return "" if total == 1 else f"pair {first + place}: "


def _groups(tasks: Sequence[Task], threads: int) -> Iterator[Sequence[Task]]:
    """Cut a batch where the distances of reduced problems would fill the memory."""
    first, size = 0, 0
    for last, task in enumerate(tasks):
        layout = task.reduction.layout
        size += 0 if layout is None else 8 * layout.size**2
        if size > _MATRICES and last - first >= threads:
            yield tasks[first:last]
            first, size = last, 0 if layout is None else 8 * layout.size**2
    yield tasks[first:]


def _run(
    decoder: Decoder,
    tasks: Sequence[Task],
    budget: Budget,
    options: dict[str, Any],
    name: Callable[[int], str],
) -> list[Result | None]:
    """Run a group of a batch."""
    limit = budget.seconds
    ready, interrupted = _ready(tasks, budget)
    searched = [one for one in ready if isinstance(one, Reduced)]
    for slowest in sorted(searched, key=lambda one: one.spent.seconds)[-1:]:
        budget = slowest.budget(budget)
        report = options["on_progress"]
        options = options | {"on_progress": None if report is None else slowest.progress(report)}
    problems = [] if interrupted else [one.problem for one in searched]
    found = chain(_search(decoder, problems, budget=budget, **options), repeat(None))
    pairs = [(one, next(found) if isinstance(one, Reduced) else one) for one in ready]
    return list(_translated(pairs, decoder.name, limit, name))


def _ready(tasks: Sequence[Task], budget: Budget) -> tuple[list[Reduced | Result | None], bool]:
    """Reduce problems; tell whether Ctrl-C came, after which None stands for the others."""
    ready: list[Reduced | Result | None] = []
    for task in tasks:
        ready.append(_reduced(task, budget))
        one = ready[-1]
        if isinstance(one, Result) and one.stop_reason is StopReason.INTERRUPTED:
            return ready + [None] * (len(tasks) - len(ready)), True
    return ready, False


def _reduced(task: Task, budget: Budget) -> Reduced | Result | None:
    """Reduce a problem, or return a tour if there is no time to, or if Ctrl-C comes meanwhile.

    Raises KeyboardInterrupt if there is no tour yet.
    """
    stopwatch = Stopwatch(task.before)
    problem = task.problem
    seconds = math.inf if budget.seconds is None else max(0.0, budget.seconds - problem.spent)
    if problem.initial_tour is None:
        share = 0.0 if math.isinf(seconds) else _QUICK_SHARE * seconds
        problem = problem._replace(fallback=task.reduction.quick_tour(share))
    try:
        return Reduced.of(task.reduction, problem, stopwatch, seconds)
    except (TimeoutError, KeyboardInterrupt) as stop:
        tour = problem.fallback if problem.initial_tour is None else problem.initial_tour
        if tour is None:
            raise
        result = without_search(task.reduction, tour)
        if result is not None and isinstance(stop, KeyboardInterrupt):
            result = replace(result, stop_reason=StopReason.INTERRUPTED)
        return result and result.begun_before(*stopwatch.elapsed())


def _search(decoder: Decoder, problems: list[Problem], **options: Any) -> Sequence[Result | None]:
    if not problems:
        return []
    if isinstance(decoder, NativeDecoder):
        return decoder.run(problems, **options)
    budget: Budget = options["budget"]
    if budget.seconds is not None:  # one for all, who do not know of predictions
        left = budget.seconds - max(problem.spent for problem in problems)
        options["budget"] = replace(budget, seconds=max(0.0, left))
    return run_checked(decoder, problems, **options)


def _translated(
    pairs: Sequence[tuple[Reduced | Result | None, Result | None]],
    decoder: str,
    limit: float | None,
    name: Callable[[int], str],
) -> Iterator[Result | None]:
    """Translate results back; None if Ctrl-C comes while a tour is mended, or came before."""
    interrupted = False
    for place, (reduced, result) in enumerate(pairs):
        try:
            if isinstance(reduced, Reduced) and result is not None:
                result = reduced.result(result, decoder, limit, mend=not interrupted)
        except KeyboardInterrupt:
            result, interrupted = None, True
        except ValueError as error:
            raise ValueError(f"{name(place)}{error}") from None
        yield result
