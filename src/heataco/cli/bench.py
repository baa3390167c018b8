"""`heataco bench`: run what is missing of an experiment."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heataco.cli import SOME_FAILED
from heataco.cli.bench_progress import grid_progress
from heataco.cli.common_options import FILE, quiet_option
from heataco.cli.experiments import default_results, load_grid
from heataco.cli.logs import log_json_option, progress_form
from heataco.cli.names import NameIn
from heataco.cli.outputs import check_folder, refuse_overwriting

if TYPE_CHECKING:
    from heataco.bench.driver import Tally

_COUNT = click.IntRange(1)


@click.command()
@click.argument("file", metavar="EXPERIMENT", type=FILE)
@click.option(
    "--sets",
    multiple=True,
    metavar="NAME",
    help="Run only these sets; * matches any letters; can be repeated.",
)
@click.option("--methods", multiple=True, metavar="NAME", help="Run only these methods; as --sets.")
@click.option("--instances", type=_COUNT, metavar="N", help="Only the first N of each set.")
@click.option("--seeds", type=_COUNT, metavar="N", help="Only seeds 1 to N.")
@click.option("--iterations", type=_COUNT, metavar="N", help="At most N iterations in each run.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Cap every time limit at S seconds.",
)
@click.option("-j", "--threads", type=_COUNT, metavar="N", help="Threads of each run.")
@click.option("--data", type=FILE, metavar="DIR", help="Data folder. Default: $HEATACO_DATA.")
@click.option(
    "--results",
    type=FILE,
    metavar="F",
    help="Results file. Default: results/EXPERIMENT.jsonl.",
)
@click.option(
    "--known",
    multiple=True,
    type=FILE,
    metavar="F",
    help="Results (.jsonl, .jsonl.gz) of tasks that are not run again; can be repeated.",
)
@click.option(
    "--engine",
    type=NameIn("heataco.bench.engines", "ENGINES"),
    default="serial",
    show_default=True,
    help="Where tasks run.",
)
@click.option(
    "--workers", type=_COUNT, metavar="N", help="Tasks at a time. Default: one per processor."
)
@click.option(
    "--ray-address", metavar="A", help="Address of a Ray cluster. Default: start a local one."
)
@click.option("--part", metavar="K/N", help="Run the K-th of N parts, for N machines.")
@click.option("--export", type=FILE, metavar="F", help="Also write all results to F (.parquet).")
@quiet_option
@log_json_option
@click.pass_context
def bench(
    ctx: click.Context,
    /,
    file: Path,
    data: Path | None,
    results: Path | None,
    known: tuple[Path, ...],
    engine: str,
    workers: int | None,
    ray_address: str | None,
    part: str | None,
    export: Path | None,
    quiet: bool,
    log_json: bool,
    **caps: Any,
) -> None:
    """Run the tasks of EXPERIMENT (.toml) that have no result yet.

    Each finished task is one line of the results file. You can stop at any time: running the same
    command again runs the tasks that are missing or failed. Exit code 1: some tasks failed.
    """
    from heataco.bench.driver import run_grid
    from heataco.bench.engines import choose_engine
    from heataco.bench.export import check_export, export_results
    from heataco.bench.store import open_store

    experiment, cells, found = load_grid(file, data, caps)
    runner = choose_engine(
        engine, workers=workers, threads=experiment.max_threads, address=ray_address
    )
    if export is not None:
        check_folder(export)
        check_export(export)
    path = results or default_results(experiment)
    refuse_overwriting([("--results", path), ("--export", export)], [file, *known])
    with open_store(path, known) as store:
        with grid_progress(experiment.name, progress_form(quiet, log_json)) as on_tally:
            options: dict[str, Any] = {"part": part, "on_tally": on_tally}
            tally = run_grid(experiment, cells, store, runner, found, **options)
        if export is not None:
            export_results(store.results.records, export)
    _report(experiment.name, tally, path)
    if tally.failed:
        ctx.exit(SOME_FAILED)


def _report(name: str, tally: "Tally", path: Path) -> None:
    """Say how a run went; the first failure goes to stderr."""
    click.echo(
        f"{name}: {tally.total} tasks, {tally.kept} had results, {tally.finished} finished, "
        f"{tally.failed} failed; results in {path}"
    )
    if tally.failed:
        click.echo(f"heataco: {tally.failed} task(s) failed, first: {tally.error}", err=True)
