"""Reading .npy and .npz files that may be broken or hostile."""

import zipfile
from collections.abc import Iterable
from typing import Any

from numpy.lib import format as npy_format
from numpy.typing import NDArray

from heataco.files.errors import FileError, PathLike

_LARGE = 1 << 28  # bytes; smaller members are read however well they are packed
_MOST_PACKED = 100  # arrays of real data shrink less than this


def map_array(path: PathLike) -> NDArray[Any]:
    """Map an .npy file into memory, read-only.

    Raises
    ------
    FileError
        If it is no such file, cut off or holds Python objects.
    OSError
        If it cannot be read.
    """
    try:
        return npy_format.open_memmap(path, mode="r")
    except OSError:
        raise
    except Exception as error:  # numpy's header parser lets many kinds through
        raise FileError(path, f"is no readable .npy file: {error}") from error


def read_archive(path: PathLike, names: Iterable[str]) -> dict[str, NDArray[Any]]:
    """Read those of the named arrays that an .npz file holds.

    Raises
    ------
    FileError
        If it is no such file, cut off, holds Python objects or unpacks to far more than its
        size.
    OSError
        If it cannot be read.
    """
    with open(path, "rb") as file:
        try:
            with zipfile.ZipFile(file) as archive:
                members = {info.filename: info for info in archive.infolist()}
                found = [name for name in names if f"{name}.npy" in members]
                return {name: _read_member(archive, members[f"{name}.npy"]) for name in found}
        except MemoryError:
            raise
        except Exception as error:  # zipfile, zlib and numpy fail in many ways on bad bytes
            raise FileError(path, f"is no readable .npz file: {error}") from error


def check_packing(info: zipfile.ZipInfo) -> None:
    """Refuse a member that unpacks to far more than data would.

    Raises
    ------
    ValueError
        If it is one.
    """
    if info.file_size > max(_LARGE, _MOST_PACKED * info.compress_size):
        raise ValueError(f"{info.filename} would unpack to {info.file_size} bytes")


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> NDArray[Any]:
    check_packing(info)
    with archive.open(info) as member:
        major, _ = npy_format.read_magic(member)
        read_header = (
            npy_format.read_array_header_1_0 if major == 1 else npy_format.read_array_header_2_0
        )
        shape, _, dtype = read_header(member)
        size = dtype.itemsize
        for length in shape:
            size *= length
    # Before read_array, which allocates what the header asks for.
    if size > info.file_size:
        raise ValueError(f"{info.filename} is cut off: shape {shape} needs {size} bytes")
    with archive.open(info) as member:
        array: NDArray[Any] = npy_format.read_array(member, allow_pickle=False)
    return array
