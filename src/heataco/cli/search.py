"""The search of `heataco decode`: said beforehand, shown under way, kept on Ctrl-C."""

import sys
from contextlib import nullcontext
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from heataco.cli.progress import search_bar
from heataco.cli.reports import Run
from heataco.decoding import decode, resolve_budget
from heataco.heatmaps import Heatmap
from heataco.results import Interrupted, Result
from heataco.solving import solve, tour_at_once


def search(
    run: Run, heatmap: Heatmap | None, initial_tour: NDArray[np.int32] | None, quiet: bool
) -> Result:
    """Decode the heatmap of a file, or that of the run's predictor, or none.

    On Ctrl-C the best tour so far is returned; before there is one, a tour that is made at once.
    """
    show = not quiet and sys.stderr.isatty()
    limits = resolve_budget(run.decoder, run.budget)
    try:
        if not quiet:
            click.echo(announcement(run), err=True)
        with search_bar(run.instance, limits) if show else nullcontext() as on_progress:
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
    except KeyboardInterrupt as interrupt:
        best = interrupt.result if isinstance(interrupt, Interrupted) else None
        return best or tour_at_once(run.instance, initial_tour, **vars(run.constraints))


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
