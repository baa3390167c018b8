"""Tensor files, .pt and .safetensors, read without running what they may hold."""

import zipfile
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from heataco.files.archives import check_packing
from heataco.files.errors import FileError, PathLike


def require_package(path: PathLike, name: str) -> Any:
    """Import a package, or a module of one, that not everyone has.

    Raises
    ------
    FileError
        If it is not installed.
    """
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

    Raises
    ------
    FileError
        If torch is not installed, or the file is damaged or holds any other Python object.
    OSError
        If it cannot be read.
    """
    with open(path, "rb") as file:
        torch = require_package(path, "torch")
        try:
            if zipfile.is_zipfile(file):
                with zipfile.ZipFile(file) as archive:
                    for member in archive.infolist():
                        check_packing(member)
            file.seek(0)
            # Otherwise a file could run any code when it is loaded.
            return torch.load(file, map_location="cpu", weights_only=True)
        except MemoryError:
            raise
        except Exception as error:  # damaged files let many kinds through
            problem = str(error).partition("\n")[0].partition(". ")[0]
            raise FileError(
                path,
                "is damaged or holds more than tensors; torch.save a tensor, or a dict of tensors "
                f"({type(error).__name__}: {problem})",
            ) from error


def write_torch(arrays: Mapping[str, NDArray[Any]], file: BinaryIO, path: PathLike) -> None:
    """Write named arrays as a dict of tensors.

    Raises
    ------
    FileError
        If torch is not installed.
    """
    torch = require_package(path, "torch")
    # Copies, as torch has no read-only tensors.
    torch.save({name: torch.from_numpy(array.copy()) for name, array in arrays.items()}, file)


def read_safetensors(path: PathLike, names: Iterable[str]) -> dict[str, NDArray[Any]]:
    """Read those of the named arrays that a .safetensors file holds.

    Raises
    ------
    FileError
        If safetensors is not installed, or the file is no such file or holds unknown types.
    OSError
        If it cannot be read.
    """
    with open(path, "rb"):  # for the usual errors where it cannot be
        package = require_package(path, "safetensors")
    try:
        with package.safe_open(path, framework="np") as file:
            present = set(file.keys())
            return {name: np.asarray(file.get_tensor(name)) for name in names if name in present}
    except MemoryError:
        raise
    except Exception as error:
        raise FileError(path, f"is no readable .safetensors file: {error}") from error


def write_safetensors(arrays: Mapping[str, NDArray[Any]], file: BinaryIO, path: PathLike) -> None:
    """Write named arrays.

    Raises
    ------
    FileError
        If safetensors is not installed.
    """
    file.write(require_package(path, "safetensors.numpy").save(dict(arrays)))
