"""Whole-or-nothing writing."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from heataco.files.errors import FileError, PathLike


@contextmanager
def atomic_write(path: PathLike) -> Iterator[BinaryIO]:
    """Open a temporary file that takes the place of `path` when the block ends well.

    If the block fails, the temporary file is removed and what was at `path` stays.

    Raises
    ------
    FileError
        If the folder or file cannot be written, or `path` is a folder or device.
    """
    # Not tempfile, whose files only their owner may read.
    target = Path(os.path.realpath(path))  # where links go in a circle, resolve() raises
    temporary = target.with_name(f".{uuid.uuid4().hex}.part")
    try:
        if target.exists() and not target.is_file():
            raise FileError(path, "cannot be written: it is a folder or device")
        with open(temporary, "xb") as file:
            yield file
        os.replace(temporary, target)
    except OSError as error:
        raise FileError(path, f"cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()
