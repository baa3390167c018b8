"""The options of `decode`."""

from dataclasses import dataclass
from pathlib import Path

import click

from heataco._arguments import NO_PREDICTOR
from heataco.cli.batch_options import BatchOptions, batch_options
from heataco.cli.common_options import (
    FILE,
    heatmap_index_option,
    index_option,
    json_option,
    quiet_option,
)
from heataco.cli.logs import log_json_option
from heataco.cli.names import Name, RegisteredName, complete_from
from heataco.cli.option_groups import with_options
from heataco.cli.parameters import weights_option
from heataco.cli.processing import processing_options
from heataco.cli.reading import Reading, reading_options
from heataco.cli.route import fixed_edge_option, route_options
from heataco.cli.tour_output import tour_options
from heataco.constraints import Constraints
from heataco.decoders import DECODERS, LOCAL_SEARCHES, Focused, HeatACO
from heataco.files.heatmap_files import HEATMAP_SUFFIXES
from heataco.heatmaps import Processing
from heataco.predictors import PREDICTORS
from heataco.solving import DEFAULT_PREDICTOR


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
    weights: Path | None
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
    constraints: Constraints
    fixed_edges: tuple[tuple[str, str], ...]
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


# A command gets the fields of `Options` as arguments.
decode_options = with_options(
    click.argument("file", type=FILE),
    reading_options(),
    index_option,
    click.option(
        "--heatmap", type=FILE, metavar="F", help=f"Heatmap: {', '.join(HEATMAP_SUFFIXES)}."
    ),
    heatmap_index_option,
    processing_options,
    click.option(
        "--predictor",
        metavar="NAME",
        shell_complete=complete_from((*PREDICTORS.names, NO_PREDICTOR)),
        help=f"Predict the heatmap with {', '.join(PREDICTORS.names)} or MODULE:CLASS; none: no "
        "heatmap; a file name: as --heatmap. "
        f"Default: {DEFAULT_PREDICTOR.name}, if the decoder reads heatmaps.",
    ),
    click.option(
        "--predictor-set",
        "predictor_settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Parameter of the predictor; can be repeated.",
    ),
    weights_option,
    click.option(
        "--decoder",
        type=RegisteredName(DECODERS),
        default=Focused.name,
        show_default=True,
    ),
    click.option(
        "--local-search",
        type=Name(LOCAL_SEARCHES),
        help=f"Local search of the decoder; {Focused.name} has its own. Default: the decoder's.",
    ),
    click.option(
        "--heatmap-trust",
        metavar="TRUST",
        help=f"How far {Focused.name} follows the heatmap: 0 (not at all) to 1, or auto (the "
        "default).",
    ),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Parameter of the decoder, such as ants=16; can be repeated.",
    ),
    click.option(
        "--iterations",
        type=int,
        metavar="N",
        help="Maximum number of iterations. Default without --time-limit: "
        f"{HeatACO.default_iterations:,}, for {Focused.name} {Focused.default_iterations:,}.",
    ),
    click.option(
        "-t",
        "--time-limit",
        type=float,
        metavar="S",
        help="Time limit in seconds, for prediction and search together.",
    ),
    click.option("--target", type=float, metavar="COST", help="Stop at this cost or a lower one."),
    click.option("-s", "--seed", type=int, default=0, show_default=True, metavar="N"),
    click.option(
        "-j", "--threads", type=int, metavar="N", help="Threads. Default: all processors."
    ),
    click.option("--initial-tour", type=FILE, metavar="F", help="Start from this .tour file."),
    route_options,
    fixed_edge_option,
    click.option("--best-known", type=float, metavar="COST", help="Best-known cost, for the gap."),
    tour_options,
    click.option("--plot", type=FILE, metavar="F", help="Draw the tour: .png, .pdf, .svg, ..."),
    click.option("--report", type=FILE, metavar="F", help="Write a page about the run: .html."),
    click.option(
        "--bound", is_flag=True, help="Prove an upper bound on the gap of the tour to the optimum."
    ),
    json_option,
    quiet_option,
    log_json_option,
    batch_options,
)
