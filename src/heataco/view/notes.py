"""Warnings of readers: they belong on the page that sent the file, not in the terminal."""

import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Value = TypeVar("Value")

_thread = threading.local()  # the warnings of a thread that collects them


def noted(function: Callable[..., Value], *arguments: Any) -> tuple[Value, list[str]]:
    """Return what a function returns, and the warnings that it gives, where these are collected."""
    _thread.notes = []
    try:
        return function(*arguments), _thread.notes
    finally:
        del _thread.notes


@contextmanager
def collected() -> Iterator[None]:
    """Collect the warnings of `noted` functions in all threads; others go where they went."""
    with warnings.catch_warnings():
        show = warnings.showwarning

        def collect(message: Warning | str, *details: Any, **more: Any) -> None:
            notes = getattr(_thread, "notes", None)
            if notes is None:
                show(message, *details, **more)
            else:
                notes.append(str(message))

        warnings.showwarning = collect
        yield
