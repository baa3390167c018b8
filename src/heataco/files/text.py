"""Numbers from and to text."""

from collections.abc import Iterable

import numpy as np

from heataco._arrays import FloatArray
from heataco.files.errors import PathLike
from heataco.files.streams import open_regular, require_text, skip_mark

_PIECE = 1 << 20  # bytes of a line looked at together


def parse_numbers(text: bytes, most: int | None = None) -> FloatArray:
    """Return the numbers in a text, separated by white space; at most the first `most`.

    Raises
    ------
    ValueError
        If a token is not a decimal number; the message shows it.
    """
    tokens = text.split()[:most]
    try:
        if b"_" in text and any(b"_" in token for token in tokens):  # float() reads 1_0 as 10
            raise ValueError
        return np.fromiter(map(float, tokens), np.float64, len(tokens))
    except ValueError:
        wrong = next(token for token in tokens if not is_number(token))
        raise ValueError(f"{shown(wrong)} is not a number") from None


def is_number(token: bytes | str) -> bool:
    """Tell whether a token is a decimal number, NaN or infinity."""
    ascii_only = token if isinstance(token, bytes) else token.encode("ascii", "replace")
    try:
        float(ascii_only)
    except ValueError:
        return False
    return b"_" not in ascii_only


def shown(token: bytes | str) -> str:
    """Return a token as it may stand in a message: quoted, printable and short."""
    text = token if isinstance(token, str) else token.decode("ascii", "backslashreplace")
    return repr(text if len(text) <= 40 else text[:37] + "...")


def number_text(number: float) -> str:
    """Return the shortest text that is read back as the identical float64."""
    return repr(float(number)).removesuffix(".0")


def first_line_words(path: PathLike, words: Iterable[bytes]) -> set[bytes]:
    """Return those of the words that the first line of a file holds, reading no more than that.

    Raises ValueError if the file is a pipe or device, or the line is not text.
    """
    words = list(words)
    longest, found, tail = max(map(len, words)), set[bytes](), b""
    with open_regular(path) as file:
        skip_mark(file)
        while piece := file.readline(_PIECE):
            require_text(piece)
            text = tail + piece
            found.update(word for word in words if word in text)
            if piece.endswith(b"\n") and text.strip():
                break
            tail = text[-longest:]
    return found
