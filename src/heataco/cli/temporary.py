"""Temporary files of the command line, which users know by another name."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def naming_warnings(file: Path, shown: str) -> Iterator[None]:
    """Let warnings about a temporary file name what it is a copy of, as errors do."""
    show = warnings.showwarning

    def renamed(message: Warning | str, *args: Any, **given: Any) -> None:
        show(str(message).replace(str(file), shown), *args, **given)

    warnings.showwarning = renamed
    try:
        yield
    finally:
        warnings.showwarning = show
