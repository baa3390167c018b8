"""The documentation as tests read it: pages, their sections, tables and blocks of code."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"

_BLOCK = re.compile(r"^(?:<!-- (.*?) -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code, and the comment before it: `file: NAME`, `needs: A, B`, `not run: WHY`."""

    mark: str
    language: str
    code: str

    def marked(self, key: str) -> str:
        """Return what the comment says under a key; nothing where it is about something else."""
        found, colon, value = self.mark.partition(":")
        return value.strip() if colon and found == key else ""


def text(path: Path) -> str:
    """Return a page."""
    return path.read_text(encoding="utf-8")


def blocks(path: Path) -> list[Block]:
    """Return the blocks of code of a page."""
    return [Block(*match.groups("")) for match in _BLOCK.finditer(text(path))]


def prose(path: Path) -> str:
    """Return a page without its blocks of code."""
    return _BLOCK.sub("", text(path))


def section(path: Path, heading: str) -> str:
    """Return what is under a heading, up to the next one of level 2."""
    parts = re.split(r"^## (.*)$", text(path), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def first_column(markdown: str) -> list[str]:
    """Return the code spans in the first column of all tables."""
    cells = re.findall(r"^\| (.*?) \|", markdown, re.MULTILINE)
    return [span for cell in cells for span in re.findall(r"`([^`]+)`", cell)]
