"""Writing tours; the suffix gives the format."""

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco._checks import require_known, require_number
from heataco.files.atomic import atomic_write
from heataco.files.csv_tables import csv_line, named_axes
from heataco.files.errors import FileError, PathLike, checked_suffix
from heataco.files.geojson import require_places, tour_geojson
from heataco.files.sources import is_stream
from heataco.files.text import number_text
from heataco.files.tsplib_tours import tsplib_lines
from heataco.instances import Instance
from heataco.instances.ids import Ids, ids_in_order

TOUR_SUFFIXES = (".tour", ".csv", ".json", ".geojson", ".txt")
TSPLIB_FORM = "tour"


@dataclass(frozen=True)
class _Written:
    """A tour and what is said about it."""

    tour: NDArray[np.int32]
    name: str
    cost: float | None
    instance: Instance | None
    closed: bool = True

    @property
    def ids(self) -> Ids | None:
        """The ids of the nodes in order."""
        return None if self.instance is None else ids_in_order(self.instance.ids, self.tour)


def write_tour(
    tour: Any,
    path: PathLike,
    *,
    name: str = "",
    cost: float | None = None,
    instance: Instance | None = None,
    closed: bool = True,
    form: str | None = None,
) -> None:
    """Write a tour in the format of the suffix.

    `.tour` is TSPLIB, counted from 1. In the others nodes are counted from 0: `.csv` has a row
    for each stop with its id and coordinates, `.json` an object, `.geojson` a line with its stops
    and `.txt` a line for each stop with its id, or its number where there are no ids.

    Parameters
    ----------
    tour
        A permutation of 0 .. n-1.
    path
        The file to write or replace; a pipe or device without a known suffix gets TSPLIB.
    name
        Its name; by default that of the instance.
    cost
        Its length.
    instance
        What it is a tour of; GeoJSON needs one.
    closed
        Whether it returns to its first node. An open path is not closed in `.geojson`, `.json` has
        `closed` false and the COMMENT of `.tour` says so.
    form
        tour, csv, json, geojson or txt, whatever the suffix.

    Raises
    ------
    FileError
        If the suffix is unknown, the file cannot be written or its form cannot hold the instance.
    ValueError
        If the tour is not a permutation, the cost no number, or the name of a TSPLIB tour has
        more than one line.
    """
    chosen = check_tour_form(path, instance, form)
    nodes = as_tour(tour, None if instance is None else instance.n)
    if cost is not None:
        require_number("cost", cost, -math.inf, infinite=True)
    label = name or ("" if instance is None else instance.name)
    lines = _WRITERS[chosen](_Written(nodes, label, cost, instance, closed))
    content = "".join(f"{line}\n" for line in lines).encode()
    with atomic_write(path) as file:
        file.write(content)


def tour_text(
    tour: NDArray[np.int32],
    instance: Instance,
    cost: float,
    form: str | None = None,
    *,
    closed: bool = True,
) -> str:
    """Return what `write_tour` would write for an instance, by default in TSPLIB form.

    Raises
    ------
    ValueError
        As `write_tour` does.
    """
    name = " ".join(instance.name.split())
    lines = _WRITERS[form or TSPLIB_FORM](_Written(tour, name, cost, instance, closed))
    return "".join(f"{line}\n" for line in lines)


def check_tour_form(path: PathLike, instance: Instance | None, form: str | None) -> str:
    """Return the form that a tour would be written in, without writing it.

    Raises
    ------
    FileError
        For an unknown suffix, or a form that cannot hold the instance.
    ValueError
        For an unknown form.
    """
    if form is not None:
        require_known("form", form, _WRITERS)
    elif is_stream(path) and Path(path).suffix.lower() not in TOUR_SUFFIXES:
        form = TSPLIB_FORM
    else:
        form = checked_suffix(path, "tours", TOUR_SUFFIXES).removeprefix(".")
    if form == "geojson":
        try:
            require_places(instance)
        except ValueError as error:
            raise FileError(path, str(error)) from None
    return form


def _csv(written: _Written) -> Iterator[str]:
    instance, ids = written.instance, written.ids
    axes, points = list[str](), None
    if instance is not None and instance.coordinates is not None:
        axes, points = named_axes(instance)
    header = ["order", "node", *([] if ids is None else ["id"])]
    yield csv_line([*header, *axes]).rstrip("\n")
    for order, node in enumerate(written.tour.tolist()):
        cells: list[object] = [order, node, *([] if ids is None else [ids[order]])]
        if points is not None:
            cells += map(number_text, points[node].tolist())
        yield csv_line(cells).rstrip("\n")


def _json(written: _Written) -> Iterator[str]:
    nodes = written.tour.tolist()
    report = {
        "instance": written.name,
        "n": len(nodes),
        "cost": written.cost,
        "closed": written.closed,
        "start": nodes[0],
        "end": None if written.closed else nodes[-1],
        "tour": nodes,
        "ids": written.ids,
    }
    yield json.dumps(report, allow_nan=False)


def _geojson(written: _Written) -> Iterator[str]:
    assert written.instance is not None
    properties = {"name": written.name, "cost": written.cost}
    stops = tour_geojson(written.instance, written.tour, properties, closed=written.closed)
    yield json.dumps(stops, allow_nan=False)


def _txt(written: _Written) -> Iterator[str]:
    for stop in written.ids or written.tour.tolist():
        yield " ".join(str(stop).split())


_WRITERS: dict[str, Callable[[_Written], Iterator[str]]] = {
    TSPLIB_FORM: lambda written: tsplib_lines(
        written.tour, written.name, written.cost, closed=written.closed
    ),
    "csv": _csv,
    "json": _json,
    "geojson": _geojson,
    "txt": _txt,
}
TOUR_FORMS = tuple(_WRITERS)
