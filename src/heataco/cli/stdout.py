"""Standard output, which is called `-`: what it cannot take."""

from collections.abc import Collection
from pathlib import Path

from heataco.files import FileError

STDOUT = Path("-")


def refuse_stdout(
    path: Path, what: str, suffixes: Collection[str], option: str | None = None
) -> None:
    """Raise a FileError for `-` where the suffix has to give the format, or else an option."""
    if path == STDOUT:
        other = "" if option is None else f", or give {option}"
        raise FileError(
            path,
            f"{what} cannot be written to standard output, as the suffix gives their format; name "
            f"a file with {', '.join(suffixes)}{other}",
        )
