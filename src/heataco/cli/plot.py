"""`heataco plot`: the figure of an experiment in the paper's form."""

from pathlib import Path

import click

from heataco.cli.experiments import Selection, default_results, selection_options
from heataco.cli.outputs import check_picture, refuse_overwriting, save_picture

_FILE = click.Path(path_type=Path)


@click.command()
@selection_options
@click.option(
    "--results", multiple=True, type=_FILE, metavar="F", help="May be repeated: parts of one run."
)
@click.option(
    "--output",
    "outputs",
    multiple=True,
    required=True,
    type=_FILE,
    metavar="F",
    help="A .png, .pdf or .svg; may be repeated.",
)
def plot(selection: Selection, results: tuple[Path, ...], outputs: tuple[Path, ...]) -> None:
    """Draw the figure of EXPERIMENT (.toml).

    Give the options of size, such as --instances and --seconds, that `heataco bench` had.
    """
    from heataco.bench.figures import draw_figure
    from heataco.bench.store import read_results
    from heataco.bench.summary import require_results, summarise_cells

    for path in outputs:
        check_picture(path)
    chosen = selection.load()
    results = results or (default_results(chosen.experiment),)
    refuse_overwriting([("--output", path) for path in outputs], [selection.file, *results])
    records = read_results(results)
    figures = summarise_cells(chosen.cells, records, compared=False)
    require_results(figures, records)
    picture = draw_figure(chosen.experiment, figures)
    for path in outputs:
        save_picture(path, picture)
        click.echo(f"Picture: {path}", err=True)
