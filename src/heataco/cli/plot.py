"""`heataco plot`: the figure of an experiment, as in the paper."""

from collections.abc import Callable
from pathlib import Path

import click

from heataco.cli.common_options import FILE
from heataco.cli.experiments import Shown, shown_options
from heataco.cli.outputs import check_picture, refuse_overwriting, save_picture


@click.command()
@shown_options
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    required=True,
    type=FILE,
    metavar="F",
    help="A .png, .pdf or .svg file; can be repeated.",
)
def plot(load: Callable[[], Shown], outputs: tuple[Path, ...]) -> None:
    """Draw the figure of results files, or of an experiment (.toml) and its results."""
    from heataco.bench.figures.drawing import draw_figure
    from heataco.bench.summary import summarise

    for path in outputs:
        check_picture(path)
    shown = load()
    if shown.header is None:
        raise ValueError(f"{shown.files[0]}: claims have no figure; heataco table decides them")
    refuse_overwriting([("--output", path) for path in outputs], shown.files)
    picture = draw_figure(shown.header, summarise(shown.header, shown.results, compared=False))
    for path in outputs:
        save_picture(path, picture)
        click.echo(f"Picture: {path}", err=True)
