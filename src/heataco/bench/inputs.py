"""What tasks work on: instances and heatmaps, read from files or drawn from seeds."""

import json
import os
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from heataco.bench.gallery import draw
from heataco.bench.heat import HeatEntry, HeatKey
from heataco.bench.running import Inputs
from heataco.bench.sets import InstanceKey, InstanceSet
from heataco.bench.task import Task
from heataco.files import (
    FileError,
    LabelledInstance,
    read_heatmap,
    read_instances,
    read_tour,
)
from heataco.files.errors import reading
from heataco.heatmaps import Heatmap, Processing
from heataco.instances import Instance
from heataco.predictors import Predictor
from heataco.predictors.base import WeightedPredictor

DATA_VARIABLE = "HEATACO_DATA"


class MissingData(FileError):
    """A file that an experiment needs and that is not there."""


@dataclass(frozen=True)
class Data:
    """Where files are.

    Parameters
    ----------
    folder
        The data folder.
    beside
        The folder of the experiment, where files are looked for first.
    """

    folder: Path
    beside: Path

    def path(self, file: str) -> Path:
        """Return where a file is: beside the experiment, or else in the data folder."""
        near = self.beside / file
        return near if near.is_file() else self.folder / file

    def count(self, part: InstanceSet) -> int | None:
        """Return how many instances a set has; None where its file is missing.

        Raises
        ------
        FileError
            If the file is bad.
        """
        if part.count is not None:
            return part.count
        assert part.file is not None
        path = self.path(part.file)
        return len(_instances(path)) if path.is_file() else None

    def load(self, task: Task) -> Inputs:
        """Read or draw what a task works on.

        Raises
        ------
        FileError
            If a file is missing or bad.
        """
        item = self.instance(task.instance)
        if task.heat is None:
            return Inputs(item.instance, item.tour, None)
        if task.heat.predictor is not None:
            return Inputs(item.instance, item.tour, None, self.predictor(task.heat.predictor))
        heatmap = self.heatmap(task.heat, task.instance.index, item.instance)
        return Inputs(item.instance, item.tour, heatmap)

    def predictor(self, predictor: Predictor) -> Predictor:
        """Return a predictor whose weights, where it has some, are found from here."""
        if isinstance(predictor, WeightedPredictor) and predictor.weights is not None:
            return predictor.with_weights(str(self.path(predictor.weights)))
        return predictor

    def instance(self, key: InstanceKey) -> LabelledInstance:
        """Read or draw an instance, with its reference."""
        if key.file is None:
            return LabelledInstance(self._generated(key))
        path = self.path(key.file)
        items = _instances(path)
        if key.index >= len(items):
            raise FileError(path, f"holds {len(items)} instances; index is {key.index}")
        item = items[key.index]
        if key.best_known is not None:
            item = replace(item, instance=item.instance.relabelled(best_known=key.best_known))
        return item if key.tour is None else replace(item, tour=read_tour(self.path(key.tour)))

    def heatmap(self, key: HeatKey, index: int, instance: Instance) -> Heatmap:
        """Read the heatmap of an instance, processed as the key says."""
        assert key.file is not None
        path, preset = self.path(key.file), key.processing.preset
        heatmap = _heatmap(path, index, replace(key.processing, preset=None))
        with reading(path):
            return Processing(preset=preset).apply(heatmap, instance)

    def _generated(self, key: InstanceKey) -> Instance:
        kind = key.family or key.geometry
        assert kind is not None
        assert key.n is not None
        assert key.seed is not None
        drawn = draw(kind, key.n, key.seed, key.index)
        drawn = drawn.relabelled(name=f"{kind}{key.n}_{key.index}")
        length = key.best_known
        if key.references is not None:
            length = _reference(self.path(key.references), key.index, drawn)
        return drawn.relabelled(best_known=length)

    def missing(
        self, part: InstanceSet, source: HeatEntry | None
    ) -> tuple[Path, InstanceSet | HeatEntry] | None:
        """Return the first file of a set or source that is not there, and the entry."""
        files: list[tuple[str | None, InstanceSet | HeatEntry]] = [
            (file, part) for file in (part.file, *part.files, part.tour, part.references)
        ]
        if source is not None:
            files.append((source.files.get(part.name), source))
            files.append((source.weights_on(part.name), source))
        for file, entry in files:
            if file is not None and not self.path(file).is_file():
                return self.path(file), entry
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


@lru_cache(maxsize=4)
def _instances(path: Path) -> list[LabelledInstance]:
    return read_instances(path)


@lru_cache(maxsize=4)
def _heatmap(path: Path, index: int, processing: Processing) -> Heatmap:
    return read_heatmap(path, index=index, **vars(processing))


@lru_cache(maxsize=16)
def _references(path: Path) -> dict[str, list[object]]:
    with reading(path):
        table = json.loads(path.read_text(encoding="utf-8"))
        named = table if isinstance(table, dict) else {}
        lengths, digests = named.get("lengths"), named.get("digests")
        if not isinstance(lengths, list) or not isinstance(digests, list):
            raise FileError(path, "needs lists lengths and digests")
        if len(lengths) != len(digests):
            raise FileError(path, f"has {len(lengths)} lengths and {len(digests)} digests")
        for length in lengths:
            if not isinstance(length, int | float):
                raise FileError(path, f"length {length!r} is not a number")
        return named


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
        raise FileError(path, f"length {index} belongs to another instance than {instance.name}")
    return float(str(lengths[index]))
