"""Reduced problems are run, and their results translated back."""

from collections.abc import Sequence
from typing import Any

from heataco._timing import Stopwatch
from heataco.constraints.reduction import Reduction
from heataco.decoders.base import Decoder, NativeDecoder, OnProgress, Problem
from heataco.decoders.outside import run_checked
from heataco.results import Budget, Interrupted, Result, StopReason


def run_reduced(
    decoder: Decoder,
    tasks: Sequence[tuple[Reduction, Problem]],
    budget: Budget,
    seed: int,
    threads: int,
    on_progress: OnProgress | None,
    stopwatch: Stopwatch,
) -> list[Result]:
    """Run a batch of reduced problems; one alone may have a callback.

    Raises ValueError if a search ends with a forbidden edge in its best tour, or for a target where
    reduced tours have other costs than their originals and there are many; Interrupted on Ctrl-C.

    Parameters
    ----------
    decoder, budget, seed, threads, on_progress
        As `heataco.decode` takes them, checked.
    tasks
        Reductions with their reduced problems.
    stopwatch
        When reducing began.
    """
    if budget.target is not None and len(tasks) > 1 and any(r.surplus for r, _ in tasks):
        raise ValueError(
            f"target is {budget.target}; with open paths or fixed edges decode one instance at a "
            "time to stop at a target"
        )
    for reduction, _ in tasks[:1]:
        budget = reduction.budget(budget, stopwatch)
        on_progress = on_progress and reduction.progress(on_progress)
    found = _search(
        decoder,
        [problem for _, problem in tasks],
        budget=budget,
        seed=int(seed),
        threads=int(threads),
        on_progress=on_progress,
    )
    results = [
        result and _translated(reduction, result, decoder, "" if len(tasks) == 1 else f"pair {i}: ")
        for i, ((reduction, _), result) in enumerate(zip(tasks, found, strict=True))
    ]
    finished = [r for r in results if r and r.stop_reason is not StopReason.INTERRUPTED]
    if len(finished) < len(tasks):
        raise Interrupted(results)
    return finished


def _search(decoder: Decoder, problems: list[Problem], **options: Any) -> Sequence[Result | None]:
    if isinstance(decoder, NativeDecoder):
        return decoder.run(problems, **options)
    return run_checked(decoder, problems, **options)


def _translated(
    reduction: Reduction, result: Result, decoder: Decoder, which: str
) -> Result | None:
    try:
        return reduction.result(result, decoder.name)
    except ValueError as error:
        raise ValueError(f"{which}{error}") from None
