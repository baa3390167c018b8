"""What takes long on one page: no other page may wait for it, and none see it too late."""

import asyncio
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.support import points_instance
from tests.view.conftest import Server, unpack
from tests.view.searches import FOCUSED, WITHOUT, generate, workers

import heataco as ha
from heataco.instances import LabelledInstance
from heataco.view import jobs, session
from heataco.view.sources import Source
from heataco.view.tasks import HeatFile


def _run(main):
    """Run a coroutine, in a thread: the tests in a browser have an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, main()).result(60)


async def _until(condition):
    while not condition():
        await asyncio.sleep(0.01)


def _source():
    return Source("a.tsp", [LabelledInstance(points_instance(20))])


@pytest.fixture
def heat():
    """Return a heatmap as it comes from a file."""
    return HeatFile("a.npz", ha.predictors.SoftDist().predict(points_instance(20)))


@pytest.fixture
def slow_pictures(monkeypatch):
    """Let pictures of heatmaps wait until this event is set."""
    event, draw = threading.Event(), session.heat_message

    def drawn(*arguments):
        assert event.wait(60)
        return draw(*arguments)

    monkeypatch.setattr(session, "heat_message", drawn)
    return event


def test_pictures_of_heatmaps_keep_nobody_waiting(heat, slow_pictures):
    """A heatmap with millions of scores would cut all other pages off from the server."""

    async def main():
        sent = []
        page = session.Session("a", lambda message: sent.append(unpack(message)), _source())
        page.take_heat(heat, page.source)
        await page.obey({"do": "ping"})
        assert [one["type"] for one in sent] == ["pong"]
        slow_pictures.set()
        await _until(lambda: len(sent) == 2)
        assert sent[1]["type"] == "heat"

    _run(main)


def test_pictures_that_come_too_late_are_not_shown(heat, slow_pictures):
    """The heatmap of the last instance would be drawn between the nodes of the next one."""

    async def main():
        sent = []
        page = session.Session("a", lambda message: sent.append(unpack(message)), _source())
        page.take_heat(heat, page.source)
        await asyncio.sleep(0.05)  # the picture is being drawn by now
        page.open(_source())
        slow_pictures.set()
        await _until(lambda: not len(page._pictures))
        assert [one["type"] for one in sent] == ["instance"]

    _run(main)


def test_a_heatmap_of_the_last_instance(heat):
    """A file that was read while another instance was opened would count as that one's."""
    page = session.Session("a", lambda message: None, _source())
    with pytest.raises(ValueError, match="the instance has changed"):
        page.take_heat(heat, _source())
    assert page.heat is None


def _echo(connection, array):
    connection.send(("done", int(array.sum())))


class _Slow:
    """What takes until an event to be sent to a process."""

    def __init__(self, event):
        self.event = event

    def __reduce__(self):
        assert self.event.wait(60)
        return str, ("sent",)


def test_the_arguments_of_a_process_keep_nobody_waiting():
    """A search with a large heatmap would cut all other pages off while its process reads it."""

    async def main():
        event, heard = threading.Event(), []
        job = jobs.Job(_wait, (_Slow(event),), lambda *message: heard.append(message))
        job.tell("frame")
        assert not heard
        event.set()
        await _until(lambda: heard)
        assert heard == [("done", ("sent", "frame"))]

    _run(main)


def _wait(connection, *arguments):
    connection.send(("done", (*arguments, connection.recv())))


def test_a_process_that_is_killed_before_it_begins():
    """The search of a page that is reloaded at once would go on for ever."""

    async def main():
        event, heard = threading.Event(), []
        job = jobs.Job(_wait, (_Slow(event),), lambda *message: heard.append(message))
        job.kill()
        event.set()
        await _until(lambda: job._process.exitcode is not None)
        assert heard == []

    _run(main)


def test_arguments_that_cannot_be_sent():
    """A decoder of a plug-in that cannot be pickled would end the page without a word."""

    async def main():
        heard = []
        jobs.Job(_wait, (lambda: None,), lambda *message: heard.append(message))
        await _until(lambda: heard)
        ((kind, text),) = heard
        assert kind == "failed"
        assert text.startswith("the search cannot be handed to a process: ")

    _run(main)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("pause", [0, 0.15])
def test_ctrl_c_is_quiet(pause):
    """A terminal would show the tracebacks of searches that have just begun."""
    server = Server()
    try:
        with server.page() as page:
            generate(page, 20_000)
            page.start(FOCUSED, WITHOUT)
            page.wait("started")
            time.sleep(pause)
            for process in (*workers(server), server.process.pid):  # as a terminal does
                os.kill(int(process), signal.SIGINT)
            assert server.process.wait(60) == 0
        assert server.process.stderr.read() == ""
    finally:
        server.close()
