"""Inputs that cannot be read twice: standard input, pipes and devices become regular files."""

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from heataco.files.errors import FileError, PathLike

STDIN = "-"
HEAD = 1 << 16  # bytes that formats are recognised by
_MAX_SPOOLED = 1 << 34  # bytes; a pipe without end must not fill the disk
_BLOCK = 1 << 20


def is_stream(path: PathLike) -> bool:
    """Tell whether a path is a pipe, socket or device, which can be read only once.

    A path that is not there is no such thing.
    """
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def regular_file(path: PathLike, suffix: str = "", *, stdin: bool = False) -> Iterator[Path]:
    """Yield a regular file with what a stream gives, or the path itself if it is one.

    Errors about that file name the stream.

    Parameters
    ----------
    path
        What to read.
    suffix
        Of the file, where the stream has none.
    stdin
        Whether to read standard input, whatever the path.

    Raises
    ------
    FileError
        If the stream is endless, in the view of the disk.
    OSError
        If it cannot be read.
    """
    if not stdin and not is_stream(path):
        yield Path(path)
        return
    shown = "standard input" if stdin else os.fspath(path)
    with tempfile.TemporaryDirectory(prefix="heataco-") as folder:
        stem = "stdin" if stdin else Path(path).stem
        target = Path(folder) / f"{stem}{suffix or Path(path).suffix}"
        with open(target, "xb") as file:
            if stdin:
                _copy(sys.stdin.buffer, file, shown)
            else:
                with open(path, "rb") as stream:
                    _copy(stream, file, shown)
        try:
            yield target
        except FileError as error:
            where, problem, line = error.args
            raise FileError(shown if where == os.fspath(target) else where, problem, line) from None


def head_of(path: PathLike) -> bytes:
    """Return the first bytes of a regular file.

    Raises
    ------
    OSError
        If it cannot be read.
    """
    with open(path, "rb") as file:
        return file.read(HEAD)


def _copy(stream: BinaryIO, file: BinaryIO, shown: str) -> None:
    room = min(_MAX_SPOOLED, shutil.disk_usage(tempfile.gettempdir()).free // 2)
    total = 0
    while block := stream.read(_BLOCK):
        if total == 0 and not block.strip(b"\0"):
            raise FileError(shown, "holds nothing but NUL bytes")
        total += len(block)
        if total > room:
            raise FileError(shown, f"holds more than {room} bytes")
        file.write(block)
