"""Files whose format an option gives in place of their suffix: standard output, pipes, any file."""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from heataco.cli.names import Name
from heataco.cli.stdout import STDOUT
from heataco.cli.temporary import naming_warnings
from heataco.files.atomic import atomic_write
from heataco.files.errors import renaming


def format_option(suffixes: Sequence[str], what: str) -> Callable[[Any], Any]:
    """Return the option --output-format, whose names are suffixes without their dot."""
    return click.option(
        "--output-format",
        type=Name(suffix.removeprefix(".") for suffix in suffixes),
        help=f"Format of {what}, whatever the suffix; needed for -, which is stdout.",
    )


def require_output(output: Path | None, form: str | None) -> None:
    """Raise a UsageError for a format of an output that is not asked for."""
    if output is None and form is not None:
        raise click.UsageError("--output-format needs --output")


@contextmanager
def formatted(target: Path, form: str | None, name: str) -> Iterator[Path]:
    """Yield the file to write: the target, or one with the given format that is copied there.

    Errors about that file name the target.

    Parameters
    ----------
    target
        What the user has named; `-` is standard output.
    form
        The format; None if the suffix of the target gives it.
    name
        The stem of the file that is copied; some formats hold it.
    """
    if form is None:
        yield target
        return
    with tempfile.TemporaryDirectory(prefix="heataco-") as folder:
        file = Path(folder) / f"{name}.{form}"
        shown = "standard output" if target == STDOUT else str(target)
        with renaming(file.parent, target), naming_warnings(file, shown):
            yield file
        with open(file, "rb") as content:
            if target == STDOUT:
                shutil.copyfileobj(content, sys.stdout.buffer)
                sys.stdout.buffer.flush()
                return
            with atomic_write(target) as copy:
                shutil.copyfileobj(content, copy)
