"""Dense heatmaps in .npy files, read a few rows at a time."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import to_numpy
from heataco.files.archives import read_header
from heataco.files.errors import PathLike, parsing
from heataco.files.streams import open_regular, read_exactly, require_left
from heataco.heatmaps import Heatmap
from heataco.heatmaps.csr import BLOCK_ENTRIES
from heataco.heatmaps.forms import Batch, open_data
from heataco.heatmaps.layouts import dense_size


@dataclass(frozen=True)
class _Layout:
    """Where the numbers of an .npy file are, and what."""

    path: PathLike
    start: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def blocks(self, index: int) -> Iterator[NDArray[Any]]:
        """Read the rows of one matrix of a batch.

        Plain reads, no memory map: under a map, a file that is cut off meanwhile would end the
        process.
        """
        n = dense_size(self.shape[-2:])
        height = max(1, BLOCK_ENTRIES // max(n, 1))
        with open_regular(self.path) as file:
            file.seek(self.start + index * n * n * self.dtype.itemsize)
            for row in range(0, n, height):
                count = min(height, n - row) * n
                content = read_exactly(file, count * self.dtype.itemsize)
                yield np.frombuffer(content, self.dtype).reshape(-1, n)


def open_dense(path: PathLike, kind: str, threshold: float) -> Batch:
    """Find out how many heatmaps an .npy file holds: (n, n) is one, (B, n, n) are B.

    Raises FileError for broken files, ValueError for anything but real numbers of such a shape.
    """
    with open_regular(path) as file:
        with parsing(path, ".npy"):
            shape, by_columns, dtype = read_header(file)
            start, size = file.tell(), math.prod(shape) * dtype.itemsize
            require_left(file, shape, size)
        to_numpy(np.empty(0, dtype), "heatmap")
        if by_columns:
            numbers = np.frombuffer(read_exactly(file, size), dtype)
            return open_data(numbers.reshape(shape, order="F"), kind, threshold)
    layout = _Layout(path, start, shape, dtype)
    batch = len(shape) == 3
    n = dense_size(shape[1:] if batch else shape)

    def build(index: int) -> Heatmap:
        return Heatmap.from_row_blocks(layout.blocks(index), n, threshold=threshold, kind=kind)

    return Batch(shape[0] if batch else 1, build)
