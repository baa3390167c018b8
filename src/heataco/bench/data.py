"""Instances and heatmaps of tasks: read from the data folder, or drawn from seeds."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from heataco.bench.entries import HeatSource, InstanceSet
from heataco.bench.generators import generate
from heataco.bench.grid import Cell, without_tasks
from heataco.bench.peers import installed
from heataco.bench.task import HeatKey, InstanceKey, Task
from heataco.files import (
    FileError,
    LabelledInstance,
    read_heatmap,
    read_labelled_set,
    read_tour,
    read_tsplib,
)
from heataco.files.errors import reading
from heataco.heatmaps import Heatmap
from heataco.heatmaps.presets import apply_preset
from heataco.instances import Instance

DATA_VARIABLE = "HEATACO_DATA"


class MissingData(FileError):
    """A file that an experiment needs and that is not there."""


@dataclass(frozen=True)
class Inputs:
    """What a task works on; the heatmap is None where it is predicted or there is none."""

    instance: Instance
    tour: NDArray[np.int32] | None
    heatmap: Heatmap | None


@dataclass(frozen=True)
class Data:
    """Where files are.

    Parameters
    ----------
    folder
        Instances and heatmaps.
    beside
        The folder of the experiment, which references are relative to.
    """

    folder: Path
    beside: Path

    def load(self, task: Task) -> Inputs:
        """Read or draw what a task works on.

        Raises
        ------
        FileError
            If a file is missing or bad.
        """
        item = self.instance(task.instance)
        heatmap = None
        if task.heat is not None and task.heat.file is not None:
            heatmap = self.heatmap(task.heat, task.instance.index, item.instance)
        return Inputs(item.instance, item.tour, heatmap)

    def instance(self, key: InstanceKey) -> LabelledInstance:
        """Read or draw an instance, with its reference."""
        if key.geometry is not None:
            return LabelledInstance(self._generated(key))
        assert key.file is not None
        path = self.folder / key.file
        if path.suffix.lower() not in (".tsp", ".atsp"):
            items = _labelled_set(path)
            if key.index >= len(items):
                raise FileError(path, f"holds {len(items)} instances; index is {key.index}")
            return items[key.index]
        instance = replace(read_tsplib(path), best_known=key.best_known)
        tour = None if key.tour is None else read_tour(self.folder / key.tour)
        return LabelledInstance(instance, tour)

    def heatmap(self, key: HeatKey, index: int, instance: Instance) -> Heatmap:
        """Read the heatmap of an instance, processed as the key says."""
        assert key.file is not None
        assert key.kind is not None
        assert key.symmetrise is not None
        threshold = key.threshold or 0.0
        heatmap = _heatmap(self.folder / key.file, index, key.kind, threshold, key.symmetrise)
        if heatmap.n != instance.n:
            raise FileError(
                self.folder / key.file,
                f"heatmap {index} has {heatmap.n} nodes, {instance.name} has {instance.n}",
            )
        return heatmap if key.preset is None else apply_preset(key.preset, heatmap, instance)

    def _generated(self, key: InstanceKey) -> Instance:
        assert key.geometry is not None
        assert key.n is not None
        assert key.seed is not None
        drawn = generate(key.geometry, key.n, key.seed, key.index)
        drawn = replace(drawn, name=f"{key.geometry}{key.n}_{key.index}")
        if key.references is None:
            return drawn
        return replace(drawn, best_known=_reference(self.beside / key.references, key.index, drawn))

    def missing(self, cell: Cell) -> tuple[Path, InstanceSet | HeatSource] | None:
        """Return the first file of a cell that is not there, and the entry that names it."""
        part, source = cell.set, cell.heatmap
        files: list[tuple[Path, str | None, InstanceSet | HeatSource]] = [
            (self.folder, part.file, part),
            (self.folder, part.tour, part),
            (self.beside, part.references, part),
        ]
        if source is not None:
            files.append((self.folder, source.files.get(part.name), source))
        for folder, file, entry in files:
            if file is not None and not (folder / file).is_file():
                return folder / file, entry
        return None


def find_data(given: Path | None, experiment: Path) -> Data:
    """Find the data folder: the given one, $HEATACO_DATA, or `shared/data` above the experiment."""
    beside = experiment.resolve().parent
    if given is None and os.environ.get(DATA_VARIABLE):
        given = Path(os.environ[DATA_VARIABLE])
    if given is None:
        candidates = [folder / "shared" / "data" for folder in (beside, *beside.parents)]
        given = next((folder for folder in candidates if folder.is_dir()), Path("data"))
    return Data(given, beside)


def available(cells: Sequence[Cell], data: Data) -> tuple[list[Cell], list[str]]:
    """Empty the cells that cannot be run, and say why.

    Returns
    -------
    cells, notes
        All cells, those without data or without their peer emptied, and a sentence for each
        reason.

    Raises
    ------
    MissingData
        If a file is missing that is not optional.
    """
    kept: list[Cell] = []
    notes: dict[str, None] = {}
    for cell in cells:
        reason = _obstacle(cell, data) if cell.tasks else None
        if reason is not None:
            notes[reason] = None
            cell = without_tasks(cell)
        kept.append(cell)
    return kept, list(notes)


def _obstacle(cell: Cell, data: Data) -> str | None:
    method = cell.method.method
    if method is not None and method.peer is not None and not installed(method.peer):
        return (
            f"{cell.method.name} is left out: pip install {method.peer.distribution} would "
            "put it beside ours"
        )
    missing = data.missing(cell)
    if missing is None:
        return None
    path, entry = missing
    where = f"; {entry.origin}" if entry.origin else ""
    if entry.optional:
        place = "" if entry is cell.set else f" on {cell.set.name}"
        return f"{entry.name} is left out{place}: no file {path}{where}"
    raise MissingData(path, f"no such file{where}; {DATA_VARIABLE} names the data folder")


@lru_cache(maxsize=4)
def _labelled_set(path: Path) -> list[LabelledInstance]:
    return read_labelled_set(path)


@lru_cache(maxsize=4)
def _heatmap(path: Path, index: int, kind: str, threshold: float, symmetrise: str) -> Heatmap:
    return read_heatmap(path, index=index, kind=kind, threshold=threshold, symmetrise=symmetrise)


@lru_cache(maxsize=16)
def _references(path: Path) -> dict[str, list[object]]:
    with reading(path):
        table = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(table, dict) or not {"lengths", "digests"} <= table.keys():
            raise FileError(path, "needs lists lengths and digests")
        return table


def _reference(path: Path, index: int, instance: Instance) -> float | None:
    """Return the reference length of a drawn instance; None beyond the last.

    Raises
    ------
    FileError
        If the length belongs to another instance than was drawn.
    """
    table = _references(path)
    lengths, digests = table["lengths"], table["digests"]
    if index >= len(lengths):
        return None
    if not instance.digest.startswith(str(digests[index])):
        raise FileError(path, f"length {index} is of another instance than {instance.name}")
    return float(str(lengths[index]))
