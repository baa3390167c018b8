"""One open page: its instance, its heatmap, its searches, and what it asks for."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from heataco._checks import require_count, require_known
from heataco.heatmaps import Heatmap
from heataco.view import comparing, inspecting
from heataco.view.jobs import Tasks, in_thread
from heataco.view.news import end_message, frame_message
from heataco.view.packing import pack
from heataco.view.pictures import heat_message, instance_message
from heataco.view.requests import build_task, first_tour
from heataco.view.schema import schema
from heataco.view.searches import Search
from heataco.view.sources import Source, drawn_by_hand, generated, read_heat
from heataco.view.tasks import HeatFile

MAX_SEARCHES = 2  # side by side
MAX_QUESTIONS = 8  # that wait for their answers
_SLOW = ("node", "diagnose")
_FAST = ("generate", "points", "choose", "start", "next", "pause", "resume", "stop", "test", "ping")
_COMMANDS = (*_FAST, *_SLOW)  # each is done by the method of its name

Send = Callable[[bytes], None]


class Session:
    """What the server knows about one open page.

    Parameters
    ----------
    name
        By which downloads and uploads name the session.
    send
        Puts a message to the page into the queue.
    source, heat
        What the page begins with; None where it begins with nothing.
    """

    def __init__(
        self, name: str, send: Send, source: Source | None = None, heat: HeatFile | None = None
    ) -> None:
        self.name = name
        self.source = source
        self.heat = heat
        self.searches: list[Search] = []
        self._send = send
        self._known: inspecting.Knowledge | None = None
        self._test_of_seeds = comparing.SeedTest(send)
        self.intake = asyncio.Lock()  # for one upload at a time
        self._questions, self._pictures = Tasks(), Tasks()
        self._turn = asyncio.Lock()  # for one slow command at a time

    def greet(self) -> None:
        """Tell a new page all that there is."""
        self._send(pack({"type": "hello", "session": self.name, **schema()}))
        if self.source is not None:
            self._send(instance_message(self.source))
        if self.heat is not None:
            self._draw(self.heat.heatmap, -1, self.heat.name)

    async def obey(self, command: Any) -> None:
        """Do what the page asks for; what is wrong with it goes to the page as a sentence."""
        name: Any = command.get("do") if isinstance(command, Mapping) else None
        try:
            require_known("command", name, _COMMANDS)
        except ValueError as error:
            self._complain(None, str(error))
            return
        if name not in _SLOW:
            await self._obeyed(name, command)
        elif len(self._questions) < MAX_QUESTIONS:  # others, such as stop, must not wait for it
            self._questions.begin(self._answered(name, command))
        else:
            self._complain(name, "the last questions are not answered yet; wait a moment")

    async def _answered(self, name: str, command: Mapping[str, Any]) -> None:
        async with self._turn:  # what one question needs, the next one finds ready
            await self._obeyed(name, command)

    async def _obeyed(self, name: str, command: Mapping[str, Any]) -> None:
        try:
            await getattr(self, f"_{name}")(command)
        except KeyError as error:
            self._complain(name, f"the command {name} lacks {error}")
        except MemoryError:
            self._complain(name, "this needs more memory than there is")
        except (ValueError, TypeError, OverflowError, OSError) as error:
            self._complain(name, str(error))

    def _complain(self, about: str | None, text: str) -> None:
        self._send(pack({"type": "error", "about": about, "text": text}))

    def warn(self, text: str) -> None:
        """Pass on what a reader warns of."""
        self._send(pack({"type": "warning", "text": text}))

    def open(self, source: Source) -> None:
        """Take another instance; the searches of the last one end."""
        self.close()
        self.source, self.heat, self._known = source, None, None
        self._send(instance_message(source))

    def take_heat(self, heat: HeatFile, source: Source | None) -> None:
        """Take a heatmap from a file, read beside a source; a ValueError if that has changed."""
        if source is not self.source:
            raise ValueError("the instance has changed; open the heatmap again")
        self.heat = heat
        self._draw(heat.heatmap, -1, heat.name)

    def _draw(self, heatmap: Heatmap, run: int, name: str = "") -> None:
        """Send the picture of a search's heatmap, or for run -1 of the one from a file."""
        self._pictures.begin(self._drawn(heatmap, run, name))

    async def _drawn(self, heatmap: Heatmap, run: int, name: str) -> None:
        message = await in_thread(heat_message, heatmap, run, name)
        present = [self.heat, *self.searches][run + 1 : run + 2]
        if any(one is not None and one.heatmap is heatmap for one in present):  # not too late
            self._send(message)

    def close(self) -> None:
        """End all searches."""
        self._test_of_seeds.end()
        for search in self.searches:
            search.kill()
        self.searches = []

    def leave(self) -> None:
        """End all that is under way for a page that is gone."""
        self.close()
        self._questions.cancel()
        self._pictures.cancel()

    def search(self, run: int) -> Search:
        """Return a search by its number; a ValueError where there is none."""
        if not self.searches:
            raise ValueError("there is no search yet")
        require_count("run", run, 0, len(self.searches) - 1)
        return self.searches[run]

    async def _generate(self, command: Mapping[str, Any]) -> None:
        wanted = (command["family"], command["n"], command["seed"])
        self.open(await in_thread(generated, *wanted))

    async def _points(self, command: Mapping[str, Any]) -> None:
        self.open(await in_thread(drawn_by_hand, command["points"]))

    async def _choose(self, command: Mapping[str, Any]) -> None:
        if self.source is None:
            raise ValueError("there is no file to choose from")
        source, heat = self.source.chosen(command["index"]), self.heat
        self.open(source)
        if heat is not None and heat.several and heat.path is not None:
            found = await in_thread(read_heat, heat.path, source, heat.processing)
            self.take_heat(found, source)

    async def _start(self, command: Mapping[str, Any]) -> None:
        methods = command["methods"]
        if not isinstance(methods, list) or not 1 <= len(methods) <= MAX_SEARCHES:
            raise ValueError(f"methods must be 1 to {MAX_SEARCHES}")
        start = first_tour(command, self.source, [search.tour for search in self.searches])
        tasks = [
            build_task(method, command["effort"], self.source, self.heat, start)
            for method in methods
        ]
        self.close()
        self._known = None
        self.searches = [Search(task, self._heard) for task in tasks]
        names = [comparing.label(task) for task in tasks]
        learns = [task.decoder.learns for task in tasks]
        started = {"type": "started", "names": names, "learns": learns, "warm": start is not None}
        self._send(pack(started))
        for run, search in enumerate(self.searches):
            if search.heatmap is not None and search.task.file is not None:
                self._draw(search.heatmap, run)

    async def _next(self, command: Mapping[str, Any]) -> None:
        self.search(command["run"]).ask_frame(learned=command.get("learned") is True)

    async def _pause(self, command: Mapping[str, Any]) -> None:
        self._each(Search.pause)

    async def _resume(self, command: Mapping[str, Any]) -> None:
        self._each(Search.resume)

    def _each(self, action: Callable[[Search], None]) -> None:
        for search in self.searches:
            action(search)
        self._send(pack({"type": "state", "states": [search.state for search in self.searches]}))

    async def _stop(self, command: Mapping[str, Any]) -> None:
        for search in self.searches:
            search.stop()
        self._test_of_seeds.stop()

    async def _node(self, command: Mapping[str, Any]) -> None:
        known = await self._knowledge(command.get("run"))
        tour = self.searches[0].tour if self.searches else None
        facts = await in_thread(known.node, command["node"], tour)
        self._send(pack({"type": "node", **facts}))

    async def _diagnose(self, command: Mapping[str, Any]) -> None:
        known = await self._knowledge(command.get("run"))
        tour = self.searches[0].tour if self.searches else None
        self._send(pack({"type": "report", **await in_thread(known.report, tour)}))

    async def _knowledge(self, run: Any) -> inspecting.Knowledge:
        """Return what can be said about the nodes, from the heatmap of a search or of a file."""
        if self.source is None:
            raise ValueError("there is no instance")
        shown = self.search(run or 0) if self.searches else self.heat
        heatmap = None if shown is None else shown.heatmap
        if self._known is None or self._known.heatmap is not heatmap:
            self._known = inspecting.Knowledge(self.source.instance, heatmap)
        return self._known

    async def _test(self, command: Mapping[str, Any]) -> None:
        heatmap = self.searches[0].heatmap if self.searches else None
        self._test_of_seeds.start([search.task for search in self.searches], heatmap)

    async def _ping(self, command: Mapping[str, Any]) -> None:
        self._send(pack({"type": "pong"}))

    def _heard(self, search: Search, kind: str, value: Any) -> None:
        """Pass on what a search says."""
        if search not in self.searches:
            return
        run = self.searches.index(search)
        if kind == "frame":
            self._send(frame_message(run, value))
        elif kind == "heat":
            self._draw(value, run)
        elif kind == "failed":
            self._send(pack({"type": "failed", "run": run, "text": value}))
        else:
            assert self.source is not None
            self._send(end_message(run, self.searches, self.source, value))
            self._conclude()

    def _conclude(self) -> None:
        """Say in a sentence what two searches came to, once both have ended."""
        results = [search.result for search in self.searches if search.result is not None]
        if len(results) == MAX_SEARCHES:
            tasks = [search.task for search in self.searches]
            self._send(pack({"type": "compared", **comparing.conclusion(tasks, results)}))
