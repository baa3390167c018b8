"""Attacks on the server: each must fail, and leave it working."""

import asyncio
import io
import os
import pickle
import zipfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.view.conftest import TOKEN, Server
from websockets.exceptions import InvalidStatus

from heataco.files import FileError
from heataco.view.guard import Guard
from heataco.view.server import View

ROOT = f"/{TOKEN}/"


def test_the_page_is_served(server):
    """The right address would be refused."""
    answer = server.request("GET", ROOT, origin=None)
    assert answer.status == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/", "/wrong/", f"/{TOKEN[:-1]}/", f"/{TOKEN}x/main.js", "//"])
def test_wrong_token(server, path):
    """Whoever finds the port, such as another user of the machine, could use the server."""
    assert server.request("GET", path).status == 404


def test_token_is_not_needed_twice(server):
    """A token in the query would do in place of one in the path, and leak into logs."""
    assert server.request("GET", f"/main.js?token={TOKEN}").status == 404


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost:{port}.x", ""],
)
def test_foreign_host(server, host):
    """A name pointed at 127.0.0.1 (DNS rebinding) would make this server one of that page's own."""
    answer = server.request("GET", ROOT, host=host.format(port=server.port))
    assert answer.status == 421 or (host == "" and answer.status == 400)


@pytest.mark.parametrize("name", ["localhost", "[::1]"])
def test_own_names(server, name):
    """The server would not know its own names."""
    assert server.request("GET", ROOT, host=f"{name}:{server.port}", origin=None).status == 200


@pytest.mark.parametrize(
    ("host", "port", "welcome"),
    [
        ("127.0.0.1", 80, True),
        ("[::1]", 80, True),
        ("127.0.0.1:80", 80, True),
        ("evil.example", 80, False),
        ("127.0.0.1", 8000, False),
        ("[::1]:8000", 8000, True),
        ("[::1]", 8000, False),
        (":8000", 8000, False),
    ],
)
def test_port_of_http(host, port, welcome):
    """Browsers leave port 80 out of `Host` and `Origin`: the page would be refused there."""
    headers = [(b"host", host.encode()), (b"origin", f"http://{host}".encode())]
    scope = {"type": "websocket", "path": ROOT, "headers": headers}
    refusal = Guard(None, TOKEN, "127.0.0.1", port)._refusal(scope)
    assert refusal == (None if welcome else 421)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost:{port}"]
)
def test_foreign_page(server, page, origin):
    """Another page in the same browser could upload, or read what it must not."""
    origin = origin.format(port=server.port)
    assert page.upload("a.csv", b"x,y\n0,0\n1,1\n", origin=origin).status == 403
    assert server.request("GET", ROOT, origin=origin).status == 403


def test_upload_without_origin(page):
    """A form of another page, whose origin an old browser leaves out, could upload."""
    assert page.upload("a.csv", b"x,y\n0,0\n1,1\n", origin=None).status == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": None},
        {"origin": "null"},
        {"path": "/wrong/socket"},
        {"path": "/socket"},
    ],
)
def test_foreign_websocket(server, headers):
    """Another page could start searches and read their results (cross-site websocket)."""
    with pytest.raises(InvalidStatus), server.page(**headers):
        pass


def test_websocket_by_a_foreign_host(server):
    """A rebound name could open a websocket."""
    with (
        pytest.raises(InvalidStatus),
        server.page(origin="http://evil.example", Host="evil.example"),
    ):
        pass


def test_oversized_upload(tmp_path):
    """A page could fill the disk, whatever it says about the length."""

    class Endless:
        sent = 0

        async def stream(self):
            while True:
                self.sent += 1
                assert self.sent < 100, "the upload was not stopped"
                yield bytes(1_000)

    def save():
        asyncio.run(View(max_upload=5_000)._save(Endless(), tmp_path / "a.csv"))

    # In a thread: the browser tests have a running event loop in this one.
    with ThreadPoolExecutor(1) as pool, pytest.raises(FileError, match="larger than 5,000 bytes"):
        pool.submit(save).result()


class _Trap:
    """Writes a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (os.mkdir, (str(self.path),))


@pytest.mark.parametrize("name", ["a.pkl", "a.pt", "a.pth", "a.npy", "a.npz", "a.safetensors"])
def test_pickles_are_never_loaded(page, tmp_path, name):
    """A file dropped on the page could run code."""
    trap = tmp_path / "sprung"
    content = pickle.dumps(_Trap(trap))
    if name.endswith((".npy", ".npz")):
        buffer = io.BytesIO()
        np.save(buffer, np.array([_Trap(trap)], object), allow_pickle=True)
        content = buffer.getvalue()
    if name.endswith(".npz"):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("coords.npy", content)
        content = buffer.getvalue()
    for role in ("any", "instance"):
        answer = page.upload(name, content, role)
        assert answer.status == 400
        assert b"error" in answer.content
    assert not trap.exists()


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "null", "{}", '{"do": 1}', '{"do": "next"}', '{"do": "next", "run": -1}',
     '{"do": "start"}', '{"do": "generate", "family": "uniform", "n": 1e9, "seed": 0}',
     '{"do": "generate", "family": "x", "n": 5, "seed": 0}', '{"do": "points", "points": [[1]]}',
     '{"do": "points", "points": "x"}', '{"do": "node", "node": 7}', "[" * 100_000,
     '{"do": "start", "methods": 5, "effort": {}}', '{"do": "choose", "index": 0}'],
)  # fmt: skip
def test_nonsense_is_answered_with_a_sentence(page, text):
    """A broken message would end the session, or the server."""
    page.socket.send(text)
    assert page.wait("error")["text"]
    page.tell("ping")
    page.wait("pong")


def test_sessions_cannot_see_each_other(server, page):
    """A page could fetch, or change, what another one has."""
    with server.page() as other:
        other.tell("generate", family="uniform", n=30, seed=1)
        other.wait("instance")
        other.start(iterations=1)
        other.wait("done")
        assert other.download("tour.tour").status == 200
    assert page.download("tour.tour").status in (404, 409)
    gone = server.request("GET", f"{ROOT}sessions/{other.session}/0/tour.tour")
    assert gone.status == 404


def test_binding_elsewhere_warns():
    """Someone would open the server to the network without a word."""
    server = Server("--host", "0.0.0.0")
    try:
        assert (
            server.request("GET", ROOT, host=f"127.0.0.1:{server.port}", origin=None).status == 200
        )
        assert server.request("GET", ROOT, host=f"evil.example:{server.port}").status == 421
        server.process.send_signal(2)
        assert "warning: listening at 0.0.0.0" in server.process.stderr.read()
    finally:
        server.close()
