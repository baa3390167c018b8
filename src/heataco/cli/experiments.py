"""What `bench`, `table` and `plot` share: experiments, made smaller, and their results."""

import functools
import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from heataco.bench.experiment import Experiment
    from heataco.bench.grid import Cell
    from heataco.bench.header import Header
    from heataco.bench.inputs import Data
    from heataco.bench.store import Results

_FILE = click.Path(path_type=Path)
RESULTS_FOLDER = Path("results")


@dataclass(frozen=True)
class NameIn(click.ParamType[str]):
    """A key of a registry, whose module is imported only when the help lists the keys."""

    module: str
    registry: str
    name = "name"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """List the keys."""
        return f"[{'|'.join(getattr(import_module(self.module), self.registry))}]"


@dataclass(frozen=True)
class Chosen:
    """An experiment as the command line wants it, with its grid."""

    experiment: "Experiment"
    cells: "list[Cell]"
    data: "Data"


@dataclass(frozen=True)
class Selection:
    """The options that choose what of an experiment is run."""

    file: Path
    instances: int | None
    seeds: int | None
    iterations: int | None
    seconds: float | None
    threads: int | None
    data: Path | None
    sets: tuple[str, ...]

    def load(self) -> Chosen:
        """Read the experiment and lay out its grid; what is left out is warned of."""
        from heataco.bench.experiment import read_experiment
        from heataco.bench.grid import available, make_grid
        from heataco.bench.inputs import find_data

        experiment = read_experiment(self.file).shrunk(
            self.instances, self.seeds, self.iterations, self.threads, self.seconds, self.sets
        )
        data = find_data(self.data, experiment.grid_path)
        cells, notes = available(make_grid(experiment, data), data)
        for note in notes:
            warnings.warn(note, stacklevel=2)
        return Chosen(experiment, cells, data)


@dataclass(frozen=True)
class Shown:
    """Results as the command line wants them shown, and the files they come from."""

    header: "Header"
    results: "Results"
    files: tuple[Path, ...]


def load_shown(files: tuple[Path, ...], results: tuple[Path, ...], name: str | None) -> Shown:
    """Read results, and find out how to show them.

    Parameters
    ----------
    files
        Results files, and at most one experiment (.toml), which gives the layout.
    results
        Further results files.
    name
        The experiment to show; by default that of the .toml, or the last one that was run.
    """
    from heataco.bench.experiment import read_experiment
    from heataco.bench.store import read_results

    tomls = [path for path in files if path.suffix.lower() == ".toml"]
    if len(tomls) > 1:
        raise click.UsageError("give one experiment (.toml) at most")
    experiment = read_experiment(tomls[0]) if tomls else None
    paths = (*(path for path in files if path not in tomls), *results)
    if experiment is not None:
        paths = paths or (default_results(experiment),)
        name = name or experiment.grid_name
    found = read_results(paths)
    header = found.header(name, paths)
    if experiment is not None:
        header = header.shown_as(experiment)
    return Shown(header, found, (*tomls, *paths))


def default_results(experiment: "Experiment") -> Path:
    """Return where the results of a grid are, unless told: experiments that share it share them."""
    return RESULTS_FOLDER / f"{experiment.grid_name}.jsonl"


def shown_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the results files, which it gets, loaded, as `shown`."""

    @functools.wraps(command)
    def with_shown(
        files: tuple[Path, ...], results: tuple[Path, ...], name: str | None, **given: Any
    ) -> Any:
        return command(load=lambda: load_shown(files, results, name), **given)

    options = (
        click.argument("files", metavar="FILE...", nargs=-1, required=True, type=_FILE),
        click.option(
            "--results",
            multiple=True,
            type=_FILE,
            metavar="F",
            help="Results of an experiment (.toml); by default results/EXPERIMENT.jsonl.",
        ),
        click.option(
            "--experiment", "name", metavar="NAME", help="By default the last one that was run."
        ),
    )
    return functools.reduce(lambda made, option: option(made), reversed(options), with_shown)


def selection_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command EXPERIMENT and the options of `Selection`, which it gets as `selection`."""

    @functools.wraps(command)
    def with_selection(**given: Any) -> Any:
        selection = Selection(**{field.name: given.pop(field.name) for field in fields(Selection)})
        return command(selection=selection, **given)

    count = click.IntRange(1)
    options = (
        click.argument("file", metavar="EXPERIMENT", type=_FILE),
        click.option(
            "--sets",
            multiple=True,
            metavar="NAME",
            help="These sets only; * stands for any letters, and the option may be repeated.",
        ),
        click.option("--instances", type=count, metavar="N", help="The first N of each set only."),
        click.option("--seeds", type=count, metavar="N", help="Seeds 1 to N only."),
        click.option("--iterations", type=count, metavar="N", help="At most N in each decoding."),
        click.option(
            "--seconds",
            type=click.FloatRange(0, min_open=True),
            metavar="S",
            help="Cap every time limit at S seconds.",
        ),
        click.option("--threads", type=count, metavar="N", help="Threads of each decoding."),
        click.option(
            "--data", type=_FILE, metavar="DIR", help="Data folder; by default $HEATACO_DATA."
        ),
    )
    return functools.reduce(lambda made, option: option(made), reversed(options), with_selection)
