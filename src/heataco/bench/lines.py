"""JSON lines that one process appends to, and that a killed process leaves readable."""

import contextlib
import gzip
import json
import os
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BufferedIOBase, FileIO
from pathlib import Path
from typing import Any

from heataco.files import FileError
from heataco.files.errors import reading

PACKED = ".gz"  # the suffix of files that are read only
_MAX_LINE = 1 << 28  # bytes; without it a device would be one line without end
Take = Callable[[bytes, int], None]  # is given every line and where it begins; may raise ValueError


class LineFile:
    """A file of JSON lines that this process alone appends to."""

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path = path
        self._file = file

    def append(self, *lines: dict[str, Any]) -> int:
        """Write lines, all or none, and return where the first begins.

        Once this returns, killing the process does not lose them.

        Raises
        ------
        FileError
            If they cannot be written, such as on a full disk.
        """
        size, rest = self._file.seek(0, os.SEEK_END), b"".join(map(to_line, lines))
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            self._file.truncate(size)
            problem = f"cannot be written: {error.strerror or error}"
            raise FileError(self.path, problem) from error
        return size


@contextmanager
def open_lines(path: Path, take: Take) -> Iterator[LineFile]:
    """Open a file of lines for appending, alone; it is made where there is none.

    The lines that it holds are given to `take`. A line that a killed process left unfinished is
    cut off, with a warning.

    Raises
    ------
    FileError
        If another process writes to the file, it is packed, or a line before the last is refused;
        the file stays as it is.
    """
    if is_packed(path):
        raise FileError(path, "is packed, so nothing can be appended to it; give a plain .jsonl")
    with reading(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    with open(path, "a+b", buffering=0) as file:
        _lock(file, path)
        size = parse_lines(path, take)
        if size < path.stat().st_size:
            warnings.warn(f"{path}: an unfinished last line was cut off", stacklevel=5)
            file.truncate(size)
        elif size and not _ends_with_newline(path):
            file.write(b"\n")
        yield LineFile(path, file)


def is_packed(path: Path) -> bool:
    """Tell whether a file of lines is compressed."""
    return path.suffix.lower() == PACKED


def parse_lines(path: Path, take: Take) -> int:
    """Read the lines of a file; return its size, unpacked and without an unfinished last line.

    Raises
    ------
    FileError
        If the file is missing or damaged, or a line is refused, but for an unfinished last one of
        a file that is not packed.
    """
    size = 0
    with reading(path), _unpacked(path) as file:
        lines = iter(partial(file.readline, _MAX_LINE), b"")
        for number, line in enumerate(lines, 1):
            try:
                take(line, size)
            except (ValueError, KeyError, TypeError) as error:
                if next(lines, None) is None and _unfinished(line) and not is_packed(path):
                    break
                raise FileError(path, str(error), number) from None
            size += len(line)
    return size


@contextmanager
def _unpacked(path: Path) -> Iterator[BufferedIOBase]:
    """Open a file of lines, packed or not; a FileError if it is packed and damaged."""
    if not is_packed(path):
        with open(path, "rb") as plain:
            yield plain
        return
    try:
        with gzip.open(path, "rb") as file:
            yield file
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise FileError(path, f"is not a readable .gz file: {error}") from None


def to_line(line: dict[str, Any]) -> bytes:
    """Return a line of JSON."""
    return (json.dumps(line, allow_nan=False, separators=(",", ":")) + "\n").encode()


def from_line(line: bytes) -> Any:
    """Return what a line holds; a ValueError if it is not JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("is not JSON; repair or remove this line") from None


def _unfinished(line: bytes) -> bool:
    """Whether a bad line is what a killed process, and not another program, leaves."""
    try:
        from_line(line)
    except ValueError:
        return True
    return False


def _ends_with_newline(path: Path) -> bool:
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"


def _lock(file: FileIO, path: Path) -> None:
    """Keep other drivers out; the system lets go of the lock when the process ends."""
    with contextlib.suppress(ImportError):  # Windows has no fcntl
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(path, "is being written by another run; wait for it") from None
