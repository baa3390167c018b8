"""Inputs that cannot be read twice: standard input, pipes and devices become regular files."""

import os
import shutil
import stat
import sys
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from heataco.files.errors import FileError, PathLike, renaming
from heataco.files.streams import BYTE_ORDER_MARK

STDIN = "-"
_HEAD = 1 << 16  # bytes that formats are recognised by
_MAX_SPOOLED = 1 << 34  # bytes; a pipe without end must not fill the disk
_BLOCK = 1 << 20
_DESCRIPTORS = ("/dev", "/dev/fd", "/proc/self/fd")
_STANDARD = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}


def is_stream(path: PathLike) -> bool:
    """Tell whether a path is a pipe, socket or device, which can be read only once.

    False for a path that does not exist.
    """
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def descriptor_of(path: PathLike) -> int | None:
    """Return the number of the open file that a path such as /dev/stdout stands for, or None."""
    text = os.fspath(path)
    if text in _STANDARD:
        return _STANDARD[text]
    folder, name = os.path.split(text)
    if folder in _DESCRIPTORS[1:] and name.isascii() and name.isdecimal():
        return int(name[:9])
    return None


class RegularFile:
    """The path itself, or a copy of a stream that is kept as long as this object.

    Parameters
    ----------
    path
        What to read.
    stdin
        Whether to read standard input, whatever the path.

    Attributes
    ----------
    path
        The regular file.
    shown
        What errors call it.
    copied
        Whether it is a copy of a stream.

    Raises
    ------
    FileError
        If the stream is too long for the disk.
    OSError
        If it cannot be read.
    """

    def __init__(self, path: PathLike, *, stdin: bool = False) -> None:
        self.path = Path(path)
        self.shown = "standard input" if stdin else os.fspath(path)
        # A regular file under the name of a descriptor, as by `/dev/stdin < F`, has no suffix.
        named = os.path.isfile(path) and os.path.dirname(path) in _DESCRIPTORS
        self.copied = stdin or named or is_stream(path)
        if not self.copied:
            return
        folder = tempfile.mkdtemp(prefix="heataco-")
        self.close = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.path = Path(folder) / ("stdin" if stdin else self.path.name)
        with open(self.path, "xb") as file:
            if stdin:
                if sys.stdin is None:  # as by `<&-`
                    raise FileError(self.shown, "is closed")
                _copy(sys.stdin.buffer, file, self.shown)
            else:
                with open(path, "rb") as stream:
                    _copy(stream, file, self.shown)

    def add_suffix(self, suffix: str) -> None:
        """Give a copy the suffix of its form, where the stream had none that says it."""
        self.path = self.path.rename(self.path.with_name(self.path.name + suffix))

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Let errors about the copy name the stream."""
        with renaming(self.path.parent, self.shown) if self.copied else nullcontext():
            yield


@contextmanager
def regular_file(path: PathLike, *, stdin: bool = False) -> Iterator[RegularFile]:
    """Yield a regular file, with errors that name the stream; a copy is removed afterwards."""
    file = RegularFile(path, stdin=stdin)
    try:
        with file.naming():
            yield file
    finally:
        if file.copied:
            file.close()


def head_of(path: PathLike) -> bytes:
    """Return the first bytes of a regular file, without a byte-order mark.

    Raises
    ------
    OSError
        If it cannot be read.
    """
    with open(path, "rb") as file:
        return file.read(_HEAD).removeprefix(BYTE_ORDER_MARK)


def tail_of(path: PathLike) -> bytes:
    """Return the last byte of a regular file that is not empty; an OSError if it cannot be read."""
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read()


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
