"""Reading .npy headers and .npz files that may be broken or hostile."""

import math
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any, BinaryIO

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from heataco.files.errors import FileError, PathLike
from heataco.files.streams import open_regular, size_of

_LARGE = 1 << 28  # bytes; less than that is unpacked however well it is packed
_END_MARK, _END_OF_ARCHIVE = b"PK\5\6", 22  # of the last record of an archive; its bytes
MAX_PACKED = 100  # arrays of real data shrink less than this

Header = tuple[tuple[int, ...], bool, np.dtype[Any]]


def read_header(file: IO[bytes]) -> Header:
    """Return shape, whether the first axis runs fastest, and dtype of what follows in .npy form.

    Broken bytes raise exceptions of many kinds, Python objects a ValueError.
    """
    version = npy_format.read_magic(file)
    if version[0] not in (1, 2, 3):
        raise ValueError(f"version {version} of the format is unknown")
    old = version[0] == 1
    read = npy_format.read_array_header_1_0 if old else npy_format.read_array_header_2_0
    shape, by_columns, dtype = read(file)
    if dtype.hasobject:
        raise ValueError("it holds Python objects")
    if min(shape, default=0) < 0:
        raise ValueError(f"shape {shape} is negative")
    return shape, by_columns, dtype


def read_archive(path: PathLike, names: Iterable[str]) -> dict[str, NDArray[Any]]:
    """Read those of the named arrays that an .npz file holds.

    Raises FileError if it is not such a file, cut off, holds Python objects or unpacks to far more
    than its size.
    """
    with _opened(path) as (file, archive):
        members = {info.filename: info for info in archive.infolist()}
        found = {name: members[f"{name}.npy"] for name in names if f"{name}.npy" in members}
        check_packing(found.values(), size_of(file))
        return {name: _read_member(archive, info) for name, info in found.items()}


def member_names(path: PathLike) -> list[str]:
    """Return the names of the files in an archive, or raise a FileError."""
    with _opened(path) as (_, archive):
        return archive.namelist()


def array_names(path: PathLike) -> list[str]:
    """Return the names of the arrays in an .npz file, or raise a FileError."""
    return [name.removesuffix(".npy") for name in member_names(path) if name.endswith(".npy")]


def array_shape(path: PathLike, name: str) -> tuple[int, ...]:
    """Return the shape of an array in an .npz file, or raise a FileError."""
    with _opened(path) as (_, archive), archive.open(f"{name}.npy") as member:
        return read_header(member)[0]


def check_packing(members: Iterable[zipfile.ZipInfo], size: int) -> None:
    """Raise a ValueError if members unpack to far more than data in `size` bytes would."""
    total = sum(info.file_size for info in members)
    if total > max(_LARGE, MAX_PACKED * size):
        raise ValueError(f"its {size} bytes would unpack to {total} bytes")


def require_end(file: BinaryIO, archive: zipfile.ZipFile) -> None:
    """Raise a ValueError if bytes follow the end of an archive, which zipfile overlooks."""
    size = _END_OF_ARCHIVE + len(archive.comment)
    file.seek(-size, os.SEEK_END)
    if file.read(len(_END_MARK)) != _END_MARK:
        raise ValueError("bytes follow the end of the archive; they belong to no array")


@contextmanager
def _opened(path: PathLike) -> Iterator[tuple[BinaryIO, zipfile.ZipFile]]:
    """Open an archive; whatever is wrong with its bytes becomes a FileError."""
    with open_regular(path) as file:
        try:
            with zipfile.ZipFile(file) as archive:
                require_end(file, archive)
                yield file, archive
        except MemoryError:
            raise
        except Exception as error:  # zipfile, zlib and numpy fail in many ways on bad bytes
            raise FileError(path, f"is not a readable .npz file: {error}") from error


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> NDArray[Any]:
    with archive.open(info) as member:
        shape, _, dtype = read_header(member)
        size = math.prod(shape) * dtype.itemsize
    # Before read_array, which allocates what the header asks for.
    if size > info.file_size:
        raise ValueError(f"{info.filename} is cut off: shape {shape} needs {size} bytes")
    with archive.open(info) as member:
        array: NDArray[Any] = npy_format.read_array(member, allow_pickle=False)
    return array
