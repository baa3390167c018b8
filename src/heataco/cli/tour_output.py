"""The tour that a command writes, to a file or to stdout."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from heataco.cli.common_options import FILE
from heataco.cli.formatted_output import require_output
from heataco.cli.names import Name
from heataco.cli.outputs import check_folder
from heataco.cli.stdout import STDOUT
from heataco.files import write_tour
from heataco.files.tours import TOUR_FORMS, TSPLIB_FORM, check_tour_form, tour_text
from heataco.instances import Instance
from heataco.results import Result


def tour_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options --output and --output-format."""

    @functools.wraps(command)
    def with_output(*args: Any, **given: Any) -> Any:
        require_output(given["output"], given["output_format"])
        return command(*args, **given)

    form = click.option(
        "--output-format",
        type=Name(TOUR_FORMS),
        help=f"Format of the tour, whatever the suffix. Default for -: {TSPLIB_FORM}.",
    )
    output = click.option(
        "-o",
        "--output",
        type=FILE,
        metavar="F",
        help="Write the tour: .tour (TSPLIB), .csv, .json, .geojson or .txt; - is stdout. With"
        " --all: .npz, .csv or a folder.",
    )
    return output(form(with_output))


def check_tour(path: Path, instance: Instance, form: str | None) -> None:
    """Raise a FileError if a tour could not be written in the form of its suffix."""
    if path == STDOUT:
        check_tour_form(path, instance, form or TSPLIB_FORM)
    else:
        check_folder(path)
        check_tour_form(path, instance, form)


def save_tour(path: Path, instance: Instance, result: Result, form: str | None) -> None:
    """Write the tour of a result, or print it where the path is `-`."""
    if path == STDOUT:
        text = tour_text(result.tour, instance, result.cost, form, closed=result.closed)
        click.echo(text, nl=False)
        return
    # TSPLIB has one line for a name; line breaks in it must not keep the tour from being written.
    name = " ".join(instance.name.split())
    write_tour(
        result.tour,
        path,
        name=name,
        cost=result.cost,
        instance=instance,
        closed=result.closed,
        form=form,
    )
