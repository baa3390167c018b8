"""The outer form of TSPLIB files: `KEYWORD : value` lines and sections of numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import BinaryIO

import numpy as np

from heataco._arrays import FloatArray, permutation_fault
from heataco.files.errors import FileError, PathLike
from heataco.files.streams import BYTE_ORDER_MARK, text_blocks
from heataco.files.text import is_number, parse_numbers, shown

KEYWORDS = (
    "NAME",
    "TYPE",
    "COMMENT",
    "DIMENSION",
    "CAPACITY",
    "EDGE_WEIGHT_TYPE",
    "EDGE_WEIGHT_FORMAT",
    "EDGE_DATA_FORMAT",
    "NODE_COORD_TYPE",
    "DISPLAY_DATA_TYPE",
)
SECTIONS = (
    "NODE_COORD_SECTION",
    "EDGE_WEIGHT_SECTION",
    "DISPLAY_DATA_SECTION",
    "FIXED_EDGES_SECTION",
    "TOUR_SECTION",
)
# Of problems that are not read.
OTHER_SECTIONS = ("EDGE_DATA_SECTION", "DEMAND_SECTION", "DEPOT_SECTION")
LINES_PER_PIECE = 1 << 16
_LINE = re.compile(rb"([A-Za-z_0-9]+)\s*:?\s*(.*)", re.DOTALL)
_DATA_START = b"+-.0123456789"


@dataclass(frozen=True)
class Section:
    """The lines of numbers below a section keyword, which stands on line `line`.

    Millions of lines would take several times the memory of their text, and so would their words.
    So lines are kept in pieces of many lines each, and read a piece at a time.
    """

    path: PathLike
    name: str
    line: int
    pieces: list[bytes] = field(default_factory=list)
    last_lines: list[bytes] = field(default_factory=list)  # not yet in a piece

    def add(self, text: bytes) -> None:
        """Append a line."""
        self.last_lines.append(text)
        if len(self.last_lines) == LINES_PER_PIECE:
            self.pieces.append(b"\n".join(self.last_lines))
            self.last_lines.clear()

    def numbers(self) -> FloatArray:
        """Return all numbers of the section; a FileError names the line of anything else."""
        arrays = []
        for piece in self._all_pieces():
            try:
                arrays.append(parse_numbers(piece))
            except ValueError as error:
                raise FileError(self.path, str(error), self._faulty_line()) from None
        return np.concatenate(arrays)

    def line_of(self, position: int) -> int:
        """Return the line that holds the number at a position; the last line if there is none."""
        last = self.line
        for line, text in self._lines():
            last = line
            position -= len(text.split())
            if position < 0:
                break
        return last

    def _all_pieces(self) -> Iterator[bytes]:
        yield from self.pieces
        yield b"\n".join(self.last_lines)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """Number the lines as in the file."""
        full = (line for piece in self.pieces for line in piece.split(b"\n"))
        return enumerate(chain(full, self.last_lines), self.line + 1)

    def _faulty_line(self) -> int:
        return next(line for line, text in self._lines() if not all(map(is_number, text.split())))

    def check_nodes(self, nodes: FloatArray, n: int, stride: int = 1) -> None:
        """Raise a FileError unless `nodes`, every `stride`-th number, hold each of 1 .. n once."""
        fault = permutation_fault(nodes, n, first=1)
        if fault is not None:
            position, problem = fault
            raise FileError(self.path, f"{self.name}: {problem}", self.line_of(position * stride))


@dataclass(frozen=True)
class SectionedFile:
    """A TSPLIB file taken apart: header values by keyword, and sections by name."""

    path: PathLike
    headers: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)

    def choice(self, keyword: str, known: tuple[str, ...]) -> str:
        """Return the first word of a header; a FileError unless it is one of `known`."""
        value = self.headers.get(keyword, "")
        word = value.split()[0].upper() if value else ""
        if word not in known:
            problem = f"{keyword} {shown(value)} is unknown" if value else f"{keyword} is missing"
            raise self.error(f"{problem}; known are {', '.join(known)}", keyword)
        return word

    def dimension(self) -> int | None:
        """Return DIMENSION, None if not given; a FileError unless it is a positive integer."""
        value = self.headers.get("DIMENSION")
        if value is None:
            return None
        if not re.fullmatch(r"\+?0*[1-9][0-9]{0,17}", value, re.ASCII):
            raise self.error(f"DIMENSION {shown(value)} is not a positive integer", "DIMENSION")
        return int(value)

    def section(self, name: str) -> Section:
        """Return a section; a FileError if it is missing."""
        if name not in self.sections:
            raise FileError(self.path, f"{name} is missing; the file may be cut off")
        return self.sections[name]

    def error(self, problem: str, keyword: str) -> FileError:
        """Return an error about the line of a header."""
        return FileError(self.path, problem, self.lines.get(keyword))


def read_sections(path: PathLike) -> SectionedFile:
    """Take a TSPLIB file apart; what follows a line `EOF` is ignored.

    Raises FileError if the file is empty or binary, or has an unknown or repeated keyword.
    """
    file = SectionedFile(path)
    section: Section | None = None
    with open(path, "rb") as stream:
        for number, text in _stripped_lines(stream):
            if section is not None and (not text or _starts_data(text)):
                section.add(text)
            elif text:
                section = _take_keyword(file, text, number)
                if "EOF" in file.lines:
                    break
    if not file.lines:
        raise FileError(path, "is empty")
    return file


def _starts_data(text: bytes) -> bool:
    """Tell whether a line of a section is one of numbers; these may be infinite."""
    return text[0] in _DATA_START or text[:3].lower() == b"inf"


def name_line(name: str) -> str:
    """Return the NAME line of a file; a ValueError if the name has more than one line."""
    if len(name.splitlines()) > 1:
        raise ValueError(f"name {name!r} has line breaks; a TSPLIB name must have none")
    return f"NAME : {name}"


def _stripped_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Number the lines from 1; a carriage return alone ends one, too."""
    lines = (line for block in text_blocks(stream) for line in block.splitlines())
    for number, line in enumerate(lines, 1):
        yield number, (line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line).strip()


def _take_keyword(file: SectionedFile, text: bytes, line: int) -> Section | None:
    """Add a header or start a section; return the section."""
    match = _LINE.fullmatch(text)
    keyword = match[1].decode("ascii").upper() if match else ""
    if match is None or keyword not in (*KEYWORDS, *SECTIONS, *OTHER_SECTIONS, "EOF"):
        known = ", ".join((*KEYWORDS, *SECTIONS))
        raise FileError(file.path, f"{shown(text)} has no known keyword; known are {known}", line)
    if keyword != "COMMENT" and keyword in file.lines:
        raise FileError(file.path, f"{keyword} is given twice", line)
    file.lines[keyword] = line
    if keyword in (*SECTIONS, *OTHER_SECTIONS):
        file.sections[keyword] = Section(file.path, keyword, line)
    elif keyword != "EOF":
        file.headers[keyword] = match[2].decode("utf-8", "replace").strip()
    return file.sections.get(keyword)
