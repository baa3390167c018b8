"""`heataco decode`: one instance, one tour."""

import sys
import warnings
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from heataco.cli import BAD_INPUT, INTERRUPTED, outputs
from heataco.cli.heat import HeatInput, choose_heat
from heataco.cli.inputs import load_instance, load_tour
from heataco.cli.parameters import RegisteredName, build_decoder, naming_options
from heataco.cli.processing import processing_options
from heataco.cli.reports import Run, json_report, row, summary
from heataco.cli.search import search
from heataco.cli.signals import uninterrupted
from heataco.constraints import Constraints, Reduction
from heataco.decoders import DECODERS, LOCAL_SEARCHES, Decoder, Focused, HeatACO
from heataco.decoding import available_threads, resolve_budget
from heataco.files.heatmap_files import HEATMAP_SUFFIXES
from heataco.heatmaps import Heatmap, Processing
from heataco.predictors import PREDICTORS
from heataco.results import Budget, Result, StopReason
from heataco.solving import DEFAULT_PREDICTOR

_FILE = click.Path(path_type=Path)


@dataclass(frozen=True)
class Options:
    """The command line of `decode`, as click hands it over."""

    file: Path
    index: int | None
    heatmap: Path | None
    heatmap_index: int | None
    processing: Processing
    predictor: str | None
    predictor_settings: tuple[str, ...]
    decoder: str
    local_search: str | None
    heatmap_trust: str | None
    settings: tuple[str, ...]
    iterations: int | None
    time_limit: float | None
    target: float | None
    seed: int
    threads: int | None
    initial_tour: Path | None
    start: int | None
    end: int | None
    is_open: bool
    best_known: float | None
    output: Path | None
    plot: Path | None
    as_json: bool
    quiet: bool


