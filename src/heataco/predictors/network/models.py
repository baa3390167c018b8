"""Networks in files, whatever runs them."""

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from heataco._timing import Deadline
from heataco.files.errors import PathLike, checked_suffix, reading
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors.network.onnx_models import read_onnx
from heataco.predictors.network.weights_files import (
    TORCH_SUFFIXES,
    WEIGHTS_SUFFIXES,
    read_weights,
)

ONNX_SUFFIX = ".onnx"
NETWORK_SUFFIXES = (*WEIGHTS_SUFFIXES, ONNX_SUFFIX)


class Model(Protocol):
    """A network that is ready to run."""

    def facts(self) -> dict[str, Any]:
        """Return what can be said of the network."""

    def predict(self, instances: Sequence[Instance], deadline: Deadline) -> list[Heatmap]:
        """Score instances of one size, three nodes or more.

        Raises ValueError if the network cannot be applied to one, and TimeoutError at the deadline.
        """


def package_for(path: PathLike) -> str | None:
    """Return the package that a file of a network cannot be read without; None for none."""
    suffix = Path(path).suffix.lower()
    return "onnxruntime" if suffix == ONNX_SUFFIX else "torch" if suffix in TORCH_SUFFIXES else None


def read_model(path: PathLike) -> Model:
    """Read a network; the last few files that were read are remembered.

    Raises
    ------
    FileError
        If the file cannot be read, or holds anything but a network of a known kind.
    """
    with reading(path):
        status = os.stat(path)
        return _remembered(os.fspath(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4)
def _remembered(path: str, _modified: int, _size: int) -> Model:
    suffix = checked_suffix(path, "networks", NETWORK_SUFFIXES)
    return read_onnx(path) if suffix == ONNX_SUFFIX else read_weights(path)
