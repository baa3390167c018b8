"""Standard output, which is called `-`: what it cannot take."""

from collections.abc import Collection
from pathlib import Path

from heataco.files import FileError

STDOUT = Path("-")


def refuse_stdout(path: Path, what: str, suffixes: Collection[str]) -> None:
    """Raise a FileError for `-` where the suffix has to say the form."""
    if path == STDOUT:
        raise FileError(
            path,
            f"{what} cannot be written to standard output, as the suffix says their form; give the "
            f"name of a file with {', '.join(suffixes)}",
        )
