"""Work beside the event loop: processes that tell how it goes, and threads."""

import asyncio
import concurrent.futures
import multiprocessing
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

Value = TypeVar("Value")

_SPAWN = multiprocessing.get_context("spawn")  # a copy of a server with threads could hang
ENDINGS = ("done", "failed", "tested")
_LOST = "the process has ended before its work; there may be too little memory"


class Job:
    """A process, and what it sends.

    Parameters
    ----------
    main
        Its main function; it is called with a connection and the arguments, and sends pairs of a
        kind and a value.
    arguments
        What it is given.
    on_message
        Called in the event loop with each pair; the kind is "failed" where the process breaks off.
    """

    def __init__(
        self,
        main: Callable[..., None],
        arguments: tuple[Any, ...],
        on_message: Callable[[str, Any], None],
    ) -> None:
        self._on_message: Callable[[str, Any], None] | None = on_message
        self._loop = asyncio.get_running_loop()
        self._connection, other = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=main, args=(other, *arguments), daemon=True)
        self._process.start()
        other.close()
        threading.Thread(target=self._receive, daemon=True).start()

    def tell(self, command: str) -> None:
        """Send a command; a process that has ended meanwhile does not hear it."""
        with suppress(OSError):
            self._connection.send(command)

    def kill(self) -> None:
        """End the process at once; nothing more is heard of it."""
        self._on_message = None
        self._process.kill()
        self._process.join()

    def _receive(self) -> None:
        """Hand what the process sends to the event loop, until it is gone."""
        ended = False
        with suppress(RuntimeError):  # the loop may be closed
            with suppress(EOFError, OSError):
                while True:
                    kind, value = self._connection.recv()
                    ended = ended or kind in ENDINGS
                    self._loop.call_soon_threadsafe(self._take, kind, value)
            if not ended:
                self._loop.call_soon_threadsafe(self._take, "failed", _LOST)

    def _take(self, kind: str, value: Any) -> None:
        if self._on_message is not None:
            self._on_message(kind, value)


async def in_thread(function: Callable[..., Value], *arguments: Any) -> Value:
    """Return what a function returns, or raise what it raises.

    Unlike `asyncio.to_thread`, it does not keep the server from ending: a file may take minutes.
    """
    made: concurrent.futures.Future[Value] = concurrent.futures.Future()
    made.set_running_or_notify_cancel()  # whoever waits may give up, the thread does not

    def work() -> None:
        try:
            made.set_result(function(*arguments))
        except Exception as error:
            made.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return await asyncio.wrap_future(made)


def end_with_server(connection: Connection) -> None:
    """Let this process end when its server does, even if that was killed; nothing is received."""

    def listen() -> None:
        with suppress(EOFError, OSError):
            connection.recv()
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
