"""`heataco table`: the results of an experiment in the paper's layout."""

from collections.abc import Callable
from pathlib import Path

import click

from heataco.cli.common_options import FILE
from heataco.cli.experiments import Shown, shown_options
from heataco.cli.names import Name, NameIn
from heataco.cli.outputs import check_folder, refuse_overwriting
from heataco.cli.stdout import STDOUT
from heataco.files.atomic import atomic_write


@click.command()
@shown_options
@click.option(
    "--format",
    "form",
    type=NameIn("heataco.bench.tables.writers", "FORMATS"),
    default="markdown",
    show_default=True,
)
@click.option(
    "--correction",
    type=Name(("holm", "none")),
    default="holm",
    show_default=True,
    help="Correction of the p-values for multiple comparisons; the paper uses none.",
)
@click.option("-o", "--output", type=FILE, metavar="F", help="Write to F. Default: -, stdout.")
def table(load: Callable[[], Shown], form: str, correction: str, output: Path | None) -> None:
    """Print the table of results files, or of an experiment (.toml) and its results.

    Results are .jsonl or .jsonl.gz files; published numbers are shown in parentheses. Several files
    are parts of one run, or the results that a file of claims (.toml) is checked against.
    """
    from heataco.bench.tables.writers import require_format, write_table

    require_format(form)
    if output == STDOUT:
        output = None
    if output is not None:
        check_folder(output)
    shown = load()
    refuse_overwriting([("--output", output)], shown.files)
    text = write_table(shown.table(correction), form)
    if output is None:
        click.echo(text, nl=False)
        return
    with atomic_write(output) as file:
        file.write(text.encode())
