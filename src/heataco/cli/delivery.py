"""The output of `heataco decode`: the tour, the printed summary, a picture, a page."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from heataco._cards import number
from heataco.cli import BAD_INPUT, INTERRUPTED, outputs
from heataco.cli.reports import Run, json_report, record, row, summary
from heataco.cli.signals import uninterrupted
from heataco.cli.stdout import STDOUT
from heataco.cli.tour_output import save_tour
from heataco.heatmaps import Heatmap
from heataco.results import Result, StopReason

if TYPE_CHECKING:
    from heataco.cli.decode_options import Options


def deliver(options: "Options", run: Run, heatmap: Heatmap | None, result: Result) -> int:
    """Write and print the result and return the exit code; if a file fails, the rest is written."""
    failures: list[Exception] = []
    printed = options.output == STDOUT
    with uninterrupted():
        place = "not written; use --output FILE.tour"
        if options.output is not None:
            place = f"written to {'stdout' if printed else options.output}"
            try:
                save_tour(options.output, run.instance, result, options.output_format)
            except ValueError as error:
                failures.append(error)
                place = "could not be written"
        text = json_report(run, result) if options.as_json else summary(run, result, place)
        _say(text, result, err=printed)
    for name, path, save in _further(options, run, heatmap, result):
        try:
            save()
            if not options.as_json:
                _say(row(name, f"written to {path}"), result, err=printed)
        except (ValueError, ArithmeticError) as error:
            failures.append(error)
    for failure in failures:
        click.echo(f"heataco: {failure}", err=True)
    if failures:
        return BAD_INPUT
    return INTERRUPTED if result.stop_reason is StopReason.INTERRUPTED else 0


def _further(
    options: "Options", run: Run, heatmap: Heatmap | None, result: Result
) -> list[tuple[str, object, Callable[[], None]]]:
    """Return the files that are written after the tour: name, path and the function to call."""
    if result.prediction is not None:
        heatmap = result.prediction.heatmap
    files: list[tuple[str, object, Callable[[], None]]] = []
    plot, report = options.plot, options.report
    if plot is not None:
        title = f"{run.instance.name}: {run.decoder.label}, cost {number(result.cost)}"
        draw = partial(outputs.save_plot, plot, run.instance, result, heatmap, title)
        files.append(("picture", plot, draw))
    if report is not None:
        write = partial(outputs.save_report, report, result, heatmap, record(run, result))
        files.append(("report", report, write))
    return files


def _say(text: str, result: Result, *, err: bool) -> None:
    """Print; after a signal the terminal may be gone, which is not an error."""
    try:
        click.echo(text, err=err)
    except OSError:
        if result.stop_reason is not StopReason.INTERRUPTED:
            raise
