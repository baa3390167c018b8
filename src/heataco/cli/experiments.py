"""What `bench`, `table` and `plot` share: the experiment, made smaller, and its results."""

import functools
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from heataco.bench.data import Data
    from heataco.bench.experiment import Experiment
    from heataco.bench.grid import Cell

_FILE = click.Path(path_type=Path)
RESULTS_FOLDER = Path("results")


@dataclass(frozen=True)
class Chosen:
    """An experiment as the command line wants it, with its grid."""

    experiment: "Experiment"
    cells: "list[Cell]"
    data: "Data"


@dataclass(frozen=True)
class Selection:
    """The options that choose what of an experiment is meant."""

    file: Path
    instances: int | None
    seeds: int | None
    iterations: int | None
    seconds: float | None
    threads: int | None
    data: Path | None

    def load(self) -> Chosen:
        """Read the experiment and lay out its grid; what is left out is warned of.

        Raises
        ------
        ValueError
            For a bad experiment, an empty grid or missing data.
        """
        from heataco.bench.data import available, find_data
        from heataco.bench.experiment import read_experiment
        from heataco.bench.grid import make_grid

        experiment = read_experiment(self.file).shrunk(
            self.instances, self.seeds, self.iterations, self.threads, self.seconds
        )
        data = find_data(self.data, experiment.path)
        cells, notes = available(make_grid(experiment), data)
        for note in notes:
            warnings.warn(note, stacklevel=2)
        return Chosen(experiment, cells, data)


def default_results(experiment: "Experiment") -> Path:
    """Return where the results of a grid are, unless told: experiments that share it share them."""
    return RESULTS_FOLDER / f"{experiment.grid_name}.jsonl"


def selection_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command EXPERIMENT and the options of `Selection`, which it gets as `selection`."""
    names = ("file", "instances", "seeds", "iterations", "seconds", "threads", "data")

    @functools.wraps(command)
    def with_selection(**given: Any) -> Any:
        selection = Selection(**{name: given.pop(name) for name in names})
        return command(selection=selection, **given)

    count = click.IntRange(1)
    options = (
        click.argument("file", metavar="EXPERIMENT", type=_FILE),
        click.option("--instances", type=count, metavar="N", help="The first N of each set only."),
        click.option("--seeds", type=count, metavar="N", help="Seeds 1 to N only."),
        click.option("--iterations", type=count, metavar="N", help="At most N in each decoding."),
        click.option(
            "--seconds",
            type=click.FloatRange(0, min_open=True),
            metavar="S",
            help="At most S where time is what limits a decoding.",
        ),
        click.option("--threads", type=count, metavar="N", help="Threads of each decoding."),
        click.option(
            "--data", type=_FILE, metavar="DIR", help="Data folder; by default $HEATACO_DATA."
        ),
    )
    return functools.reduce(lambda made, option: option(made), reversed(options), with_selection)
