"""`heataco decode`: one instance, one tour; with --all, a whole set."""

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from heataco.cli import outputs
from heataco.cli.batch_options import BatchOptions, batch_options
from heataco.cli.delivery import deliver
from heataco.cli.heat import HeatInput, check_heat, choose_heat
from heataco.cli.inputs import load_instance, load_tour
from heataco.cli.logs import log_json_option, progress_form
from heataco.cli.names import Name, RegisteredName
from heataco.cli.parameters import build_decoder, naming_options
from heataco.cli.processing import processing_options
from heataco.cli.reading import Reading, reading_options
from heataco.cli.reports import Run
from heataco.cli.search import prove, search
from heataco.cli.tour_output import STDOUT, check_tour, tour_options
from heataco.decoders import DECODERS, LOCAL_SEARCHES, Decoder, Focused, HeatACO
from heataco.decoding import available_threads, resolve_budget
from heataco.files.heatmap_files import HEATMAP_SUFFIXES
from heataco.heatmaps import Heatmap, Processing
from heataco.predictors import PREDICTORS
from heataco.results import Budget
from heataco.solving import DEFAULT_PREDICTOR

_FILE = click.Path(path_type=Path)


@dataclass(frozen=True)
class Options:
    """The command line of `decode`, as click hands it over."""

    file: Path
    reading: Reading
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
    best_known: float | None
    output: Path | None
    output_format: str | None
    plot: Path | None
    report: Path | None
    bound: bool
    as_json: bool
    quiet: bool
    log_json: bool
    batch: BatchOptions


@click.command()
@click.argument("file", type=_FILE)
@reading_options()
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
    type=Name(LOCAL_SEARCHES),
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
    "-t",
    "--time-limit",
    type=float,
    metavar="S",
    help="Time limit in seconds, for prediction and search together.",
)
@click.option("--target", type=float, metavar="COST", help="Stop at this cost or a lower one.")
@click.option("-s", "--seed", type=int, default=0, show_default=True, metavar="N")
@click.option("-j", "--threads", type=int, metavar="N", help="Threads. Default: all processors.")
@click.option("--initial-tour", type=_FILE, metavar="F", help="Start from this .tour file.")
@click.option("--best-known", type=float, metavar="COST", help="Best-known cost, for the gap.")
@tour_options
@click.option("--plot", type=_FILE, metavar="F", help="Draw the tour: .png, .pdf, .svg, ...")
@click.option("--report", type=_FILE, metavar="F", help="Write a page about the run: .html.")
@click.option("--bound", is_flag=True, help="Prove how far the tour is above the optimum at most.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@log_json_option
@batch_options
@click.pass_context
def decode(ctx: click.Context, /, **given: Any) -> None:
    """Find a short tour through the nodes of FILE.

    FILE is .tsp or .atsp (TSPLIB), .csv, .tsv, .geojson, .npy or .npz (points or distances), or
    .txt, .lines or .npz (a labelled set; choose with --index, or use --all); - is stdin. Without
    --heatmap the heatmap is predicted; if --time-limit is too short for that, the search does
    without. Ctrl-C, SIGTERM and SIGHUP end the search and keep the best tour so far. The tour
    depends on --seed but not on --threads, unless --time-limit ends the search.
    """
    options = Options(**given)
    form = progress_form(options.quiet, options.log_json)
    if options.batch.wanted:
        from heataco.cli.batch import decode_set

        with naming_options():
            ctx.exit(decode_set(options, *_prepare_method(options), form))
    if options.output == STDOUT and options.as_json:
        raise click.UsageError("--output - and --json both write to stdout; give one")
    with naming_options(), redirect_stdout(sys.stderr):  # for what code of others may print
        run, heatmap, initial_tour = _prepare(options)
        result = search(run, heatmap, initial_tour, form)
        if options.bound:
            result = prove(run, result, form)
    ctx.exit(deliver(options, run, heatmap, result))


def _prepare_method(options: Options) -> tuple[Decoder, HeatInput, Budget]:
    """Make and check what does not depend on an instance."""
    own = {"local_search": options.local_search, "heatmap_trust": options.heatmap_trust}
    decoder = build_decoder(options.decoder, own, options.settings)
    heat = choose_heat(
        options.heatmap,
        options.predictor,
        options.predictor_settings,
        options.processing,
        decoder,
    )
    check_heat(heat, decoder, options.processing, options.heatmap_index)
    limits = Budget(options.iterations, options.time_limit, options.target)
    return decoder, heat, resolve_budget(decoder, limits)


def _prepare(options: Options) -> tuple[Run, Heatmap | None, NDArray[np.int32] | None]:
    """Read and check everything, so that no search is lost to a bad name at its end."""
    decoder, heat, budget = _prepare_method(options)
    outputs.refuse_overwriting(
        [
            ("--output", None if options.output == STDOUT else options.output),
            ("--plot", options.plot),
            ("--report", options.report),
        ],
        [options.file, heat.file, options.initial_tour],
    )
    instance = load_instance(options.file, options.reading, options.index, options.best_known)
    if options.output is not None:
        check_tour(options.output, instance, options.output_format)
    if options.plot is not None:
        outputs.check_plot(options.plot, instance)
    if options.report is not None:
        outputs.check_report(options.report)
    initial_tour = None
    if options.initial_tour is not None:
        initial_tour = load_tour(options.initial_tour, instance)
    heatmap = None
    if heat.file is not None:
        heatmap = heat.one(instance, options.heatmap_index, options.index)
    run = Run(
        instance=instance,
        decoder=decoder,
        budget=budget,
        seed=options.seed,
        threads=available_threads() if options.threads is None else options.threads,
        heat=heat,
    )
    return run, heatmap, initial_tour
