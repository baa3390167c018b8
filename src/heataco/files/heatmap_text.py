"""The text form of the tree-search decoders: n, then n x n scores, then any statistics."""

import os
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO

import numpy as np

from heataco._arrays import FloatArray
from heataco.files.errors import PathLike
from heataco.files.text import parse_numbers, shown
from heataco.heatmaps import Heatmap

_CHUNK = 1 << 20  # bytes read at a time
_LONGEST_TOKEN = 1 << 10
_BLANKS = b" \n\r\t"


def read(path: PathLike) -> Heatmap:
    """Read a heatmap as a stream, never holding more than a chunk and a few rows as numbers.

    Raises
    ------
    ValueError
        If the file is cut off or holds anything else.
    OSError
        If it cannot be read.
    """
    with open(path, "rb") as file:
        chunks = _whole_tokens(file)
        words = next((text for text in chunks if text.strip()), b"").split(None, 1)
        if not words:
            raise ValueError("is empty; it must start with the number of nodes")
        if not (words[0].isdigit() and len(words[0]) < 10 and int(words[0]) > 0):
            raise ValueError(f"starts with {shown(words[0])} in place of the number of nodes")
        n = int(words[0])
        shortest = 2 * n * n  # a digit and a blank for each score
        if os.fstat(file.fileno()).st_size < shortest:
            raise ValueError(f"is cut off: {n} nodes need at least {shortest} bytes")
        return Heatmap.from_row_blocks(_row_blocks(chain(words[1:], chunks), n), n)


def write(heatmap: Heatmap, file: BinaryIO) -> None:
    """Write a heatmap so that reading it gives the identical scores."""
    file.write(f"{heatmap.n}\n".encode())
    for node in range(heatmap.n):
        words = ["0"] * heatmap.n
        targets, scores = heatmap.row(node)
        for target, score in zip(targets.tolist(), scores.tolist(), strict=True):
            words[target] = f"{score:.9g}"  # nine digits tell any two float32 apart
        file.write((" ".join(words) + "\n").encode())


def _whole_tokens(file: BinaryIO) -> Iterator[bytes]:
    """Cut a file into chunks that end between tokens."""
    carry = b""
    while chunk := file.read(_CHUNK):
        text = carry + chunk
        cut = 1 + max(text.rfind(blank) for blank in _BLANKS)
        carry = text[cut:]
        if len(carry) > _LONGEST_TOKEN:
            raise ValueError(f"holds {shown(carry)}, too long for a number")
        yield text[:cut]
    yield carry


def _row_blocks(chunks: Iterable[bytes], n: int) -> Iterator[FloatArray]:
    """Turn text into blocks of whole dense rows; stop after n rows."""
    rest = np.empty(0)
    missing = n * n
    for text in chunks:
        numbers = parse_numbers(text, most=missing)
        missing -= len(numbers)
        rest = np.concatenate((rest, numbers))
        whole = len(rest) // n * n
        yield rest[:whole].reshape(-1, n)
        rest = rest[whole:]
        if missing == 0:
            return
    raise ValueError(f"is cut off: {n * n - missing} scores follow n = {n}; there must be {n * n}")
