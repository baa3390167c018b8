"""What a user takes away: files, and the lines that repeat a run."""

import json
import shlex
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import heataco
from heataco._checks import require_known
from heataco._record import run_record
from heataco.files import write_tsplib
from heataco.files.geojson import require_places
from heataco.files.tours import tour_text
from heataco.heatmaps import Processing
from heataco.plotting.vector import tour_svg
from heataco.results import StopReason
from heataco.view.searches import Search
from heataco.view.sources import Source
from heataco.view.tasks import Task

START = "start.tour"
_BY_HAND = (StopReason.STOPPED, StopReason.INTERRUPTED)


@dataclass(frozen=True, eq=False)
class Download:
    """A file for the user: its content, and its media type."""

    content: bytes
    media_type: str


def download(name: str, source: Source, search: Search) -> Download:
    """Return a file of a search, which may be under way.

    Raises
    ------
    ValueError
        For a name that is not among `DOWNLOADS`, or what there is not, or not yet.
    """
    require_known("file", name, DOWNLOADS)
    return DOWNLOADS[name](source, search)


def _tour(form: str, media_type: str) -> Callable[[Source, Search], Download]:
    def make(source: Source, search: Search) -> Download:
        instance = search.task.instance
        if form == "geojson":
            require_places(instance)
        tour = _best(search)
        text = tour_text(tour, instance, instance.cost(tour), form)
        return Download(text.encode(), media_type)

    return make


def _svg(source: Source, search: Search) -> Download:
    text = tour_svg(search.task.instance, _best(search), search.heatmap)
    return Download(text.encode(), "image/svg+xml")


def _record(source: Source, search: Search) -> Download:
    task, result = search.task, search.result
    if result is None:
        raise ValueError("the record is written when the search has ended")
    record = run_record(
        result,
        instance=task.instance,
        decoder=task.decoder,
        budget=task.budget,
        seed=task.seed,
        threads=task.threads,
        heatmap=None if task.file is None else task.file.name,
        processing=None if task.file is None else task.file.processing,
        predictor=task.predictor,
    )
    return Download(json.dumps(record, allow_nan=False).encode(), "application/json")


def _instance(source: Source, search: Search) -> Download:
    with tempfile.TemporaryDirectory(prefix="heataco-view-") as folder:
        path = Path(folder) / "instance.tsp"
        write_tsplib(search.task.instance, path)
        return Download(path.read_bytes(), "text/plain")


def _start(source: Source, search: Search) -> Download:
    task = search.task
    if task.initial_tour is None:
        raise ValueError("the search did not start from a tour")
    text = tour_text(task.initial_tour, task.instance, task.instance.cost(task.initial_tour))
    return Download(text.encode(), "text/plain")


def _best(search: Search) -> NDArray[np.int32]:
    if search.tour is None:
        raise ValueError("there is no tour yet")
    return search.tour


DOWNLOADS: dict[str, Callable[[Source, Search], Download]] = {
    "tour.tour": _tour("tour", "text/plain"),
    "tour.csv": _tour("csv", "text/csv"),
    "tour.geojson": _tour("geojson", "application/geo+json"),
    "tour.svg": _svg,
    "record.json": _record,
    "instance.tsp": _instance,
    START: _start,
}


def lines(source: Source, search: Search, output: str) -> dict[str, Any]:
    """Return the lines that repeat a run and write its tour, and the notes that they need."""
    notes = []
    if not source.saved:
        notes.append(f"Save the instance as {source.name} first.")
    if search.task.initial_tour is not None:
        notes.append(f"Save the first tour as {START}.")
    if search.result is not None and search.result.stop_reason in _BY_HAND:
        notes.append("This run was stopped by hand; the lines go on to the limit.")
    elif search.task.budget.seconds is not None:
        notes.append("A time limit ends at another iteration each time: the tour may differ.")
    return {
        "shell": shell_line(source, search.task, output),
        "python": python_lines(source, search.task, output),
        "notes": notes,
    }


def shell_line(source: Source, task: Task, output: str) -> str:
    """Return the command that repeats a search."""
    words = ["heataco", "decode", source.name]
    if len(source.items) > 1:
        words += ["--index", str(source.index)]
    words += _heat_options(task)
    words += ["--decoder", task.decoder.name, *_settings("--set", task.decoder)]
    limits = {
        "--iterations": task.budget.iterations,
        "--time-limit": task.budget.seconds,
        "--target": task.budget.target,
    }
    for option, value in limits.items():
        if value is not None:
            words += [option, str(value)]
    words += ["--seed", str(task.seed), "--threads", str(task.threads)]
    if task.initial_tour is not None:
        words += ["--initial-tour", START]
    return shlex.join([*words, "--output", output])


def _heat_options(task: Task) -> list[str]:
    if task.file is None:
        if task.predictor is None:
            return ["--predictor", "none"]
        name = task.predictor.name
        return ["--predictor", name, *_settings("--predictor-set", task.predictor)]
    words = ["--heatmap", task.file.name]
    for name, value in _changed(task.file.processing, Processing):
        words += [f"--{name}", str(value)]
    if task.file.index is not None:
        words += ["--heatmap-index", str(task.file.index)]
    return words


def _settings(option: str, value: Any) -> list[str]:
    """Return an option for each parameter that differs from its default."""
    changed = _changed(value, type(value))
    texts = [f"{name}={'none' if given is None else given}" for name, given in changed]
    return [word for text in texts for word in (option, text)]


def python_lines(source: Source, task: Task, output: str) -> str:
    """Return the Python code that repeats a search."""
    imports = ["import heataco as ha"]
    heat = "None"
    if task.file is not None:
        index = [] if task.file.index is None else [f"index={task.file.index}"]
        given = [f"{k}={v!r}" for k, v in _changed(task.file.processing, Processing)]
        options = ", ".join([repr(task.file.name), *index, *given, "instance=instance"])
        heat = f"ha.read_heatmap({options})"
    elif task.predictor is not None:
        heat = _expression(task.predictor, imports)
    arguments = [heat, _expression(task.decoder, imports)]
    arguments += [f"{k}={v!r}" for k, v in vars(task.budget).items() if v is not None]
    arguments += [f"seed={task.seed}", f"threads={task.threads}"]
    if task.initial_tour is not None:
        arguments.append(f"initial_tour=ha.read_tour({START!r})")
    text = "".join(f"    {argument},\n" for argument in arguments)
    return (
        f"{chr(10).join(imports)}\n\n"
        f"instance = ha.read_instances({source.name!r})[{source.index}].instance\n"
        f"result = ha.decode(\n    instance,\n{text})\n"
        f"ha.write_tour(result.tour, {output!r}, cost=result.cost, instance=instance)\n"
    )


def _expression(value: Any, imports: list[str]) -> str:
    """Return the code that makes a decoder or predictor; adds what it needs to the imports."""
    kind = type(value)
    name = kind.__name__
    if getattr(heataco, name, None) is kind:
        place = f"ha.{name}"
    elif getattr(heataco.predictors, name, None) is kind:
        place = f"ha.predictors.{name}"
    else:
        imports.append(f"from {kind.__module__} import {name}")
        place = name
    return f"{place}({', '.join(f'{k}={v!r}' for k, v in _changed(value, kind))})"


def _changed(value: Any, kind: type[Any]) -> list[tuple[str, Any]]:
    """Return the fields of a dataclass that differ from their defaults."""
    pairs = [(field, getattr(value, field.name)) for field in fields(kind) if field.init]
    return [(field.name, given) for field, given in pairs if given != field.default]
