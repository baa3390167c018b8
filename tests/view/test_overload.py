"""More than a page should ask for, and things that no page says: nothing may hang or fill up."""

import io
import json
import os
import random
import subprocess
import sys
import time
import zipfile

import numpy as np
import pytest
from tests.view.conftest import Server
from tests.view.searches import FOCUSED, WITHOUT, generate, wait_until, workers
from websockets.exceptions import ConnectionClosed

from heataco.view.outbox import MAX_WAITING
from heataco.view.server import MAX_MESSAGE

LONG = 10**9  # iterations: such a search ends only when it is stopped

# What could stand in a command, right or wrong.
_VALUES = [
    None, True, -1, 0, 1, 3, 1e400, float("nan"), 1.5, 2**31, 2**64, 10**30, "", "x", "1", "\0",
    "\ud800", [], [1], [[1]], [[1, 2]], [[1, 2], [3]], [[float("nan"), 1]], [["1", "2"]],
    [[1e308, -1e308], [0, 0]], [[2**70, 1]], {}, {"a": 1}, {"depth": "1e9"}, {"depth": "x"},
    "uniform", "focused", "alpha", "file", list(range(60)), [*range(59), 2**80],
]  # fmt: skip
_METHOD = {"decoder": "focused", "parameters": {}, "heat": "alpha", "predictor_parameters": {}}
_EFFORT = {"iterations": 2, "seconds": None, "target": None, "seed": 1, "threads": 1}
_FIELDS = {
    "generate": ("family", "n", "seed"),
    "points": ("points",),
    "choose": ("index",),
    "start": ("methods", "effort", "warm", "tour"),
    "next": ("run", "learned"),
    "pause": (),
    "resume": (),
    "stop": (),
    "node": ("node", "run"),
    "diagnose": ("run",),
    "test": (),
}


def _damaged(rng, values):
    """Return a copy with one value of another kind."""
    return values | {rng.choice(list(values)): rng.choice(_VALUES)}


def _command(rng):
    name = rng.choice([*_FIELDS, "start", "start", "start"])
    command = {key: rng.choice(_VALUES) for key in _FIELDS[name] if rng.random() < 0.85}
    if name == "start" and rng.random() < 0.9:
        command["methods"] = [_damaged(rng, _METHOD) for _ in range(rng.randint(1, 2))]
        command["effort"] = _EFFORT if rng.random() < 0.5 else _damaged(rng, _EFFORT)
    return {"do": name, **command}


@pytest.mark.parametrize("seed", range(2))
def test_random_commands(page, seed):
    """A message with a value of another kind would end the session, or be answered in code."""
    rng = random.Random(seed)
    generate(page)
    for _ in range(100):
        command = _command(rng)
        page.tell(**command)
        page.tell("ping")
        while (message := page.take())["type"] != "pong":
            assert "Error" not in message.get("text", ""), command


def test_a_command_without_a_value(page):
    """Whoever writes a client would be answered in code."""
    page.tell("generate", family="uniform", n=5)
    assert page.wait("error")["text"] == "the command generate lacks 'seed'"


def _send_and_wait(page, message):
    page.socket.send(message)  # which the server may cut off
    page.wait("nothing")


@pytest.mark.parametrize("message", [b"\0\xff", "x" * (MAX_MESSAGE + 1)])
def test_messages_that_no_page_sends(server, message):
    """Bytes, or a message of any length, would be taken in, or end the server."""
    with server.page() as page, pytest.raises(ConnectionClosed):
        _send_and_wait(page, message)
    with server.page() as page:
        assert generate(page)["n"] == 60


def test_a_page_that_takes_nothing_is_given_up(server):
    """Messages for a page that asks, and does not read, would fill up the memory."""
    with server.page() as page:
        for _ in range(50 * MAX_WAITING):
            page.tell("generate", family="uniform", n=20_000, seed=1)
            if page.download("tour.tour").status == 404:
                break
        else:
            pytest.fail("the page is still connected")
    with server.page() as page:
        assert generate(page)["n"] == 60


