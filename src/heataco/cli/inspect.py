"""`heataco inspect`: how far a heatmap can be relied on."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import click
import numpy as np
from numpy.typing import NDArray

import heataco
from heataco.cli import outputs
from heataco.cli.heat import HeatInput, named_heat
from heataco.cli.inputs import choose_item, load_tour
from heataco.cli.inspect_report import print_report
from heataco.cli.inspect_table import FORMATS, SetRow, print_rows, set_table
from heataco.cli.parameters import build_decoder
from heataco.cli.processing import processing_options
from heataco.decoders import HeatACO
from heataco.diagnostics import diagnose, summarise
from heataco.files import FileError, LabelledInstance, read_instances
from heataco.heatmaps import Processing
from heataco.predictors import PREDICTORS

_FILE = click.Path(path_type=Path)
_JSON = "json"


@dataclass(frozen=True)
class Options:
    """The command line of `inspect`, as click hands it over."""

    file: Path
    index: int | None
    heatmaps: tuple[str, ...]
    heatmap_index: int | None
    predictors: tuple[str, ...]
    settings: tuple[str, ...]
    reference: Path | None
    no_reference: bool
    every: bool
    limit: int | None
    form: str | None
    as_json: bool
    plot: Path | None
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
@click.argument("file", type=_FILE)
@click.option("--index", type=int, metavar="K", help="Index of the instance in FILE, from 0.")
@click.option(
    "--heatmap",
    "heatmaps",
    multiple=True,
    metavar="[NAME=]F",
    help="Heatmap file to inspect; can be repeated with --all.",
)
@click.option(
    "--heatmap-index", type=int, metavar="K", help="Index of the heatmap in F; default: --index."
)
@click.option(
    "--predictor",
    "predictors",
    multiple=True,
    metavar="NAME",
    help=f"Inspect the heatmap of {', '.join(PREDICTORS.names)}; can be repeated with --all.",
)
@processing_options
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Parameter of HeatACO, such as heat_threshold=0.001; can be repeated.",
)
@click.option("--reference", type=_FILE, metavar="F", help="Compare with this .tour file.")
@click.option("--no-reference", is_flag=True, help="Ignore the tours of a labelled set.")
@click.option("--all", "every", is_flag=True, help="All instances: one row of means per heatmap.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="With --all: only the first N.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="With --all: format of the table."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--plot", type=_FILE, metavar="F", help="Draw it; with --all: confidence bands.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
def inspect(**given: Any) -> None:
    """Report how reliable a heatmap of the instance in FILE is, in words and numbers.

    FILE is .tsp or .atsp (TSPLIB), or .txt or .npz (a labelled set; choose with --index, or use
    --all). If the set has tours, the heatmap is compared with them.
    """
    options = Options(**given)
    sources = named_heat(options.heatmaps, options.predictors, options.processing)
    decoder = cast(HeatACO, build_decoder(HeatACO.name, {}, options.settings))
    files = [source.file for source in sources]
    outputs.refuse_overwriting(
        [("--plot", options.plot)], [options.file, *files, options.reference]
    )
    if options.plot is not None:
        outputs.check_picture(options.plot)
    if options.every:
        _inspect_all(options, sources, decoder)
    elif len(sources) > 1:
        raise click.UsageError("to compare several heatmaps, use --all")
    else:
        _inspect_one(options, sources[0], decoder)


def _inspect_one(options: Options, source: HeatInput, decoder: HeatACO) -> None:
    item = choose_item(options.file, read_instances(options.file), options.index)
    reference = _reference(options, item)
    heatmap = source.one(item.instance, options.heatmap_index, options.index)
    report = diagnose(item.instance, heatmap, reference, decoder=decoder)
    if options.as_json:
        click.echo(_json({"heatmap": source.name, **report.to_dict()}))
    else:
        print_report(report, source.name)
    if options.plot is not None:
        from heataco.plotting import plot_report

        figure = plot_report(item.instance, heatmap, report, reference=reference)
        _save(options, figure)


def _inspect_all(options: Options, sources: list[HeatInput], decoder: HeatACO) -> None:
    every = read_instances(options.file)
    total, items = len(every), every[: options.limit]
    if options.reference is not None and total > 1:
        raise FileError(options.reference, f"is one tour; {options.file} holds {total} instances")
    references = [_reference(options, item) for item in items]
    instances = [item.instance for item in items]
    rows = []
    for source in sources:
        if not options.quiet:
            click.echo(f"heataco: {source.name}, {len(items)} instances ...", err=True)
        reports = [
            diagnose(instance, heatmap, reference, decoder=decoder)
            for instance, heatmap, reference in zip(
                instances, source.each(instances, total), references, strict=True
            )
        ]
        rows.append(SetRow(source.name, options.file.stem, summarise(reports)))
    form = _JSON if options.as_json else options.form
    if form is None:
        print_rows(rows)
    else:
        click.echo(set_table(rows, form), nl=False)
    if options.plot is not None:
        from heataco.plotting import plot_band_panels

        _save(options, plot_band_panels({row.heatmap: row.summary.bands for row in rows}))


def _reference(options: Options, item: LabelledInstance) -> NDArray[np.int32] | None:
    """Return the tour that is given, or else that of the set."""
    if options.no_reference:
        return None
    if options.reference is None:
        return item.tour
    return load_tour(options.reference, item.instance)


def _save(options: Options, figure: Any) -> None:
    assert options.plot is not None
    outputs.save_picture(options.plot, figure)
    if not options.as_json and options.form is None:
        click.echo(f"Picture: {options.plot}")


def _json(report: dict[str, Any]) -> str:
    return json.dumps({**report, "version": heataco.__version__}, allow_nan=False)
