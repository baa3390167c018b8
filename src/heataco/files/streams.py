"""Opening files, and reading text from them, whatever they turn out to be."""

import codecs
import io
import os
import stat
from collections.abc import Iterator
from typing import BinaryIO

from heataco.files.errors import FileError, PathLike

BYTE_ORDER_MARK = codecs.BOM_UTF8
_BLOCK = 1 << 20  # bytes read together
_MAX_LINE = 1 << 31  # bytes; without it a pipe without line breaks would be read for ever


def open_regular(path: PathLike) -> BinaryIO:
    """Open a file to be read more than once or from its end; a FileError for pipes and devices."""
    mode = os.stat(path).st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # a folder has an error of its own
        raise FileError(path, "is a pipe or device; it must be a regular file")
    return open(path, "rb")


def size_of(file: BinaryIO) -> int:
    """Return the size of an open file in bytes."""
    return os.fstat(file.fileno()).st_size


def read_exactly(file: BinaryIO, count: int) -> bytes:
    """Read so many bytes; a ValueError, before any is read, if there are fewer."""
    left = size_of(file) - file.tell()
    content = file.read(count) if left >= count else b""
    if len(content) < count:
        raise ValueError(f"it is cut off: {count} bytes are needed where {max(left, 0)} are left")
    return content


def require_left(file: BinaryIO, shape: tuple[int, ...], count: int) -> None:
    """Raise a ValueError unless just the bytes of one array are left of an open file."""
    left = size_of(file) - file.tell()
    if left < count:
        raise ValueError(f"it is cut off: shape {shape} needs {count} bytes")
    if left > count:
        raise ValueError(f"{left - count} bytes follow the array; they belong to none")


def skip_mark(file: BinaryIO) -> int:
    """Go behind the byte-order mark at the start of a regular file, if any; return the place."""
    return file.seek(len(BYTE_ORDER_MARK) if file.read(3) == BYTE_ORDER_MARK else 0)


def require_text(piece: bytes) -> None:
    """Raise a ValueError for a piece of a file that holds a NUL byte and so is not text."""
    if b"\0" in piece:
        raise ValueError("holds a NUL byte, so it is binary or UTF-16; it must be UTF-8 or ASCII")


def text_blocks(file: BinaryIO) -> Iterator[bytes]:
    """Cut a text into blocks of whole lines; a ValueError for binary or endless ones."""
    while block := file.read(_BLOCK):
        parts, length = [block], len(block)
        require_text(block)
        while not parts[-1].endswith(b"\n") and (part := file.readline(_BLOCK)):
            require_text(part)
            parts.append(part)
            length += len(part)
            if length > _MAX_LINE:
                raise ValueError(f"has a line of more than {_MAX_LINE} bytes")
        yield b"".join(parts)


def numbered_lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Number the lines of a text from 1; a byte-order mark in front is left out."""
    lines = (line for block in text_blocks(file) for line in io.BytesIO(block))
    for number, line in enumerate(lines, 1):
        yield number, line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
