"""Rows of CSV and TSV files: separator, header row and cells."""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from heataco.files.errors import FileError, PathLike
from heataco.files.streams import numbered_lines
from heataco.files.text import is_number, shown

_SEPARATORS = ",;\t"
_DECLARED = re.compile(r"sep=([,;\t])[ \r\n]*")  # a first line that Excel understands
_OLD_ENDS = "new-line character seen in unquoted field"  # what csv says of them

Row = tuple[int, list[str]]  # the line that it ends on, and its cells


@dataclass(frozen=True)
class Table:
    """A table as it is read: its header row, if it has one, and its rows, each with its line.

    Parameters
    ----------
    path
        The file.
    names
        The cells of the header row; None where there is none.
    width
        Cells of every row.
    text_first
        Whether the first cell of the first row is not a number.
    rows
        All rows below the header row; each is checked when it is read.
    """

    path: PathLike
    names: list[str] | None
    width: int
    text_first: bool
    rows: Iterator[Row]


def open_table(path: PathLike, file: BinaryIO, *, min_width: int = 2) -> Table:
    """Find out separator and header row of a table.

    Parameters
    ----------
    path, file
        The name of the file, and the file.
    min_width
        How many columns it must have.

    Raises
    ------
    FileError
        If there is no row, too few columns, or a row of another width; the last one while the
        rows are read.
    """
    rows = _rows(path, file)
    first = next(rows, None)
    if first is None:
        raise FileError(path, "is empty")
    second = next(rows, None)
    rest = rows if second is None else chain([second], rows)
    if max(len(cells) for _, cells in (first, second or first)) < min_width:
        raise FileError(
            path, "has one column; columns are separated by commas, semicolons or tabs", first[0]
        )
    names = None
    if _is_head(first[1], None if second is None else second[1]):
        names = [name.strip().lstrip("#").strip() for name in first[1]]
        if second is None:
            raise FileError(path, "has a header row but no other rows", first[0])
        start = second
    else:
        start, rest = first, chain([first], rest)
    width = len(start[1])
    if names is not None and len(names) not in (width, width - 1):
        raise FileError(path, f"has {width} cells; the header row has {len(names)}", start[0])
    return Table(path, names, width, not is_number(start[1][0]), _checked(path, width, rest))


def names_in(head: bytes) -> list[str]:
    """Return the words in the first line of a text, in lower case, as if it were a header row."""
    line = head.lstrip().partition(b"\n")[0].decode("utf-8", "replace").lower()
    return [word.strip().strip('"#').strip() for word in line.split(_separator(line))]


def number(cell: str, hint: str = "") -> float:
    """Return the number in a cell.

    Raises
    ------
    ValueError
        If there is none; the message shows the cell, and ends with a hint.
    """
    if not is_number(cell):
        if is_number(cell.replace(",", ".")):
            hint = "; write decimals with a point"
        raise ValueError(f"{shown(cell)} is not a number{hint}")
    return float(cell)


def _is_head(first: list[str], second: list[str] | None) -> bool:
    """Tell whether the first row names the columns: it has texts where the second has numbers."""
    if len(first) != len(second or first):
        return True
    cells = first[1:]
    if any(cells) and not all(cells) and all(not cell or is_number(cell) for cell in cells):
        return False  # a row of numbers with a hole, which may have a label
    texts = [not is_number(cell) for cell in first]
    if second is None or not any(texts):
        return all(texts)
    pairs = zip(texts, second, strict=True)
    return all(texts) or any(text and is_number(cell) for text, cell in pairs)


def _checked(path: PathLike, width: int, rows: Iterator[Row]) -> Iterator[Row]:
    for line, cells in rows:
        if len(cells) != width:
            raise FileError(path, f"has {len(cells)} cells; the first row has {width}", line)
        yield line, cells


def _rows(path: PathLike, file: BinaryIO) -> Iterator[Row]:
    lines, first = _decoded(path, file), list[str]()
    for line in lines:
        first.append(line)
        if line.strip():
            break
    separator = "\t" if Path(path).suffix.lower() == ".tsv" else _separator("".join(first))
    if first and (declared := _DECLARED.fullmatch(first[-1].lower())):
        first[-1], separator = "\n", declared[1]
    reader = csv.reader(chain(first, lines), delimiter=separator, strict=True)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problem = "lines end with CR alone" if _OLD_ENDS in str(error) else error
            raise FileError(path, f"is not a table: {problem}", reader.line_num) from None
        if any(cell.strip() for cell in cells):
            yield reader.line_num, [cell.strip() for cell in cells]


def _decoded(path: PathLike, file: BinaryIO) -> Iterator[str]:
    for line, text in numbered_lines(file):
        try:
            yield text.decode("utf-8")
        except UnicodeDecodeError:
            raise FileError(path, "is not UTF-8 text; save it as UTF-8", line) from None


def _separator(line: str) -> str:
    """Return the separator that is most frequent outside of quotes."""
    outside = "".join(line.split('"')[::2])
    return max(_SEPARATORS, key=outside.count)
