"""A server of the page, and a client that speaks as the page does."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
connect = pytest.importorskip("websockets.sync.client").connect
ConnectionClosed = pytest.importorskip("websockets.exceptions").ConnectionClosed

TOKEN = "a-token-for-tests-only"
PATIENCE = 60  # seconds that a message may take


def unpack(message: bytes) -> dict[str, Any]:
    """Read a message as the page does."""
    length = int.from_bytes(message[:4], "little")
    header = json.loads(message[4 : 4 + length])
    for place in header.pop("arrays"):
        header[place["name"]] = np.frombuffer(
            message, place["kind"], place["length"], 4 + length + place["offset"]
        )
    return header


class Server:
    """`heataco view` in a process of its own."""

    def __init__(self, *arguments: str, port: int = 0, **variables: str) -> None:
        browser = () if "BROWSER" in variables else ("--no-browser",)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "heataco", "view", *browser, f"--port={port}", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"HEATACO_VIEW_TOKEN": TOKEN} | variables,
        )
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(self.process.stderr.read())
        self.host = self.address.split("/")[2]
        self.port = int(self.host.rpartition(":")[2])

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request as the page would; headers may be others."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        given = {"Host": self.host, "Origin": f"http://{self.host}"}
        given |= {name.capitalize(): value for name, value in headers.items()}
        given = {name: value for name, value in given.items() if value is not None}
        client.request(method, path, body, given)
        answer = client.getresponse()
        answer.content = answer.read()
        client.close()
        return answer

    def page(self, **headers: str | None) -> "Page":
        """Open a websocket as the page would."""
        return Page(self, **headers)

    def close(self) -> None:
        """End the server as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


class Page:
    """The browser's side of a session."""

    def __init__(self, server: Server, path: str = f"/{TOKEN}/socket", **headers: Any) -> None:
        self.server = server
        origin = headers.pop("origin", f"http://{server.host}")
        self._context = connect(
            f"ws://{server.host}{path}",
            origin=origin,
            additional_headers=headers,
            max_size=None,
            compression=None,
            proxy=None,
        )
        self.session = None

    def __enter__(self) -> "Page":
        self.socket = self._context.__enter__()
        self.session = self.wait("hello")["session"]
        return self

    def __exit__(self, *problem: Any) -> None:
        with suppress(ConnectionClosed):  # some tests have the server cut it off
            self._context.__exit__(*problem)

    def tell(self, do: str, **command: Any) -> None:
        """Send a command."""
        self.socket.send(json.dumps({"do": do, **command}))

    def take(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Return the next message."""
        return unpack(self.socket.recv(timeout=timeout))

    def wait(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of the kinds; others are dropped."""
        end = time.monotonic() + PATIENCE
        while True:
            message = self.take(end - time.monotonic())
            if message["type"] in kinds:
                return message
            if message["type"] in ("error", "failed"):
                raise AssertionError(message["text"])

    def start(self, *methods: dict[str, Any], **effort: Any) -> None:
        """Start searches with the defaults that the page has."""
        warm = effort.pop("warm", False)
        wanted = {"iterations": 20, "seconds": None, "target": None, "seed": 1, "threads": 1}
        chosen = methods or ({"decoder": "focused", "parameters": {}, "heat": "alpha"},)
        self.tell("start", methods=list(chosen), effort=wanted | effort, warm=warm)

    def upload(
        self,
        name: str,
        content: bytes | Iterator[bytes],
        role: str = "any",
        kind: str = "probability",
        **headers: str,
    ) -> Any:
        """Upload a file."""
        from urllib.parse import urlencode

        query = urlencode({"session": self.session, "name": name, "role": role, "kind": kind})
        return self.server.request("POST", f"/{TOKEN}/upload?{query}", content, **headers)

    def download(self, file: str, run: int = 0) -> Any:
        """Fetch a file of a search."""
        return self.server.request("GET", f"/{TOKEN}/sessions/{self.session}/{run}/{file}")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Return a server that all tests share."""
    server = Server()
    yield server
    server.close()


@pytest.fixture
def page(server: Server) -> Iterator[Page]:
    """Return an open page."""
    with server.page() as page:
        yield page
