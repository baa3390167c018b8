""".safetensors files: a JSON header with types, shapes and places, then the numbers.

They are read here and not by the package, which maps the file: a file that is cut off meanwhile
would end the process.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from heataco.files.errors import PathLike, parsing
from heataco.files.streams import open_regular, read_exactly, size_of
from heataco.files.tensors import require_package

_MAX_HEADER = 100_000_000  # bytes; the limit of the package
_METADATA = "__metadata__"
_BRAIN_FLOAT = "BF16"  # NumPy has no such type; these are the upper halves of float32
_TYPES = {
    **{"BOOL": "?", "I8": "i1", "I16": "<i2", "I32": "<i4", "I64": "<i8"},
    **{"U8": "u1", "U16": "<u2", "U32": "<u4", "U64": "<u8"},
    **{"F16": "<f2", "F32": "<f4", "F64": "<f8", _BRAIN_FLOAT: "<u2"},
}


def read_safetensors(path: PathLike, names: Iterable[str]) -> dict[str, NDArray[Any]]:
    """Read those of the named arrays that a .safetensors file holds.

    Raises FileError if it is not such a file, cut off, or holds unknown types.
    """
    with _opened(path) as (file, start, header):
        known = [name for name in names if name in header]
        return {name: _read_tensor(file, start, name, header[name]) for name in known}


def read_all_safetensors(path: PathLike) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Read all arrays of a .safetensors file, and its metadata; raises as `read_safetensors`."""
    with _opened(path) as (file, start, header):
        metadata = header.pop(_METADATA, {})
        if not isinstance(metadata, dict):
            raise ValueError("its metadata are not a JSON object")
        arrays = {name: _read_tensor(file, start, name, entry) for name, entry in header.items()}
        return arrays, metadata


def write_safetensors(
    arrays: Mapping[str, NDArray[Any]],
    file: BinaryIO,
    path: PathLike,
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Write named arrays; a FileError if safetensors is not installed."""
    package = require_package(path, "safetensors.numpy")
    file.write(package.save(dict(arrays), None if metadata is None else dict(metadata)))


@contextmanager
def _opened(path: PathLike) -> Iterator[tuple[BinaryIO, int, dict[str, Any]]]:
    """Open a file: its numbers begin at the given place, behind the header."""
    with open_regular(path) as file, parsing(path, ".safetensors"):
        length = int.from_bytes(read_exactly(file, 8), "little")
        if length > _MAX_HEADER:
            raise ValueError(f"a header of {length} bytes is too long")
        header = json.loads(read_exactly(file, length))
        if not isinstance(header, dict):
            raise ValueError("the header is not a JSON object")
        yield file, 8 + length, header
        _require_end(header, size_of(file) - 8 - length)


def _require_end(header: dict[str, Any], size: int) -> None:
    """Raise a ValueError if there are more bytes of numbers than the header describes."""
    ends = [entry["data_offsets"][1] for name, entry in header.items() if name != _METADATA]
    if size > (end := max(ends, default=0)):
        raise ValueError(f"{size - end} bytes follow the last array; they belong to none")


def _read_tensor(file: BinaryIO, start: int, name: str, entry: Any) -> NDArray[Any]:
    kind, shape, (begin, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
    if kind not in _TYPES:
        raise ValueError(f"{name} has dtype {kind!r}; known are {', '.join(_TYPES)}")
    dtype = np.dtype(_TYPES[kind])
    if not all(type(number) is int and number >= 0 for number in (*shape, begin, end)):
        raise ValueError(f"{name} has shape {shape} at {begin} to {end}")
    if end - begin != math.prod(shape) * dtype.itemsize:
        raise ValueError(f"{name} has {end - begin} bytes for shape {shape} of {kind}")
    if start + end > size_of(file):
        raise ValueError(f"it is cut off: {name} lies at {begin} to {end}")
    file.seek(start + begin)
    array = np.frombuffer(read_exactly(file, end - begin), dtype).reshape(shape)
    if kind == _BRAIN_FLOAT:
        array = (array.astype(np.uint32) << 16).view(np.float32)
    return array