def test_questions_do_not_pile_up(page):
    """Questions that take a while to answer would pile up without an end."""
    generate(page, 20_000)
    page.start(FOCUSED, iterations=0)
    page.wait("done")
    for _ in range(100):
        page.tell("diagnose")
    assert "not answered yet" in page.wait("error")["text"]
    while page.take()["type"] != "report":
        pass


def _bomb(name, shape):
    """Return an archive of zeros, which unpacks to a thousand times its size."""
    header = io.BytesIO()
    described = {"descr": "<f8", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(header, described)
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open(f"{name}.npy", "w", force_zip64=True) as file,
    ):
        file.write(header.getvalue())
        for _ in range(8 * int(np.prod(shape)) // 2**20):
            file.write(bytes(2**20))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "shape"),
    [("coords", (5 * 2**22, 2)), ("distances", (5 * 2**10, 2**13)), ("x", (5 * 2**23,))],
)
def test_archives_that_unpack_to_gigabytes(page, name, shape):
    """A small file would take all the memory there is."""
    bomb = _bomb(name, shape)
    assert len(bomb) < 2**22
    for role in ("any", "instance"):
        answer = page.upload("a.npz", bomb, role)
        assert answer.status == 400
        assert "a.npz: " in json.loads(answer.content)["error"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.npy", b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, "
                  b"'shape': (4611686018427387904, 2), }".ljust(127) + b"\n"),
        ("a.geojson", b"[" * 1_000_000),
        ("a.tsp", b"DIMENSION : 999999999999\nEDGE_WEIGHT_TYPE : EUC_2D\n"
                  b"NODE_COORD_SECTION\n1 0 0\nEOF\n"),
        ("a.tsp", b"DIMENSION : 400000\nEDGE_WEIGHT_TYPE : EXPLICIT\n"
                  b"EDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n1 0 0\nEOF\n"),
        ("a.csv", b"x" * 1_000_000),
        ("a.csv", bytes(1_000)),
    ],
)  # fmt: skip
def test_files_that_claim_more_than_they_hold(page, name, content):
    """A short file would have memory set aside for what it only says."""
    answer = page.upload(name, content)
    assert answer.status == 400
    assert name in json.loads(answer.content)["error"]


def test_a_long_upload_keeps_nobody_waiting(server, page):
    """A page would be without an answer while another one sends a large file."""

    def content():
        yield b"x,y\n" + b"".join(b"%d,%d\n" % (i, i % 7) for i in range(50_000))
        assert generate(page)["n"] == 60
        assert page.upload("b.csv", b"x,y\n1,2\n3,4\n5,7\n").status == 200
        assert page.wait("instance")["n"] == 3
        yield b"".join(b"%d,%d\n" % (i, i % 7) for i in range(50_000, 100_000))

    with server.page() as other:
        assert other.upload("a.csv", content()).status == 200
        assert other.wait("instance")["n"] == 100_000


def test_threads_do_not_keep_the_server():
    """Ctrl-C would wait until a large file is read."""
    code = """
import asyncio, threading
from heataco.view.jobs import in_thread

async def main():
    assert await in_thread(divmod, 7, 2) == (3, 1)
    try:
        await in_thread(divmod, 7, 0)
    except ZeroDivisionError:
        asyncio.create_task(in_thread(threading.Event().wait))
        await asyncio.sleep(0.1)

asyncio.run(main())
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_killed_server_leaves_no_process():
    """Searches, and tests with several seeds, would go on for ever without their server."""
    server = Server()
    try:
        with server.page() as page:
            generate(page)
            page.start(FOCUSED, WITHOUT, iterations=LONG)
            page.wait("heat")
            page.tell("test")
            wait_until(lambda: len(workers(server)) == 3)
            left = workers(server)
            time.sleep(0.5)  # they are at work by now
            server.process.kill()
        wait_until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in left))
    finally:
        server.close()
