"""The server of the page: static files, one websocket for each open page, uploads, downloads."""

import asyncio
import json
import os
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from heataco.files import FileError
from heataco.heatmaps import Processing
from heataco.view.guard import Guard
from heataco.view.jobs import in_thread
from heataco.view.notes import collected, noted
from heataco.view.outbox import Outbox
from heataco.view.session import Session
from heataco.view.sources import MAX_UPLOAD, Source, read_upload, upload_folder
from heataco.view.takeaway import download
from heataco.view.tasks import HeatFile

MAX_SESSIONS = 16  # open pages
MAX_MESSAGE = 1 << 23  # bytes of a message from the page: points drawn by hand, a tour
_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


class View:
    """The application: all open pages, and what a new one begins with.

    Parameters
    ----------
    source, heat
        The files of the command line; None where there are none.
    max_upload
        Bytes that an upload may have.
    """

    def __init__(
        self,
        source: Source | None = None,
        heat: HeatFile | None = None,
        max_upload: int = MAX_UPLOAD,
    ) -> None:
        self._source = source
        self._heat = heat
        self._max_upload = max_upload
        self._sessions: dict[str, Session] = {}
        static = resources.files("heataco.view") / "static"
        # The only files that can be asked for, by name, so that no path is ever looked up.
        self._files = {entry.name: entry.read_bytes() for entry in static.iterdir()}

    @property
    def application(self) -> Starlette:
        """The ASGI application, not yet guarded."""
        return Starlette(
            routes=[
                WebSocketRoute("/socket", self._socket),
                Route("/upload", self._upload, methods=["POST"]),
                Route("/sessions/{session}/{run}/{file}", self._download),
                Route("/{file}", self._static),
                Route("/", self._static),
            ],
        )

    async def _static(self, request: Request) -> Response:
        name = request.path_params.get("file", "index.html")
        if name not in self._files:
            return Response("There is no such file.\n", 404, media_type="text/plain")
        return Response(self._files[name], headers={"content-type": _media_type(name)})

    async def _socket(self, socket: WebSocket) -> None:
        await socket.accept()
        if len(self._sessions) >= MAX_SESSIONS:
            await socket.close(1013, f"there are {MAX_SESSIONS} open pages; close one")
            return
        outbox = Outbox(socket)
        name = secrets.token_urlsafe(16)
        session = Session(name, outbox.put, self._source, self._heat)
        self._sessions[name] = session
        sender = asyncio.create_task(outbox.send_all())
        try:
            session.greet()
            while not outbox.overfull:
                await session.obey(_parsed(await socket.receive_text()))
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass  # the page is gone, or sends bytes where it should send text
        finally:
            del self._sessions[name]
            sender.cancel()
            session.leave()

    async def _upload(self, request: Request) -> Response:
        session = self._sessions.get(request.query_params.get("session", ""))
        if session is None:
            return _refused("this page is no longer connected; reload it", 404)
        try:
            async with session.intake:
                found = await self._take(request, session)
        except ClientDisconnect:
            return _refused("the upload was cut off", 400)
        except ValueError as error:
            return _refused(str(error), 400)
        except MemoryError:
            return _refused("this needs more memory than there is", 400)
        return JSONResponse(found)

    async def _take(self, request: Request, session: Session) -> dict[str, Any]:
        """Save the body of a request, give the session what is in it, and return what that is."""
        given, source = request.query_params, session.source
        processing = Processing(
            kind=given.get("kind", Processing.kind),
            symmetrise=given.get("symmetrise", Processing.symmetrise),
        )
        with upload_folder(given.get("name", "")) as path:
            await self._save(request, path)
            role = given.get("role", "any")
            reading = (read_upload, path, role, source, processing)
            found, notes = await in_thread(noted, *reading)
        for note in notes:
            session.warn(note.replace(f"{path.parent}{os.sep}", ""))
        if isinstance(found, HeatFile):
            session.take_heat(found, source)
            return {"found": "heatmap", "several": found.several}
        session.open(found)
        return {"found": "instance"}

    async def _save(self, request: Request, path: Path) -> None:
        """Write a body to a file, unless it is too long, whatever it says of its length."""
        size = 0
        with open(path, "xb") as file:
            async for part in request.stream():
                size += len(part)
                if size > self._max_upload:
                    raise FileError(path, f"is larger than {self._max_upload:,} bytes")
                file.write(part)

    async def _download(self, request: Request) -> Response:
        session = self._sessions.get(request.path_params["session"])
        run, file = request.path_params["run"], request.path_params["file"]
        if session is None or session.source is None or not run.isdecimal():
            return _refused("this page is no longer connected; reload it", 404)
        try:
            search = session.search(int(run))
            made = await in_thread(download, file, session.source, search)
        except ValueError as error:
            return _refused(str(error), 409)
        headers = {
            "content-type": made.media_type,
            "content-disposition": f'attachment; filename="{file}"',
        }
        return Response(made.content, headers=headers)


def serve(
    view: View, sock: socket.socket, host: str, token: str, on_ready: Callable[[], None]
) -> None:
    """Serve until Ctrl-C.

    Parameters
    ----------
    view
        The application.
    sock
        Bound and not yet listening.
    host, token
        As in `Guard`.
    on_ready
        Called when requests are answered.
    """
    import uvicorn

    guarded = Guard(view.application, token, host, sock.getsockname()[1])
    config = uvicorn.Config(
        guarded,
        log_level="error",
        access_log=False,
        server_header=False,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        lifespan="off",
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        ready = asyncio.create_task(_when_started(server, on_ready))
        try:
            await server.serve(sockets=[sock])
        finally:
            ready.cancel()

    with suppress(KeyboardInterrupt), collected():  # the first is the way to end it
        asyncio.run(run())


async def _when_started(server: Any, on_ready: Callable[[], None]) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    on_ready()


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _media_type(name: str) -> str:
    return _MEDIA_TYPES.get(Path(name).suffix, "application/octet-stream")


def _refused(sentence: str, status: int) -> Response:
    return JSONResponse({"error": sentence}, status)
