"""Signals that end a command: SIGTERM and SIGHUP do what Ctrl-C does."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

_CTRL_C = int(signal.SIGINT)
# A scheduler that ends a job, and a terminal that is closed; not every system has both.
_OTHERS = [int(getattr(signal, name)) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Ending:
    """The signal that ended a command, for its exit code; Ctrl-C unless another one came."""

    def __init__(self) -> None:
        self._number = _CTRL_C

    @property
    def exit_code(self) -> int:
        """What shells make of a signal."""
        return 128 + self._number

    def interrupt(self, number: int, _: Any) -> NoReturn:
        """Handle a signal as Ctrl-C is handled."""
        self._number = number
        raise KeyboardInterrupt


@contextmanager
def like_ctrl_c() -> Iterator[Ending]:
    """Make signals that would kill the process raise KeyboardInterrupt while the block runs.

    A signal that is ignored, as under `nohup`, or has another handler is left alone. So are all
    signals outside the main thread, since only that thread can set handlers.
    """
    ending = Ending()
    taken = []
    if _on_main_thread():
        taken = [number for number in _OTHERS if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, ending.interrupt)
    try:
        yield ending
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ignore signals while a result is written.

    A second Ctrl-C is easily pressed. For work that takes moments. Handlers that were not set
    from Python cannot be restored and are left alone.
    """
    before = {}
    if _on_main_thread():
        before = {number: signal.getsignal(number) for number in (_CTRL_C, *_OTHERS)}
    before = {number: handler for number, handler in before.items() if handler is not None}
    for number in before:
        signal.signal(number, signal.SIG_IGN)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _on_main_thread() -> bool:
    """Whether this is the thread that alone can have handlers."""
    return threading.current_thread() is threading.main_thread()
