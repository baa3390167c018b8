"""Messages on their way to a page."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

MAX_WAITING = 100  # messages; a page that takes what it asks for never has more than a few


class Outbox:
    """Sends messages in order, and says when a page does not take them.

    Parameters
    ----------
    socket
        The page.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._messages: asyncio.Queue[bytes] = asyncio.Queue()

    @property
    def overfull(self) -> bool:
        """Whether so much waits that the page is to be given up."""
        return self._messages.qsize() > MAX_WAITING

    def put(self, message: bytes) -> None:
        """Send a message as soon as those before it are sent."""
        self._messages.put_nowait(message)

    async def send_all(self) -> None:
        """Send until the page is gone."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._socket.send_bytes(await self._messages.get())
