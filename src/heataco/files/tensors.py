"""Torch's .pt files, read without running what they may hold."""

import warnings
import zipfile
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, BinaryIO

from numpy.typing import NDArray

from heataco.files.archives import MAX_PACKED, check_packing, require_end
from heataco.files.errors import FileError, PathLike
from heataco.files.streams import open_regular, size_of

_EXPECTED = "torch.save a tensor, or a dict of tensors"
_SMALL = 1 << 26  # bytes; less than that may be repetitions of a few numbers
_NUMBER = 8  # bytes that a number of a tensor counts as, whatever its type
_ITEM = 32  # bytes that anything else counts as
_MAX_DEPTH = 16  # of lists and mappings in each other


def require_package(path: PathLike, name: str) -> Any:
    """Import a package, or a module of one; a FileError if it is not installed."""
    package = name.partition(".")[0]
    try:
        import_module(package)
        return import_module(name)
    except ImportError:
        raise FileError(
            path, f"needs the package {package}, which is not installed: pip install {package}"
        ) from None


def read_torch(path: PathLike) -> Any:
    """Return what `torch.save` saved, as long as that is tensors, numbers, lists and mappings.

    Raises FileError if torch is not installed, or the file is damaged, holds any other Python
    object, or repeats its numbers so often that it stands for far more than its size.
    """
    with open_regular(path) as file:
        torch = require_package(path, "torch")
        size = size_of(file)
        if size == 0:
            raise FileError(path, f"is empty; {_EXPECTED}")
        try:
            if zipfile.is_zipfile(file):
                with zipfile.ZipFile(file) as archive:
                    require_end(file, archive)
                    check_packing(archive.infolist(), size)
            file.seek(0)
            with warnings.catch_warnings():  # what it warns of is refused, or read
                warnings.simplefilter("ignore")
                # Otherwise a file could run any code when it is loaded.
                data = torch.load(file, map_location="cpu", weights_only=True)
            _require_honest(data, max(_SMALL, MAX_PACKED * size), path)
        except (FileError, MemoryError):
            raise
        except Exception as error:  # damaged files let many kinds through
            problem = str(error).partition("\n")[0].partition(". ")[0]
            raise FileError(
                path,
                f"is damaged or holds more than tensors; {_EXPECTED} "
                f"({type(error).__name__}: {problem})",
            ) from error
        return data


def write_torch(arrays: Mapping[str, NDArray[Any]], file: BinaryIO, path: PathLike) -> None:
    """Write named arrays as a dict of tensors; a FileError if torch is not installed."""
    torch = require_package(path, "torch")
    # Copies, as torch has no read-only tensors.
    torch.save({name: torch.from_numpy(array.copy()) for name, array in arrays.items()}, file)


def _require_honest(data: Any, limit: int, path: PathLike) -> None:
    """Refuse what repeats itself beyond a limit: expanded tensors, lists of the same item."""
    total, left = 0, [(data, 0)]
    while left:
        item, depth = left.pop()
        parts = list(_parts(item))
        total += _ITEM * (1 + len(parts))
        if hasattr(item, "numel") and not parts:
            total += _NUMBER * item.numel()
        if total > limit:
            raise FileError(
                path,
                f"repeats its numbers to more than {limit} bytes; torch.save tensors after "
                ".contiguous(), and each only once",
            )
        if parts and depth == _MAX_DEPTH:
            raise FileError(path, f"holds lists or mappings more than {_MAX_DEPTH} deep")
        left.extend((part, depth + 1) for part in parts)


def _parts(item: Any) -> Iterator[Any]:
    """Return the items of a list or mapping, or the arrays of a sparse tensor."""
    layout = str(getattr(item, "layout", ""))
    if layout == "torch.sparse_coo":
        yield from (item._indices(), item._values())
    elif layout in ("torch.sparse_csr", "torch.sparse_bsr"):
        yield from (item.crow_indices(), item.col_indices(), item.values())
    elif layout in ("torch.sparse_csc", "torch.sparse_bsc"):
        yield from (item.ccol_indices(), item.row_indices(), item.values())
    elif isinstance(item, Mapping):
        yield from item.values()
    elif isinstance(item, list | tuple | set | frozenset):
        yield from item
