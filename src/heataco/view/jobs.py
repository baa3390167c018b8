"""Work beside the event loop: processes that tell how it goes, and threads."""

import asyncio
import concurrent.futures
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
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
        # By a pipe of their own and in a thread: a heatmap takes long to be read at the other end.
        there, self._arguments = _SPAWN.Pipe(duplex=False)
        self._process = _SPAWN.Process(target=_begin, args=(main, other, there), daemon=True)
        with _uninterrupted():
            self._process.start()
        other.close()
        there.close()
        threading.Thread(target=self._run, args=(arguments,), daemon=True).start()

    def tell(self, command: str) -> None:
        """Send a command; a process that has ended meanwhile does not hear it."""
        with suppress(OSError):
            self._connection.send(command)

    def kill(self) -> None:
        """End the process at once; nothing more is heard of it."""
        self._on_message = None
        self._process.kill()

    def _run(self, arguments: tuple[Any, ...]) -> None:
        """Send the arguments, and receive until the process is gone."""
        try:
            with self._arguments, suppress(OSError):  # the process is gone, which is said below
                self._arguments.send(arguments)
        except Exception as error:  # plug-ins may hold what cannot be pickled
            self._hand_on("failed", f"the search cannot be handed to a process: {error}")
            self._process.kill()
            return
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


def _begin(main: Callable[..., None], connection: Connection, there: Connection) -> None:
    """Run the main function of a job with the arguments that are sent to it."""
    try:
        arguments = there.recv()
    except (EOFError, OSError):
        return  # the server has ended meanwhile
    main(connection, *arguments)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Have a process that is started hear nothing of Ctrl-C; it ends with its server, quietly."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which would let the first process hear it again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
