"""`heataco table`: the results of an experiment in the paper's layout."""

from pathlib import Path

import click

from heataco.cli.experiments import Selection, default_results, selection_options
from heataco.cli.outputs import check_folder, refuse_overwriting
from heataco.files.atomic import atomic_write

_FILE = click.Path(path_type=Path)


@click.command()
@selection_options
@click.option(
    "--results", multiple=True, type=_FILE, metavar="F", help="May be repeated: parts of one run."
)
@click.option(
    "--format",
    "form",
    metavar="NAME",
    default="markdown",
    show_default=True,
    help="markdown, latex or csv.",
)
@click.option(
    "--correction",
    type=click.Choice(("holm", "none")),
    default="holm",
    show_default=True,
    help="Of the p-values of the table; the paper has none.",
)
@click.option("--output", type=_FILE, metavar="F", help="By default stdout.")
def table(
    selection: Selection,
    results: tuple[Path, ...],
    form: str,
    correction: str,
    output: Path | None,
) -> None:
    """Print the table of EXPERIMENT (.toml), with the paper's figures beside ours.

    Give the options of size, such as --instances and --seconds, that `heataco bench` had.
    """
    from heataco.bench.paper import read_paper
    from heataco.bench.store import read_results
    from heataco.bench.summary import require_results, summarise_cells
    from heataco.bench.table_writers import require_format, write_table
    from heataco.bench.tables import make_table

    require_format(form)
    if output is not None:
        check_folder(output)
    chosen = selection.load()
    results = results or (default_results(chosen.experiment),)
    refuse_overwriting([("--output", output)], [selection.file, *results])
    records = read_results(results)
    try:
        figures = summarise_cells(chosen.cells, records, correction)
    except ImportError as error:
        raise ValueError(str(error)) from None
    require_results(figures, records)
    made = make_table(chosen.experiment, figures, read_paper(chosen.experiment), correction)
    text = write_table(made, form)
    if output is None:
        click.echo(text, nl=False)
        return
    with atomic_write(output) as file:
        file.write(text.encode())
