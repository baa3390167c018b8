"""One open page: its instance, its heatmap, its searches, and what it asks for."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco._checks import require_count, require_known
from heataco.view import comparing, inspecting
from heataco.view.jobs import Job
from heataco.view.news import end_message, frame_message
from heataco.view.packing import pack
from heataco.view.pictures import heat_message, instance_message
from heataco.view.requests import build_task
from heataco.view.schema import schema
from heataco.view.searches import Search
from heataco.view.sources import Source, drawn_by_hand, generated
from heataco.view.tasks import HeatFile

MAX_SEARCHES = 2  # side by side
_SLOW = ("node", "diagnose")

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
        self._job: Job | None = None  # a test with several seeds
        self._slow: set[asyncio.Task[None]] = set()

    def greet(self) -> None:
        """Tell a new page all that there is."""
        self._send(pack({"type": "hello", "session": self.name, **schema()}))
        if self.source is not None:
            self._send(instance_message(self.source))
        if self.heat is not None:
            self._send(heat_message(self.heat.heatmap, -1, self.heat.name))

    async def obey(self, command: Any) -> None:
        """Do what the page asks for; what is wrong with it goes to the page as a sentence."""
        name = command.get("do") if isinstance(command, Mapping) else None
        if name in _SLOW:  # others, such as stop, must not wait for it
            task = asyncio.create_task(self._obeyed(name, command))
            self._slow.add(task)
            task.add_done_callback(self._slow.discard)
        else:
            await self._obeyed(name, command)

    async def _obeyed(self, name: Any, command: Any) -> None:
        try:
            require_known("command", name, self._commands)
            await self._commands[name](command)
        except (ValueError, KeyError, TypeError, MemoryError) as error:
            text = str(error) if isinstance(error, ValueError) else f"{name}: {error!r}"
            about = name if isinstance(name, str) and name in self._commands else None
            self._send(pack({"type": "error", "about": about, "text": text}))

    def open(self, source: Source) -> None:
        """Take another instance; the searches of the last one end."""
        self.close()
        self.source, self.heat, self._known = source, None, None
        self._send(instance_message(source))

    def take_heat(self, heat: HeatFile) -> None:
        """Take a heatmap from a file."""
        self.heat = heat
        self._send(heat_message(heat.heatmap, -1, heat.name))

    def close(self) -> None:
        """End all searches."""
        self._end_test()
        for search in self.searches:
            search.kill()
        self.searches = []

    def search(self, run: int) -> Search:
        """Return a search by its number; a ValueError where there is none."""
        if not self.searches:
            raise ValueError("there is no search yet")
        require_count("run", run, 0, len(self.searches) - 1)
        return self.searches[run]

    @property
    def _commands(self) -> dict[Any, Callable[[Mapping[str, Any]], Awaitable[None]]]:
        return {
            "generate": self._generate,
            "points": self._points,
            "choose": self._choose,
            "start": self._start,
            "next": self._next,
            "pause": self._pause,
            "resume": self._resume,
            "stop": self._stop,
            "node": self._node,
            "diagnose": self._diagnose,
            "test": self._test,
            "ping": self._ping,
        }

    async def _generate(self, command: Mapping[str, Any]) -> None:
        wanted = (command["family"], command["n"], command["seed"])
        self.open(await asyncio.to_thread(generated, *wanted))

    async def _points(self, command: Mapping[str, Any]) -> None:
        self.open(await asyncio.to_thread(drawn_by_hand, command["points"]))

    async def _choose(self, command: Mapping[str, Any]) -> None:
        if self.source is None:
            raise ValueError("there is no file to choose from")
        self.open(self.source.chosen(command["index"]))

    async def _start(self, command: Mapping[str, Any]) -> None:
        methods = command["methods"]
        if not isinstance(methods, list) or not 1 <= len(methods) <= MAX_SEARCHES:
            raise ValueError(f"methods must be 1 to {MAX_SEARCHES}")
        start = self._first_tour(command)
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
                self._send(heat_message(search.heatmap, run, search.task.file.name))

    def _first_tour(self, command: Mapping[str, Any]) -> NDArray[np.int32] | None:
        """Return the tour to start from: that of the last search, or one that the page kept."""
        if not command.get("warm"):
            return None
        if command.get("tour") is not None and self.source is not None:
            return as_tour(np.array(command["tour"]), self.source.instance.n)
        tours = [search.tour for search in self.searches if search.tour is not None]
        if not tours or self.source is None:
            raise ValueError("there is no tour to start from yet")
        return min(tours, key=self.source.instance.cost)

    async def _next(self, command: Mapping[str, Any]) -> None:
        self.search(command["run"]).ask_frame(learned=command.get("learned") is True)

    async def _pause(self, command: Mapping[str, Any]) -> None:
        for search in self.searches:
            search.pause()
        self._send(pack({"type": "state", "states": [s.state for s in self.searches]}))

    async def _resume(self, command: Mapping[str, Any]) -> None:
        for search in self.searches:
            search.resume()
        self._send(pack({"type": "state", "states": [s.state for s in self.searches]}))

    async def _stop(self, command: Mapping[str, Any]) -> None:
        for search in self.searches:
            search.stop()

    async def _node(self, command: Mapping[str, Any]) -> None:
        known = await self._knowledge(command.get("run"))
        tour = self.searches[0].tour if self.searches else None
        facts = await asyncio.to_thread(known.node, command["node"], tour)
        self._send(pack({"type": "node", **facts}))

    async def _diagnose(self, command: Mapping[str, Any]) -> None:
        known = await self._knowledge(command.get("run"))
        tour = self.searches[0].tour if self.searches else None
        self._send(pack({"type": "report", **await asyncio.to_thread(known.report, tour)}))

    async def _knowledge(self, run: Any) -> inspecting.Knowledge:
        """Return what can be said about the nodes, from the heatmap of a search or of a file."""
        if self.source is None:
            raise ValueError("there is no instance")
        heatmap = None if self.heat is None else self.heat.heatmap
        if self.searches:
            heatmap = self.search(run or 0).heatmap
        if self._known is None or self._known.heatmap is not heatmap:
            self._known = inspecting.Knowledge(self.source.instance, heatmap)
        return self._known

    async def _test(self, command: Mapping[str, Any]) -> None:
        tasks = [search.task for search in self.searches]
        heat = self.searches[0].heatmap if self.searches else None
        comparing.require_pair(tasks, heat)
        self._end_test()
        self._job = Job(comparing.run_test, (tasks[0], heat), self._tested)

    def _tested(self, kind: str, value: Any) -> None:
        self._send(pack({"type": kind, "text": value}))

    def _end_test(self) -> None:
        if self._job is not None:
            self._job.kill()
            self._job = None

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
            name = "" if search.task.predictor is None else search.task.predictor.name
            self._send(heat_message(value, run, name))
        elif kind == "failed":
            self._send(pack({"type": "failed", "run": run, "text": value}))
        else:
            assert self.source is not None
            self._send(end_message(run, self.source, search, value))
            self._conclude()

    def _conclude(self) -> None:
        """Say in a sentence what two searches came to, once both have ended."""
        results = [search.result for search in self.searches]
        if len(results) == MAX_SEARCHES and all(result is not None for result in results):
            tasks = [search.task for search in self.searches]
            conclusion = comparing.conclusion(tasks, [r for r in results if r is not None])
            self._send(pack({"type": "compared", **conclusion}))
