"""Files of the command line: one instance of many, and a tour."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco.cli.reading import Reading
from heataco.cli.temporary import naming_warnings
from heataco.files import FileError, LabelledInstance, read_tour
from heataco.files.errors import reading as about
from heataco.files.heatmap_files import suffix_by_content
from heataco.files.instance_files import INSTANCE_FORMATS, form_of
from heataco.files.sources import STDIN, regular_file
from heataco.files.text import first_line_words
from heataco.files.tour_readers import tour_suffix_by_content
from heataco.instances import Instance


def choose_item(
    path: Path, items: list[LabelledInstance], index: int | None, *, or_all: bool = False
) -> LabelledInstance:
    """Return the item that --index names, or the only one, or raise a FileError.

    The error names --all, too, where the command has it.
    """
    count = len(items)
    if index is None and count > 1:
        rest = ", or use --all" if or_all else ""
        raise FileError(
            path, f"holds {count} instances; choose one with --index 0 to {count - 1}{rest}"
        )
    if index is not None and not 0 <= index < count:
        raise FileError(
            path, f"--index is {index}; the file holds {count} instance(s), counted from 0"
        )
    return items[index or 0]


def load_instance(
    path: Path, reading: Reading, index: int | None, best_known: float | None
) -> Instance:
    """Read one instance; a given best-known cost replaces the file's."""
    instance = choose_item(path, reading.items(path), index, or_all=True).instance
    return instance.relabelled(best_known=best_known)


def load_tour(path: Path, instance: Instance) -> NDArray[np.int32]:
    """Read a tour of an instance, or raise a FileError."""
    with regular_input(path) as file:
        tour = read_tour(file)
    try:
        return as_tour(tour, instance.n)
    except ValueError as error:
        raise FileError(path, f"is not a tour of {instance.name}: {error}") from None


@contextmanager
def regular_input(path: Path) -> Iterator[Path]:
    """Yield a regular file: a pipe or standard input is copied to one, with the right suffix.

    Any other path is yielded unchanged. Errors name the input.
    """
    with ExitStack() as stack:
        with about(path):
            file = stack.enter_context(regular_file(path, stdin=str(path) == STDIN))
            if file.copied and not file.path.suffix:
                file.add_suffix(_suffix_by_content(file.path))
        if file.copied:
            stack.enter_context(naming_warnings(file.path, file.shown))
        yield file.path


def shown_input(path: Path) -> str:
    """Return what messages call an input."""
    return "standard input" if str(path) == STDIN else str(path)


def require_one_stdin(paths: Iterable[Path | None]) -> None:
    """Raise a UsageError if more than one input is standard input."""
    if sum(str(path) == STDIN for path in paths) > 1:
        raise click.UsageError(f"{STDIN} is standard input; only one file can be read from it")


def _suffix_by_content(file: Path) -> str:
    """Return the suffix that a file of the same content would have; a FileError if none."""
    suffix = suffix_by_content(file)
    if suffix != ".txt" or first_line_words(file, [b"value"]):
        return suffix
    # A JSON object or a table may hold a tour or an instance, which is decided later.
    tour = tour_suffix_by_content(file)
    return tour or INSTANCE_FORMATS[form_of(file, stream=True)].suffixes[0]
