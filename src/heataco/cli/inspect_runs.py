"""The searches of `inspect`, with and without the heatmap, and their progress."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import click

from heataco.cli.option_groups import grouped
from heataco.decoders import Focused
from heataco.decoding import available_threads, check_effort
from heataco.diagnostics import HeatmapComparison, compare_heatmap
from heataco.diagnostics.searches import USUAL_SEEDS, usual_instances, usual_seconds
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.results import Budget


@dataclass(frozen=True)
class RunOptions:
    """How to search with and without a heatmap.

    Parameters
    ----------
    seconds, iterations
        Limits of each search; None: as `compare_heatmap` has them.
    seed, threads
        As for `compare_heatmap`.

    Raises
    ------
    ValueError
        For a number out of range, before anything is read or announced.
    """

    seconds: float | None
    iterations: int | None
    seed: int
    threads: int

    def __post_init__(self) -> None:
        check_effort(Focused(), Budget(self.iterations, self.seconds), self.seed, self.threads)

    @property
    def limited(self) -> bool:
        """Whether the command line says how long a search takes."""
        return self.seconds is not None or self.iterations is not None


def _runs(
    no_run: bool,
    time_limit: float | None,
    iterations: int | None,
    seed: int | None,
    threads: int | None,
) -> RunOptions | None:
    if not no_run:
        chosen = available_threads() if threads is None else threads
        return RunOptions(time_limit, iterations, seed or 0, chosen)
    typed = {
        "--time-limit": time_limit,
        "--iterations": iterations,
        "--seed": seed,
        "--threads": threads,
    }
    for name, value in typed.items():
        if value is not None:
            raise click.UsageError(f"{name} cannot be used with --no-run, which skips the searches")
    return None


# A command gets them as `runs`, which is None for --no-run.
run_options = grouped(
    "runs",
    _runs,
    click.option("--no-run", is_flag=True, help="Do not search with and without the heatmap."),
    click.option(
        "-t",
        "--time-limit",
        type=float,
        metavar="S",
        help="Time limit of each search in seconds. Default: by the number of nodes, at most "
        "one minute for all.",
    ),
    click.option(
        "--iterations", type=int, metavar="N", help="Maximum number of iterations per search."
    ),
    click.option("-s", "--seed", type=int, metavar="N", help="First seed. Default: 0."),
    click.option(
        "-j",
        "--threads",
        type=int,
        metavar="N",
        help="Searches at a time. Default: all processors.",
    ),
)


def compare_one(
    name: str, instance: Instance, heatmap: Heatmap, options: RunOptions, quiet: bool
) -> HeatmapComparison:
    """Search an instance with several seeds."""
    return _compare(name, [instance], iter([heatmap]), USUAL_SEEDS, options, quiet)


def compare_set(
    name: str,
    instances: Sequence[Instance],
    heatmaps: Iterator[Heatmap],
    options: RunOptions,
    quiet: bool,
) -> HeatmapComparison:
    """Search the first instances of a set: all of them where limits are given or time allows."""
    count = len(instances)
    if not options.limited:
        count = usual_instances(max(one.n for one in instances), count)
    seeds = USUAL_SEEDS if count == 1 else 1
    return _compare(name, instances[:count], islice(heatmaps, count), seeds, options, quiet)


def _compare(
    name: str,
    instances: Sequence[Instance],
    heatmaps: Iterator[Heatmap],
    seeds: int,
    options: RunOptions,
    quiet: bool,
) -> HeatmapComparison:
    searches = 2 * len(instances) * seeds
    seconds = options.seconds
    if not options.limited:
        seconds = usual_seconds(max(one.n for one in instances), searches)
    limit = f"{options.iterations} iterations" if seconds is None else f"{seconds:.3g} s"
    with _progress(name, searches, limit, quiet) as on_progress:
        return compare_heatmap(
            instances,
            heatmaps,
            seconds=seconds,
            iterations=options.iterations,
            seeds=seeds,
            seed=options.seed,
            threads=options.threads,
            on_progress=on_progress,
        )


@contextmanager
def _progress(
    name: str, searches: int, limit: str, quiet: bool
) -> Iterator[Callable[[int, int], None] | None]:
    """Announce the searches on stderr, and count them there if it is a terminal."""
    if not quiet:
        click.echo(
            f"heataco: {name}, {searches} searches with {Focused.name}, every second one without "
            f"the heatmap, {limit} each ...",
            err=True,
        )
    if quiet or not sys.stderr.isatty():
        yield None
        return

    def count(done: int, total: int) -> None:
        click.echo(f"\r{done} of {total}", err=True, nl=False)

    try:
        yield count
    finally:
        click.echo("\r" + " " * len(f"{searches} of {searches}") + "\r", err=True, nl=False)
