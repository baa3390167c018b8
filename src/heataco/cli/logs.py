"""Progress as lines on stderr, where a bar cannot be drawn or a program reads it."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto
from typing import Any

import click

from heataco._plain import to_plain

INTERVAL = 10.0  # seconds between two lines


class Form(Enum):
    """How progress is shown."""

    NONE = auto()
    BAR = auto()
    LINES = auto()
    JSON = auto()


log_json_option = click.option(
    "--log-json", is_flag=True, help="Progress as JSON objects, one per line, on stderr."
)


def progress_form(quiet: bool, log_json: bool) -> Form:
    """Choose: nothing if quiet, JSON if asked for, a bar on a terminal, lines elsewhere."""
    if quiet:
        return Form.NONE
    if log_json:
        return Form.JSON
    return Form.BAR if sys.stderr.isatty() else Form.LINES


def log_event(event: str, **values: Any) -> None:
    """Write one JSON object."""
    with suppress(OSError):  # the reader may be gone
        click.echo(json.dumps(to_plain({"event": event, **values}), allow_nan=False), err=True)


@contextmanager
def log_lines(
    form: Form, text: Callable[[float], str], values: Callable[[], dict[str, Any]]
) -> Iterator[None]:
    """Write a line every `INTERVAL` seconds while the block runs, and a last object in JSON.

    Parameters
    ----------
    form
        `Form.LINES` or `Form.JSON`.
    text
        Says where the work stands, given the seconds since the start.
    values
        The same for an object.
    """
    started, ended = time.monotonic(), threading.Event()

    def write(event: str) -> None:
        seconds = time.monotonic() - started
        if form is Form.JSON:
            log_event(event, seconds=round(seconds, 3), **values())
        else:
            with suppress(OSError):
                click.echo(f"heataco: {text(seconds)}", err=True)

    def write_often() -> None:
        while not ended.wait(INTERVAL):
            write("progress")

    # A thread, because the work may report nothing for longer than the interval.
    writer = threading.Thread(target=write_often, daemon=True)
    writer.start()
    try:
        yield
    finally:
        ended.set()
        writer.join()
        if form is Form.JSON:
            write("end")
