"""What `bench`, `table` and `plot` share: reading experiments and their results."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heataco.cli.common_options import FILE
from heataco.cli.option_groups import grouped

if TYPE_CHECKING:
    from heataco.bench.experiment import Experiment
    from heataco.bench.grid import Cell
    from heataco.bench.header import Header
    from heataco.bench.inputs import Data
    from heataco.bench.store import Results
    from heataco.bench.tables.claims import Claims
    from heataco.bench.tables.table import Table

RESULTS_FOLDER = Path("results")


def load_grid(
    file: Path, folder: Path | None, caps: dict[str, Any]
) -> "tuple[Experiment, list[Cell], Data]":
    """Read an experiment, reduced as `caps` say, and its grid; warn about what is left out.

    Raises
    ------
    ValueError
        For a bad experiment, an empty grid or missing data.
    """
    from heataco.bench.experiment_files import read_experiment
    from heataco.bench.grid import available, make_grid
    from heataco.bench.inputs import find_data

    experiment = read_experiment(file).shrunk(**caps)
    data = find_data(folder, experiment.grid_path)
    cells, notes = available(make_grid(experiment, data), data)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return experiment, cells, data


@dataclass(frozen=True)
class Shown:
    """Results, how to show them (by an experiment's header or by claims), and their files."""

    header: "Header | None"
    claims: "Claims | None"
    results: "Results"
    files: tuple[Path, ...]

    def table(self, correction: str) -> "Table":
        """Make the table; ValueError without results."""
        from heataco.bench.summary import summarise
        from heataco.bench.tables.claims import claims_table
        from heataco.bench.tables.table import make_table

        if self.claims is not None:
            return claims_table(self.claims, self.results, correction)
        assert self.header is not None
        summaries = summarise(self.header, self.results, correction)
        return make_table(self.header, summaries, correction)


def load_shown(files: tuple[Path, ...], results: tuple[Path, ...], name: str | None) -> Shown:
    """Read results, and find out how to show them.

    Parameters
    ----------
    files
        Results files, and at most one experiment or file of claims (.toml), which gives the layout.
    results
        Further results files.
    name
        The experiment to show; by default that of the .toml, or the last one that was run.

    Raises
    ------
    ValueError
        If files are missing or bad, or hold no results of the experiment.
    """
    from heataco.bench.experiment_files import read_experiment
    from heataco.bench.store import read_results
    from heataco.bench.tables.claims import holds_claims, read_claims

    tomls = [path for path in files if path.suffix.lower() == ".toml"]
    if len(tomls) > 1:
        raise click.UsageError("give one experiment (.toml) at most")
    paths = (*(path for path in files if path not in tomls), *results)
    if tomls and holds_claims(tomls[0]):
        return Shown(None, read_claims(tomls[0]), read_results(paths), (*tomls, *paths))
    experiment = read_experiment(tomls[0]) if tomls else None
    if experiment is not None:
        paths = paths or (default_results(experiment),)
        name = name or experiment.grid_name
    found = read_results(paths)
    header = found.header(name, paths)
    if experiment is not None:
        header = header.shown_as(experiment)
    return Shown(header, None, found, (*tomls, *paths))


def default_results(experiment: "Experiment") -> Path:
    """Return the default results file of an experiment; experiments with the same grid share it."""
    return RESULTS_FOLDER / f"{experiment.grid_name}.jsonl"


def _load(
    files: tuple[Path, ...], results: tuple[Path, ...], name: str | None
) -> Callable[[], Shown]:
    return lambda: load_shown(files, results, name)


# A command gets the results files as `load`, a function that reads them.
shown_options = grouped(
    "load",
    _load,
    click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE),
    click.option(
        "--results",
        multiple=True,
        type=FILE,
        metavar="F",
        help="Results of an experiment (.toml). Default: results/EXPERIMENT.jsonl.",
    ),
    click.option(
        "--experiment",
        "name",
        metavar="NAME",
        help="Which experiment of the file. Default: the last one that was run.",
    ),
)
