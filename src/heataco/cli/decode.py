"""`heataco decode`: one instance, one tour; with --all, a whole set."""

import sys
from contextlib import redirect_stdout
from dataclasses import replace
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from heataco.cli import outputs
from heataco.cli.batch_options import require_fitting
from heataco.cli.decode_options import Options, decode_options
from heataco.cli.delivery import deliver
from heataco.cli.heat import HeatInput, check_heat, choose_heat
from heataco.cli.inputs import load_instance, load_tour, require_one_stdin
from heataco.cli.logs import progress_form
from heataco.cli.parameters import build_decoder, naming_options, with_weights
from heataco.cli.reports import Run
from heataco.cli.search import prove, search
from heataco.cli.stdout import STDOUT
from heataco.cli.tour_output import check_tour
from heataco.constraints import Reduction, with_edges
from heataco.decoders import Decoder
from heataco.decoding import available_threads, check_effort
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.results import Budget


@click.command()
@decode_options
@click.pass_context
def decode(ctx: click.Context, /, **given: Any) -> None:
    """Find a short tour through the nodes of FILE.

    FILE is .tsp or .atsp (TSPLIB), .csv, .tsv, .geojson, .npy or .npz (points or distances), or
    .txt, .lines or .npz (a labelled set; choose with --index, or use --all); - is stdin. Without
    --heatmap the heatmap is predicted; if --time-limit is too short for that, the search runs
    without one. Ctrl-C, SIGTERM and SIGHUP end the search and keep the best tour so far. The tour
    depends on --seed but not on --threads, unless --time-limit ends the search.
    """
    options = Options(**given)
    require_fitting(ctx, options.batch.wanted)
    form = progress_form(options.quiet, options.log_json)
    if options.batch.wanted:
        from heataco.cli.batch import decode_set

        with naming_options():
            ctx.exit(decode_set(options, *_prepare_method(options), form))
    if options.output == STDOUT and options.as_json:
        raise click.UsageError("--output - and --json both write to stdout; give one")
    with naming_options(), redirect_stdout(sys.stderr):  # plug-ins may print
        run, heatmap, initial_tour = _prepare(options)
        result = search(run, heatmap, initial_tour, form)
        if options.bound:
            result = prove(run, result, form)
    ctx.exit(deliver(options, run, heatmap, result))


def _prepare_method(options: Options) -> tuple[Decoder, HeatInput, Budget]:
    """Make and check everything that does not depend on an instance."""
    own = {"local_search": options.local_search, "heatmap_trust": options.heatmap_trust}
    decoder = build_decoder(options.decoder, own, options.settings)
    heat = choose_heat(
        options.heatmap,
        options.predictor,
        with_weights(options.predictor, options.predictor_settings, options.weights),
        options.processing,
        decoder,
    )
    check_heat(heat, decoder, options.processing, options.heatmap_index)
    limits = Budget(options.iterations, options.time_limit, options.target)
    threads = available_threads() if options.threads is None else options.threads
    return decoder, heat, check_effort(decoder, limits, options.seed, threads)


def _prepare(options: Options) -> tuple[Run, Heatmap | None, NDArray[np.int32] | None]:
    """Read and check everything before the search, so that no result is lost to a bad file name."""
    decoder, heat, budget = _prepare_method(options)
    require_one_stdin([options.file, heat.file, options.initial_tour])
    outputs.refuse_overwriting(
        [
            ("--output", options.output),
            ("--plot", options.plot),
            ("--report", options.report),
        ],
        [options.file, heat.file, options.weights, options.initial_tour],
    )
    instance = _load(options)
    if options.output is not None:
        check_tour(options.output, instance, options.output_format)
    if options.plot is not None:
        outputs.check_plot(options.plot, instance)
    if options.report is not None:
        outputs.check_report(options.report)
    initial_tour = None
    if options.initial_tour is not None:
        initial_tour = load_tour(options.initial_tour, instance)
    Reduction.of(instance, options.constraints).checked(initial_tour, f"{options.initial_tour}")
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
        constraints=options.constraints,
        bound=options.bound,
    )
    return run, heatmap, initial_tour


def _load(options: Options) -> Instance:
    """Read the instance, with the edges and the best-known cost that hold for this search."""
    instance = load_instance(options.file, options.reading, options.index, options.best_known)
    if options.fixed_edges:
        instance = with_edges(instance, options.fixed_edges)
        instance = instance.relabelled(best_known=options.best_known)
    if not options.constraints.closed and options.best_known is None:
        return replace(instance, best_known=None)  # the file's belongs to closed tours
    return instance
