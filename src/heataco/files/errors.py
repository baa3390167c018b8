"""The one error that readers and writers raise about a file."""

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

PathLike = str | os.PathLike[str]


class FileError(ValueError):
    """A file that is missing, unreadable, unwritable or has bad content.

    Parameters
    ----------
    path
        The file; the message begins with it.
    problem
        A sentence about what is wrong and what would be right.
    line
        Line of the problem, counted from 1, where there is one.
    """

    def __init__(self, path: PathLike, problem: str, line: int | None = None) -> None:
        super().__init__(os.fspath(path), problem, line)

    def __str__(self) -> str:
        path, problem, line = self.args
        return f"{path}: {problem}" if line is None else f"{path}:{line}: {problem}"


def checked_suffix(path: PathLike, what: str, known: Collection[str]) -> str:
    """Return the suffix of a file, in lower case; a FileError if it is not among the known ones."""
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        refuse_folder(path)
        raise FileError(path, f"suffix {suffix!r} is unknown; {what} have {', '.join(known)}")
    return suffix


def readable_suffix(path: PathLike, what: str, known: Collection[str]) -> str:
    """Return what `checked_suffix` does, of a file to be read: a name alone may be of no file."""
    if not Path(path).suffix:
        refuse_missing(path)
    return checked_suffix(path, what, known)


def refuse_missing(path: PathLike) -> None:
    """Raise a FileError where there is nothing of this name."""
    if not os.path.lexists(path):
        raise FileError(path, "no such file")


def refuse_folder(path: PathLike) -> None:
    """Raise a FileError for a folder where a file must be given."""
    if os.path.isdir(path):
        raise FileError(path, "is a folder; give a file")


@contextmanager
def parsing(path: PathLike, form: str) -> Iterator[None]:
    """Turn whatever malformed bytes make a parser raise into a FileError about that file."""
    try:
        yield
    except (FileError, MemoryError, OSError):
        raise
    except Exception as error:  # parsers of headers raise many kinds on bad bytes
        empty = os.path.isfile(path) and os.path.getsize(path) == 0
        fault = "it is empty" if empty else error
        raise FileError(path, f"is not a readable {form} file: {fault}") from error


@contextmanager
def reading(path: PathLike, line: int | None = None) -> Iterator[None]:
    """Turn what goes wrong while a file is read into a FileError about that file."""
    try:
        yield
    except FileError:
        raise
    except FileNotFoundError:
        raise FileError(path, "no such file") from None
    except OSError as error:
        refuse_folder(path)
        raise FileError(path, f"cannot be read: {error.strerror or error}") from error
    except MemoryError as error:
        raise FileError(path, "cannot be read: not enough memory", line) from error
    except ValueError as error:
        raise FileError(path, str(error), line) from error


@contextmanager
def renaming(folder: Path, shown: PathLike) -> Iterator[None]:
    """Let errors about a file in a temporary folder name what it is a copy of."""
    try:
        yield
    except FileError as error:
        where, problem, line = error.args
        if Path(where).parent != folder:
            raise
        raise FileError(shown, problem, line) from error.__cause__