@click.command()
@click.argument("file", type=_FILE)
@click.option("--index", type=int, metavar="K", help="Index of the instance in FILE, from 0.")
@click.option("--heatmap", type=_FILE, metavar="F", help=f"Heatmap: {', '.join(HEATMAP_SUFFIXES)}.")
@click.option(
    "--heatmap-index", type=int, metavar="K", help="Index of the heatmap in F; default: --index."
)
@processing_options
@click.option(
    "--predictor",
    metavar="NAME",
    help=f"Predict the heatmap with {', '.join(PREDICTORS.names)} or MODULE:CLASS; none: no "
    "heatmap; a file: as --heatmap. "
    f"Default: {DEFAULT_PREDICTOR.name}, if the decoder reads heatmaps.",
)
@click.option(
    "--predictor-set",
    "predictor_settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Parameter of the predictor; can be repeated.",
)
@click.option(
    "--decoder",
    type=RegisteredName(DECODERS),
    default=Focused.name,
    show_default=True,
)
@click.option(
    "--local-search",
    type=click.Choice(LOCAL_SEARCHES),
    help=f"Local search of the decoder; {Focused.name} has its own. Default: the decoder's.",
)
@click.option(
    "--heatmap-trust",
    metavar="TRUST",
    help=f"How far {Focused.name} follows the heatmap: 0 (not at all) to 1, or auto (the default).",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Parameter of the decoder, such as ants=16; can be repeated.",
)
@click.option(
    "--iterations",
    type=int,
    metavar="N",
    help="Maximum number of iterations. Default without --time-limit: "
    f"{HeatACO.default_iterations:,}, for {Focused.name} {Focused.default_iterations:,}.",
)
@click.option(
    "--time-limit",
    type=float,
    metavar="S",
    help="Time limit in seconds, for prediction and search together.",
)
@click.option("--target", type=float, metavar="COST", help="Stop at this cost or a lower one.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N")
@click.option("--threads", type=int, metavar="N", help="Threads. Default: all processors.")
@click.option("--initial-tour", type=_FILE, metavar="F", help="Start from this .tour file.")
@click.option("--start", type=int, metavar="NODE", help="First node of the tour, counted from 0.")
@click.option("--end", type=int, metavar="NODE", help="Last node, with --open; counted from 0.")
@click.option(
    "--open", "is_open", is_flag=True, help="Find an open path: no way back to its start."
)
@click.option("--best-known", type=float, metavar="COST", help="Best-known cost, for the gap.")
@click.option("--output", type=_FILE, metavar="F", help="Write the tour to a .tour file (TSPLIB).")
@click.option("--plot", type=_FILE, metavar="F", help="Draw the tour: .png, .pdf, .svg, ...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def decode(ctx: click.Context, /, **given: Any) -> None:
    """Find a short tour through the nodes of FILE.

    FILE is .tsp or .atsp (TSPLIB), or .txt or .npz (a labelled set; choose with --index). Without
    --heatmap the heatmap is predicted; if --time-limit is too short for that, the search does
    without. Ctrl-C, SIGTERM and SIGHUP end the search and keep the best tour so far. The tour
    depends on --seed but not on --threads, unless --time-limit ends the search.
    """
    options = Options(**given)
    with naming_options(), redirect_stdout(sys.stderr):  # for what code of others may print
        run, heatmap, initial_tour = _prepare(options)
        result = search(run, heatmap, initial_tour, options.quiet)
    ctx.exit(_deliver(options, run, heatmap, result))


def _prepare(options: Options) -> tuple[Run, Heatmap | None, NDArray[np.int32] | None]:
    """Read and check everything, so that no search is lost to a bad name at its end."""
    own = {"local_search": options.local_search, "heatmap_trust": options.heatmap_trust}
    decoder = build_decoder(options.decoder, own, options.settings)
    heat = choose_heat(
        options.heatmap,
        options.predictor,
        options.predictor_settings,
        options.processing,
        decoder,
    )
    _check_heat(options, heat, decoder)
    limits = Budget(options.iterations, options.time_limit, options.target)
    outputs.refuse_overwriting(
        [("--output", options.output), ("--plot", options.plot)],
        [options.file, heat.file, options.initial_tour],
    )
    if options.output is not None:
        outputs.check_folder(options.output)
    constraints = Constraints(options.start, options.end, not options.is_open)
    instance = load_instance(options.file, options.index, options.best_known)
    if options.is_open and options.best_known is None:  # that of the file is of closed tours
        instance = replace(instance, best_known=None)
    if options.plot is not None:
        outputs.check_plot(options.plot, instance)
    initial_tour = None
    if options.initial_tour is not None:
        initial_tour = load_tour(options.initial_tour, instance)
    Reduction.of(instance, constraints).checked(initial_tour)
    heatmap = None
    if heat.file is not None:
        heatmap = heat.one(instance, options.heatmap_index, options.index)
    run = Run(
        instance=instance,
        decoder=decoder,
        budget=resolve_budget(decoder, limits),
        seed=options.seed,
        threads=available_threads() if options.threads is None else options.threads,
        heat=heat,
        constraints=constraints,
    )
    return run, heatmap, initial_tour


def _check_heat(options: Options, heat: HeatInput, decoder: Decoder) -> None:
    """Refuse options and a decoder that do not go with where the heat comes from."""
    if heat.file is None and options.heatmap_index is not None:
        raise click.UsageError("--heatmap-index needs --heatmap")
    if heat.file is None and options.processing != Processing():
        raise click.UsageError("--kind, --threshold, --symmetrise and --preset need --heatmap")
    if decoder.needs_heatmap and not heat.guides:
        raise ValueError(
            f"decoder {decoder.name} needs a heatmap: give --heatmap FILE or --predictor "
            f"{' or '.join(PREDICTORS.names)}"
        )
    if heat.guides and not decoder.reads_heatmap:
        warnings.warn(f"decoder {decoder.name} ignores the heatmap", stacklevel=1)


def _deliver(options: Options, run: Run, heatmap: Heatmap | None, result: Result) -> int:
    """Write and print the result and return the exit code; a failed file stops nothing else."""
    failures: list[Exception] = []
    with uninterrupted():
        place = "not written; use --output FILE.tour"
        if options.output is not None:
            place = f"written to {options.output}"
            try:
                outputs.save_tour(options.output, run.instance, result)
            except ValueError as error:
                failures.append(error)
                place = "could not be written"
        _say(json_report(run, result) if options.as_json else summary(run, result, place), result)
    if options.plot is not None:
        title = f"{run.instance.name}: {run.decoder.label}, cost {result.cost:.7g}"
        if result.prediction is not None:
            heatmap = result.prediction.heatmap
        try:
            outputs.save_plot(options.plot, run.instance, result, heatmap, title)
            if not options.as_json:
                _say(row("picture", f"written to {options.plot}"), result)
        except (ValueError, ArithmeticError) as error:
            failures.append(error)
    for failure in failures:
        click.echo(f"heataco: {failure}", err=True)
    if failures:
        return BAD_INPUT
    return INTERRUPTED if result.stop_reason is StopReason.INTERRUPTED else 0


def _say(text: str, result: Result) -> None:
    """Print; where a signal ended the search, the terminal may be gone, and that is no failure."""
    try:
        click.echo(text)
    except OSError:
        if result.stop_reason is not StopReason.INTERRUPTED:
            raise
