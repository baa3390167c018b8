"""The search of `heataco decode`: announced, shown while it runs, and kept on Ctrl-C."""

from collections.abc import Callable
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from heataco._timing import Stopwatch
from heataco.bounds import with_bound
from heataco.cli.logs import Form, log_event
from heataco.cli.progress import search_progress
from heataco.cli.reports import Run
from heataco.constraints import Reduction
from heataco.decoding import decode
from heataco.heatmaps import Heatmap
from heataco.predictors.stages import tour_at_once
from heataco.results import Interrupted, Progress, Result, StopReason
from heataco.solving import solve


def search(
    run: Run, heatmap: Heatmap | None, initial_tour: NDArray[np.int32] | None, form: Form
) -> Result:
    """Decode the heatmap of a file, or that of the run's predictor, or none.

    On Ctrl-C the best tour so far is returned; if there is none yet, a simple one.
    """
    stopwatch, result = Stopwatch(), None
    try:
        announce(run, form)
        with search_progress(run.instance, run.budget, form) as on_progress:
            try:
                result = _decode(run, heatmap, initial_tour, on_progress)
            except Interrupted as interrupt:
                result = interrupt.result
                if result is None:
                    raise
            if on_progress is not None:  # prediction and short searches report nothing themselves
                cost = result.cost
                on_progress(Progress(result.iterations, result.seconds, cost, cost))
    except KeyboardInterrupt:
        if result is None:
            spent, reduction = stopwatch.elapsed(), Reduction.of(run.instance, run.constraints)
            result = tour_at_once(reduction, initial_tour, spent)
        if result is None:
            raise ValueError(
                "interrupted before there was a tour without forbidden edges"
            ) from None
    return result


def _decode(
    run: Run,
    heatmap: Heatmap | None,
    initial_tour: NDArray[np.int32] | None,
    on_progress: Callable[[Progress], None] | None,
) -> Result:
    """Predict, where that is asked for, and decode."""
    options: dict[str, Any] = {
        "seed": run.seed,
        "threads": run.threads,
        "initial_tour": initial_tour,
        "on_progress": on_progress,
        **vars(run.constraints),
    }
    if run.heat.predictor is None:
        return decode(run.instance, heatmap, run.decoder, budget=run.budget, **options)
    options |= {"predictor": run.heat.predictor, "decoder": run.decoder}
    return solve(run.instance, **vars(run.budget), **options)


def prove(run: Run, result: Result, form: Form) -> Result:
    """Add a lower bound, unless the search or its computation is interrupted."""
    if result.stop_reason is StopReason.INTERRUPTED:
        return result
    if form is Form.JSON:
        log_event("bound")
    elif form is not Form.NONE:
        click.echo("heataco: computing a lower bound", err=True)
    try:
        return with_bound(result, run.constraints)
    except Interrupted as interrupted:
        return interrupted.result or result


def announce(run: Run, form: Form) -> None:
    """Say what is about to be done, unless nothing is to be shown."""
    if form is Form.JSON:
        log_event(
            "start",
            instance=run.instance.name,
            n=run.instance.n,
            decoder=run.decoder.name,
            predictor=None if run.heat.predictor is None else run.heat.predictor.name,
            threads=run.threads,
            seed=run.seed,
        )
    elif form is not Form.NONE:
        click.echo(announcement(run), err=True)


def announcement(run: Run) -> str:
    """Say what is about to be done."""
    instance, predictor = run.instance, run.heat.predictor
    words = [
        f"heataco: decoding {instance.name} (n = {instance.n}) with {run.decoder.label}",
        f"threads {run.threads}",
        f"seed {run.seed}",
    ]
    if predictor is not None and run.decoder.reads_heatmap:
        words.append(f"heatmap by {predictor.name}")
    return ", ".join(words)
