"""Who may talk to the server: the page that it served itself, and nobody else."""

import ipaddress
import secrets
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Application = Callable[..., Awaitable[None]]

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

# Nothing comes from another place, and no other page can show this one.
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """An ASGI application around another that turns strangers away.

    The first part of every path is a secret token, `Host` names this server, which keeps out names
    that were pointed at it from outside, and what changes something has the `Origin` of this
    server, which keeps out the pages of others.

    Parameters
    ----------
    application
        What is guarded; it sees paths without the token.
    token
        The secret.
    host
        The address that the server is bound to.
    port
        Its port.
    """

    def __init__(self, application: Application, token: str, host: str, port: int) -> None:
        self._application = application
        self._token = token.encode()
        self._host = host
        self._port = port

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        status = self._refusal(scope)
        token, slash, rest = scope["path"].lstrip("/").partition("/")
        if status is None and not slash and scope["type"] == "http":
            await _redirect(send, f"/{token}/")  # links of the page are relative to this
        elif status is None:
            scope = {**scope, "path": f"/{rest}", "raw_path": f"/{rest}".encode(), "root_path": ""}
            await self._application(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await _refuse(send, status)

    def _refusal(self, scope: Scope) -> int | None:
        """Return the status to refuse a request with; None where it is welcome."""
        headers = _single(scope)
        host = headers.get("host", "")
        if not self._is_this_server(host):
            return 421
        token = scope["path"].lstrip("/").partition("/")[0].encode()
        if not secrets.compare_digest(token, self._token):
            return 404
        origin = headers.get("origin")
        needed = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if origin is None:
            return 403 if needed else None
        return None if origin == f"http://{host}" else 403

    def _is_this_server(self, host: str) -> bool:
        name, port = _parts(host)
        if port != str(self._port):
            return False
        if name in LOCAL_NAMES or name == self._host.lower():
            return True
        if self._host in LOCAL_NAMES:
            return False
        return _is_address(name) or name == socket.gethostname().lower()


def _parts(host: str) -> tuple[str, str]:
    """Return name and port of a `Host`, which leaves out the port of HTTP."""
    name, colon, port = host.rpartition(":")
    if not colon or port.endswith("]"):
        name, port = host, "80"
    return name.strip("[]").lower(), port


def _single(scope: Scope) -> dict[str, str]:
    """Return the headers; one that comes twice is as good as none."""
    names = [name for name, _ in scope["headers"]]
    return {
        name.decode("latin-1"): value.decode("latin-1")
        for name, value in scope["headers"]
        if names.count(name) == 1
    }


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Any) -> Any:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", []), *own]}
        await send(message)

    return sending


async def _redirect(send: Any, path: str) -> None:
    headers = [(b"location", path.encode())]
    await send({"type": "http.response.start", "status": 307, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def _refuse(send: Any, status: int) -> None:
    text = b"This is not the address that heataco view has printed.\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
