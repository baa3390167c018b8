"""`heataco inspect`: whether a heatmap helps, and how far it can be relied on."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import click
import numpy as np
from numpy.typing import NDArray

import heataco
from heataco.cli import outputs
from heataco.cli.common_options import (
    FILE,
    heatmap_index_option,
    index_option,
    json_option,
    quiet_option,
)
from heataco.cli.heat import HeatInput, named_heat
from heataco.cli.inputs import choose_item, load_tour, require_one_stdin
from heataco.cli.inspect_report import print_report
from heataco.cli.inspect_runs import RunOptions, compare_one, compare_set, run_options
from heataco.cli.inspect_table import FORMATS, SetRow, print_answers, print_rows, set_table
from heataco.cli.names import Name, complete_from
from heataco.cli.parameters import build_decoder, naming_options, weights_option
from heataco.cli.processing import processing_options
from heataco.cli.reading import Reading, reading_options
from heataco.decoders import HeatACO
from heataco.diagnostics import diagnose, summarise
from heataco.files import FileError, LabelledInstance
from heataco.heatmaps import Heatmap, Processing
from heataco.instances import Instance
from heataco.predictors import PREDICTORS

_JSON = "json"


@dataclass(frozen=True)
class Options:
    """The command line of `inspect`, as click hands it over."""

    file: Path
    reading: Reading
    index: int | None
    heatmaps: tuple[str, ...]
    heatmap_index: int | None
    predictors: tuple[str, ...]
    weights: Path | None
    settings: tuple[str, ...]
    reference: Path | None
    no_reference: bool
    every: bool
    limit: int | None
    form: str | None
    as_json: bool
    plot: Path | None
    runs: RunOptions | None
    verbose: bool
    quiet: bool
    processing: Processing

    def __post_init__(self) -> None:
        only_one = {"--index": self.index, "--heatmap-index": self.heatmap_index}
        only_all = {"--limit": self.limit, "--format": self.form}
        wrong = [
            name
            for name, value in (only_one if self.every else only_all).items()
            if value is not None
        ]
        if wrong:
            raise click.UsageError(
                f"{wrong[0]} cannot be used {'with' if self.every else 'without'} --all"
            )
        if self.reference is not None and self.no_reference:
            raise click.UsageError("--reference and --no-reference exclude each other; give one")
        if self.as_json and self.form not in (None, _JSON):
            raise click.UsageError(f"--json and --format {self.form} exclude each other; give one")


@click.command()
@click.argument("file", type=FILE)
@reading_options("--input-format")
@index_option
@click.option(
    "--heatmap",
    "heatmaps",
    multiple=True,
    metavar="[NAME=]F",
    help="Heatmap file to inspect; can be repeated with --all.",
)
@heatmap_index_option
@click.option(
    "--predictor",
    "predictors",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_from(PREDICTORS.names),
    help=f"Inspect the heatmap of {', '.join(PREDICTORS.names)}; can be repeated with --all.",
)
@weights_option
@processing_options
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Parameter of HeatACO, such as heat_threshold=0.001; can be repeated.",
)
@click.option("--reference", type=FILE, metavar="F", help="Compare with this .tour file.")
@click.option("--no-reference", is_flag=True, help="Ignore the tours of a labelled set.")
@click.option("--all", "every", is_flag=True, help="All instances: one row of means per heatmap.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="With --all: only the first N.")
@click.option("--format", "form", type=Name(FORMATS), help="With --all: format of the table.")
@json_option
@click.option(
    "--plot", type=FILE, metavar="F", help="Draw the report; with --all: confidence bands."
)
@run_options
@click.option("--verbose", is_flag=True, help="Also print all figures in tables.")
@quiet_option
def inspect(**given: Any) -> None:
    """Tell whether a heatmap of the instance in FILE helps, and how reliable it is.

    FILE is as in `heataco decode`; of several instances choose one with --index, or use --all.
    Short searches of the default decoder, with and without the heatmap, show whether it helps. The
    grade depends on the scores; if a set has tours, the scores are compared with them.
    """
    options = Options(**given)
    sources = named_heat(options.heatmaps, options.predictors, options.processing, options.weights)
    decoder = cast(HeatACO, build_decoder(HeatACO.name, {}, options.settings))
    files = [*(source.file for source in sources), options.weights]
    require_one_stdin([options.file, *files, options.reference])
    outputs.refuse_overwriting(
        [("--plot", options.plot)], [options.file, *files, options.reference]
    )
    if options.plot is not None:
        outputs.check_picture(options.plot)
    if len(sources) > 1 and not options.every:
        raise click.UsageError("to compare several heatmaps, use --all")
    with naming_options():
        if options.every:
            _inspect_all(options, sources, decoder)
        else:
            _inspect_one(options, sources[0], decoder)


def _inspect_one(options: Options, source: HeatInput, decoder: HeatACO) -> None:
    item = choose_item(
        options.file, options.reading.items(options.file), options.index, or_all=True
    )
    reference = _reference(options, item)
    instance = _measured(options, item.instance, reference)
    heatmap = source.one(instance, options.heatmap_index, options.index)
    comparison = None
    if options.runs is not None:
        comparison = compare_one(source.name, instance, heatmap, options.runs, options.quiet)
    report = diagnose(instance, heatmap, reference, decoder=decoder, comparison=comparison)
    if options.as_json:
        compared = None if comparison is None else comparison.to_dict()
        click.echo(_json({"heatmap": source.name, **report.to_dict(), "comparison": compared}))
    else:
        print_report(report, source.name, comparison, verbose=options.verbose)
    if options.plot is not None:
        from heataco.plotting import plot_report

        figure = plot_report(instance, heatmap, report, reference=reference)
        _save(options, figure)


def _inspect_all(options: Options, sources: list[HeatInput], decoder: HeatACO) -> None:
    every = options.reading.items(options.file)
    total, items = len(every), every[: options.limit]
    if options.reference is not None and total > 1:
        raise FileError(options.reference, f"is one tour; {options.file} holds {total} instances")
    labelled = [(item.instance, _reference(options, item)) for item in items]
    instances = [_measured(options, *pair) for pair in labelled]
    rows = []
    for source in sources:
        heatmaps = _heatmaps(source, instances, total)
        comparison = None
        if options.runs is not None:
            comparison = compare_set(
                source.name, instances, heatmaps(), options.runs, options.quiet
            )
        if not options.quiet:
            click.echo(f"heataco: {source.name}, {len(items)} instances ...", err=True)
        reports = [
            diagnose(instance, heatmap, reference, decoder=decoder, comparison=comparison)
            for (instance, reference), heatmap in zip(labelled, heatmaps(), strict=True)
        ]
        rows.append(SetRow(source.name, options.file.stem, summarise(reports), comparison))
    _print_rows(options, rows)
    if options.plot is not None:
        from heataco.plotting import plot_band_panels

        _save(options, plot_band_panels({row.heatmap: row.summary.bands for row in rows}))


def _heatmaps(
    source: HeatInput, instances: list[Instance], total: int
) -> Callable[[], Iterator[Heatmap]]:
    """Return a function that yields the heatmaps: predicted once, or read again at each call."""
    if source.predictor is None:
        return lambda: source.each(instances, total)
    predicted = list(source.each(instances, total))
    return lambda: iter(predicted)


def _print_rows(options: Options, rows: list[SetRow]) -> None:
    form = _JSON if options.as_json else options.form
    if form is not None:
        click.echo(set_table(rows, form), nl=False)
        return
    print_answers(rows)
    if options.verbose:
        print_rows(rows)


def _reference(options: Options, item: LabelledInstance) -> NDArray[np.int32] | None:
    """Return the tour that is given, or else that of the set."""
    if options.no_reference:
        return None
    if options.reference is None:
        return item.tour
    return load_tour(options.reference, item.instance)


def _measured(
    options: Options, instance: Instance, reference: NDArray[np.int32] | None
) -> Instance:
    """Return the instance with the best-known cost that gaps are to be measured from."""
    if options.no_reference:
        return replace(instance, best_known=None)
    if instance.best_known is None and reference is not None:
        return instance.relabelled(best_known=instance.cost(reference))
    return instance


def _save(options: Options, figure: Any) -> None:
    assert options.plot is not None
    outputs.save_picture(options.plot, figure)
    if not options.as_json and options.form is None:
        click.echo(f"Picture: {options.plot}")


def _json(report: dict[str, Any]) -> str:
    return json.dumps({**report, "version": heataco.__version__}, allow_nan=False)
