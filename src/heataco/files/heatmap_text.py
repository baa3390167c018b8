"""The text form of the tree-search decoders: n, then n x n scores, then any statistics."""

import math
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np

from heataco._arrays import FloatArray
from heataco.files.errors import PathLike
from heataco.files.streams import open_regular, require_text, size_of, skip_mark
from heataco.files.text import is_number, parse_numbers, shown
from heataco.heatmaps import Heatmap

_CHUNK = 1 << 20  # bytes read at a time
_LONGEST_TOKEN = 1 << 10
_LONGEST_ROW = 1 << 22  # bytes; a longer line holds more than one row
_BLANKS = b" \n\r\t"
_DIMENSIONS = (2, 3)  # of points


def read(path: PathLike, kind: str, threshold: float) -> Heatmap:
    """Read the scores above a threshold as a stream, a chunk and a few rows at a time.

    The number of nodes may be left out; then it is the length of the first of the rows, or,
    where lines are no rows, the square root of the count of numbers.

    Raises ValueError if the file is cut off or holds anything else.
    """
    with open_regular(path) as file:
        n, start = _size_and_start(file)
        shortest = 2 * n * n - 1  # a digit for each score, and blanks between them
        if size_of(file) - start < shortest:
            raise ValueError(f"is cut off: {n} nodes need at least {shortest} bytes")
        file.seek(start)
        blocks = _row_blocks(_whole_tokens(file), n)
        return Heatmap.from_row_blocks(blocks, n, threshold=threshold, kind=kind)


def write(heatmap: Heatmap, file: BinaryIO) -> None:
    """Write a heatmap so that reading it gives the identical scores."""
    file.write(f"{heatmap.n}\n".encode())
    for node in range(heatmap.n):
        words = ["0"] * heatmap.n
        targets, scores = heatmap.row(node)
        for target, score in zip(targets.tolist(), scores.tolist(), strict=True):
            words[target] = score_text(score)
        file.write((" ".join(words) + "\n").encode())


def score_text(score: float) -> str:
    """Return a text that is read back as the identical float32."""
    return f"{score:.9g}"  # nine digits tell any two float32 apart


def _size_and_start(file: BinaryIO) -> tuple[int, int]:
    """Find the number of nodes, and the byte from which on there are scores."""
    start, words = _first_line(file)
    if not words:
        raise ValueError("is empty; it must start with the number of nodes")
    first, length = words[0], len(words)
    if not is_number(first):
        raise ValueError(f"starts with {shown(first)} in place of the number of nodes")
    if first.isdigit() and first.strip(b"0"):
        # A row may start with a whole number, too: then there are as many rows of its length.
        if length > 1 and _are_rows(file, start, length, length):
            _refuse_points(file, start, length)
            return length, start
        if len(first) > 9:
            raise ValueError(
                f"starts with {shown(first)}, which is too large for a number of nodes"
            )
        return int(first), start + len(first)
    if length > 1 and _are_rows(file, start, length, 2):
        _refuse_points(file, start, length)
        return length, start
    file.seek(start)
    count = _count_numbers(_whole_tokens(file))
    if count < 4 or math.isqrt(count) ** 2 != count:
        raise ValueError(
            f"starts with {shown(first)} in place of the number of nodes, and its {count} numbers "
            "are neither rows of equal length nor n x n"
        )
    return math.isqrt(count), start


def _first_line(file: BinaryIO) -> tuple[int, list[bytes]]:
    """Return where the first token stands, and the tokens of its line, as far as this is a row."""
    start = skip_mark(file)
    while line := file.readline(_LONGEST_ROW):
        require_text(line)
        if line.strip():
            return start + len(line) - len(line.lstrip()), line.split()
        start += len(line)
    return start, []


def _are_rows(file: BinaryIO, start: int, length: int, count: int) -> bool:
    """Tell whether the first `count` lines hold `length` tokens each, beginning with a number."""
    file.seek(start)
    while count and (line := file.readline(_LONGEST_ROW)):
        words = line.split()
        if len(line) == _LONGEST_ROW or (words and len(words) != length):
            return False
        if words and not is_number(words[0]):
            return False
        count -= bool(words)
    return count == 0


def _refuse_points(file: BinaryIO, start: int, length: int) -> None:
    """Raise a ValueError for rows that are points rather than the scores of so few nodes."""
    if length in _DIMENSIONS and _are_rows(file, start, length, length + 1):
        raise ValueError(
            f"has more than {length} rows of {length} numbers; scores of {length} nodes have as "
            "many; for points, one per line, write a .csv file with commas"
        )


def _count_numbers(chunks: Iterable[bytes]) -> int:
    """Count the numbers before anything else."""
    count = 0
    for text in chunks:
        for token in text.split():
            if not is_number(token):
                return count
            count += 1
    return count


def _whole_tokens(file: BinaryIO) -> Iterator[bytes]:
    """Cut a file into chunks that end between tokens."""
    carry = b""
    while chunk := file.read(_CHUNK):
        require_text(chunk)
        text = carry + chunk
        cut = 1 + max(text.rfind(blank) for blank in _BLANKS)
        carry = text[cut:]
        if len(carry) > _LONGEST_TOKEN:
            raise ValueError(f"holds {shown(carry)}, which is too long for a number")
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
    raise ValueError(f"is cut off: {n * n - missing} scores for n = {n}; there must be {n * n}")
