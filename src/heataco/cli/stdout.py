"""Standard output, which is called `-`: what it cannot take."""

from collections.abc import Collection
from pathlib import Path

from heataco.files import FileError

STDOUT = Path("-")


def refuse_stdout(path: Path, what: str, suffixes: Collection[str]) -> None:
    """Raise a FileError for `-` where the suffix has to give the format."""
    if path == STDOUT:
        raise FileError(
            path,
            f"{what} cannot be written to standard output, as the suffix gives their format; name "
            f"a file with {', '.join(suffixes)}",
        )
