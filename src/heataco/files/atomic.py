"""Whole-or-nothing writing."""

import io
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from heataco.files.errors import FileError, PathLike
from heataco.files.sources import descriptor_of, is_stream


@contextmanager
def atomic_write(path: PathLike) -> Iterator[BinaryIO]:
    """Open a temporary file that takes the place of `path` when the block ends well.

    If the block fails, the temporary file is removed and what was at `path` stays. A new file
    gets the usual mode; one that takes the place of another has its mode, and its owner as far
    as we may give files away. Links are followed. A pipe or device is not replaced but written
    to, when the block has ended well; so is an open file by a name such as /dev/stdout, behind
    what it already holds.

    Raises FileError if the folder or file cannot be written, or `path` is a folder.
    """
    # Not tempfile, whose files only their owner may read.
    target = Path(os.path.realpath(path))  # where links go in a circle, resolve() raises
    temporary = target.with_name(f".{uuid.uuid4().hex}.part")
    try:
        if target.is_dir():
            raise FileError(path, "cannot be written: it is a folder")
        descriptor = descriptor_of(path)
        if descriptor is not None or is_stream(path):
            buffer = io.BytesIO()
            yield buffer
            with open(path if descriptor is None else os.dup(descriptor), "wb") as stream:
                stream.write(buffer.getbuffer())
            return
        with open(temporary, "xb", opener=partial(_create, target)) as file:
            yield file
        os.replace(temporary, target)
    except OSError as error:
        raise FileError(path, f"cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def _create(model: Path, path: str, flags: int) -> int:
    """Create a file with the owner and mode of another, or as usual where there is none."""
    try:
        old = os.stat(model)
    except FileNotFoundError:
        return os.open(path, flags, 0o666)
    # Closed to others until it has its owner, or they could read what they must not.
    file = os.open(path, flags, 0o600)
    mode = stat.S_IMODE(old.st_mode)
    if hasattr(os, "fchown"):
        try:
            os.fchown(file, old.st_uid, old.st_gid)
        except OSError:
            try:
                os.fchown(file, -1, old.st_gid)
            except OSError:
                mode = mode & ~0o070 | (mode & 0o007) << 3  # our group is like all others
    os.chmod(path, mode)
    return file
