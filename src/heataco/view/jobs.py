"""Work beside the event loop: processes that tell how it goes, and threads."""

import asyncio
import concurrent.futures
import multiprocessing
import os
import threading
from collections.abc import Callable, Coroutine
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
        self._killed = False
        self._connection, self._other = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=main, args=(self._other, *arguments), daemon=True)
        threading.Thread(target=self._run, daemon=True).start()

    def tell(self, command: str) -> None:
        """Send a command; a process that has ended meanwhile does not hear it."""
        with suppress(OSError):
            self._connection.send(command)

    def kill(self) -> None:
        """End the process at once; nothing more is heard of it."""
        self._on_message = None
        self._killed = True  # for the thread that may be starting it now
        if self._process.pid is not None:
            self._process.kill()

    def _run(self) -> None:
        """Start the process and receive, until it is gone.

        The event loop must not wait for a process that reads its arguments: a heatmap takes long.
        """
        try:
            self._process.start()
        except Exception as error:  # there may be too many, or something that cannot be pickled
            self._hand_on("failed", f"the process cannot be started: {error}")
            return
        finally:
            self._other.close()
        if self._killed:
            self._process.kill()
        self._receive()
        self._process.join()

    def _receive(self) -> None:
        ended = False
        with suppress(EOFError, OSError):
            while True:
                kind, value = self._connection.recv()
                ended = ended or kind in ENDINGS
                self._hand_on(kind, value)
        if not ended:
            self._hand_on("failed", _LOST)

    def _hand_on(self, kind: str, value: Any) -> None:
        """Hand what was received to the event loop, which may be closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._take, kind, value)

    def _take(self, kind: str, value: Any) -> None:
        if self._on_message is not None:
            self._on_message(kind, value)


class Tasks:
    """Work of the event loop that is under way, which is kept until it is done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin some more."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self) -> None:
        """Give it all up."""
        for task in self._tasks:
            task.cancel()


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
