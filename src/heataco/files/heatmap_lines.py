"""The form of UTSP's tree search: a line for each instance, with its points, tour and scores."""

import io
import math
from collections.abc import Sequence
from typing import BinaryIO

import numpy as np

from heataco._arrays import FloatArray
from heataco.files.errors import PathLike, reading
from heataco.files.heatmap_arrays import padded_rows
from heataco.files.heatmap_text import score_text
from heataco.files.labelled_sets import to_line
from heataco.files.streams import open_regular, skip_mark, text_blocks
from heataco.files.text import parse_numbers
from heataco.heatmaps import Heatmap
from heataco.heatmaps.forms import Batch
from heataco.instances import LabelledInstance

_WORDS = (b"nodes", b"output", b"indices", b"value")
_POINTS = b""  # the part before all words
_PUNCTUATION = b",;:=[](){}\"'"
_TO_BLANKS = bytes.maketrans(_PUNCTUATION, b" " * len(_PUNCTUATION))


def open_lines(path: PathLike, kind: str) -> Batch:
    """Find the lines of a file; each is parsed when its heatmap is built.

    A line is `x1 y1 ... xn yn output t1 ... tn t1 indices j ... value v ...`: for each node k
    neighbours, counted from 1, and their scores; -1 and the node itself mark empty slots.
    Without `indices` there are n x n values. Points and tour may be missing; then n stands
    after the word `nodes`, or is the root of the number of values. A word may be followed by a
    colon or equals sign, and numbers be separated by commas or stand in brackets.
    """
    places = []
    with open_regular(path) as file:
        start = skip_mark(file)
        lines = (line for block in text_blocks(file) for line in io.BytesIO(block))
        for number, line in enumerate(lines, 1):
            if line.strip():
                places.append((number, start))
            start += len(line)
    if not places:
        raise ValueError("is empty; each line must hold a heatmap")
    return Batch(len(places), lambda index: _read_line(path, *places[index], kind))


def write(
    heatmaps: Sequence[Heatmap], file: BinaryIO, instances: Sequence[LabelledInstance] | None
) -> None:
    """Write a line for each heatmap, with the points and tour of its instance where given.

    Raises ValueError if an instance has another size, or the form cannot hold it.
    """
    for number, heatmap in enumerate(heatmaps):
        start = f"nodes {heatmap.n}\n".encode()
        if instances is not None:
            item = instances[number]
            if item.instance.n != heatmap.n:
                raise ValueError(
                    f"heatmap {number} has {heatmap.n} nodes, its instance {item.instance.n}"
                )
            start = to_line(number, item)
        slots, scores = padded_rows(heatmap)
        places = np.where(slots < 0, -1, slots + 1).ravel().tolist()
        file.write(start[:-1])
        file.write(f" indices {' '.join(map(str, places))}".encode())
        file.write(f" value {' '.join(map(score_text, scores.ravel().tolist()))}\n".encode())


def _read_line(path: PathLike, number: int, start: int, kind: str) -> Heatmap:
    with open_regular(path) as file:
        file.seek(start)
        line = file.readline()
    with reading(path, number):
        return _from_line(line, kind)


def _from_line(line: bytes, kind: str) -> Heatmap:
    numbers = _numbers(line)
    values, slots = numbers.get(b"value"), numbers.get(b"indices")
    if values is None:
        raise ValueError(
            "lacks the word value; a line is: points output tour indices ... value ..."
        )
    n = _size(numbers, len(values))
    if len(values) == 0 or len(values) % n:
        raise ValueError(f"{len(values)} numbers after value; {n} nodes need n x k")
    scores = values.reshape(n, -1)
    if slots is None:
        return Heatmap.from_dense(scores, kind=kind)
    if len(slots) != len(values):
        raise ValueError(
            f"{len(slots)} indices and {len(values)} values; there must be equally many"
        )
    known = (slots == -1) | ((slots >= 1) & (slots <= n) & (slots == np.floor(slots)))
    if not known.all():
        raise ValueError(f"index {slots[np.argmin(known)]:g} is neither one of 1..{n} nor -1")
    targets = np.where(slots == -1, -1, slots - 1).astype(np.int64)
    return Heatmap.from_topk(targets.reshape(scores.shape), scores, kind=kind)


def _numbers(line: bytes) -> dict[bytes, FloatArray]:
    """Return the numbers after each word, and those before all words."""
    found = sorted((at, word) for word in _WORDS if (at := line.find(word)) >= 0)
    starts = [(0, _POINTS), *found]
    ends = [at for at, _ in found] + [len(line)]
    numbers = {}
    for (start, word), end in zip(starts, ends, strict=True):
        text = line[start + len(word) : end]
        text = text.removeprefix(b"s") if word == b"value" else text  # "values" is accepted, too
        numbers[word] = parse_numbers(text.translate(_TO_BLANKS))
    return numbers


def _size(numbers: dict[bytes, FloatArray], count: int) -> int:
    """Find the number of nodes of a line with `count` values."""
    nodes, tour, points = (numbers.get(word) for word in (b"nodes", b"output", _POINTS))
    if nodes is not None:
        if len(nodes) != 1 or nodes[0] % 1 or not 1 <= nodes[0] <= max(count, 1):
            raise ValueError("nodes must be followed by one number, at most the number of values")
        return int(nodes[0])
    if tour is not None and len(tour):
        return len(tour) - (len(tour) > 1 and tour[0] == tour[-1])
    if points is not None and len(points):
        return max(1, len(points) // 2)
    if count == 0 or math.isqrt(count) ** 2 != count:
        raise ValueError(f"{count} values without points, tour or nodes; there must be n x n")
    return math.isqrt(count)
