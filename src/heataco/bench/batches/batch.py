"""A batch: the instances of a file, and the one way in which they are decoded."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import heataco
from heataco.bench.budgets import Limits
from heataco.bench.content import without_none
from heataco.bench.heat import HeatKey
from heataco.bench.running import DecoderMethod, Inputs, Values
from heataco.bench.sets import InstanceKey
from heataco.bench.task import Task
from heataco.constraints import ROUND_TRIP, Constraints, Reduction
from heataco.decoders import Decoder
from heataco.decoding import check_effort, check_task
from heataco.files import FileError, LabelledInstance
from heataco.files.errors import reading
from heataco.files.heatmap_files import HeatmapFile, open_heatmaps
from heataco.files.instance_streams import stream_instances
from heataco.files.streams import open_regular
from heataco.results import Budget, Result


@dataclass(frozen=True)
class TourMethod(DecoderMethod):
    """A decoder whose records keep the tour, and not the course of the search.

    Parameters
    ----------
    constraints
        Where its tours begin and end.
    """

    constraints: Constraints = ROUND_TRIP

    def __post_init__(self) -> None:
        super().__post_init__()
        asked = {key: value for key, value in self.route.items() if value is not None}
        if asked != {"closed": True}:
            self.content["route"] = asked

    @property
    def route(self) -> dict[str, Any]:
        """Where tours begin and end, as `decode` takes it."""
        return vars(self.constraints)

    def values(self, inputs: Inputs, result: Result) -> Values:
        """Return what a record keeps of a result."""
        kept = {key: getattr(result, key) for key in ("closed", "start", "end")}
        values = super().values(inputs, result) | kept | {"tour": result.tour.tolist()}
        del values["improvements"]
        return values


@dataclass(frozen=True)
class Batch:
    """What is decoded, and how; each instance as `solve` or `decode` would by itself.

    Parameters
    ----------
    file
        A file of instances, which must be a regular one: it is read more than once.
    decoder, budget, seed, threads
        As in `decode`; they hold for each instance by itself.
    heat
        A predictor, or a file with a heatmap for each instance; None: no heatmaps.
    constraints
        Where all tours begin and end.

    Raises
    ------
    ValueError
        For a seed or thread count out of range.
    """

    file: Path
    decoder: Decoder
    budget: Budget
    heat: HeatKey | None = None
    seed: int = 0
    threads: int = 1
    constraints: Constraints = ROUND_TRIP

    def __post_init__(self) -> None:
        check_effort(self.decoder, self.budget, self.seed, self.threads)

    @cached_property
    def method(self) -> TourMethod:
        """The decoder, as tasks have it."""
        return TourMethod(self.decoder, self.constraints)

    @cached_property
    def limits(self) -> Limits:
        """The budget, as tasks have it: a limit of time includes the prediction."""
        timed = self.budget.seconds is not None
        limits = Limits(self.budget.iterations, self.budget.seconds)
        predicted = self.heat is not None and self.heat.predictor is not None
        limits = replace(limits, include_prediction=True) if timed and predicted else limits
        return self.method.resolved(limits)

    def task(self, index: int) -> Task:
        """Return the task of one instance."""
        key = InstanceKey(file=str(self.file), index=index)
        return Task(key, self.heat, self.method, self.limits, self.seed, self.threads)

    def count(self) -> int:
        """Read all instances once, so that no run ends at a bad one, and return how many.

        Raises
        ------
        FileError
            If the file is bad, or holds an instance that the decoder does not take or that no
            tour can hold to the constraints of.
        """
        with reading(self.file):
            open_regular(self.file).close()
        count = 0
        for count, item in enumerate(stream_instances(self.file), 1):
            try:
                check_task(item.instance, self.decoder, None)
                Reduction.of(item.instance, self.constraints)
            except ValueError as error:
                raise FileError(self.file, f"item {count - 1}: {error}") from None
        return count

    def content(self) -> dict[str, Any]:
        """Return all that decides the results, in plain texts and numbers; files by content."""
        content = dict(self.task(0).content) | {"version": heataco.__version__}
        del content["threads"]  # the same seed gives the same tours for any number
        content["instance"] = _digest(self.file)
        if self.heat is not None and self.heat.file is not None:
            processing = asdict(self.heat.processing)
            content["heat"] = {"file": _digest(Path(self.heat.file)), **processing}
        return without_none(content)

    def inputs(self, chosen: range | list[int], count: int) -> "BatchInputs":
        """Open the files; the first of the chosen instances is compared with its heatmap.

        Raises
        ------
        FileError
            If the heatmaps are not one for each instance, or the first one does not fit.
        """
        heatmaps = None
        if self.heat is not None and self.heat.file is not None:
            heatmaps = open_heatmaps(self.heat.file, self.heat.processing)
            _require_matching(heatmaps, chosen, count)
            first = next(iter(BatchInputs(self._items(), heatmaps).at(chosen[:1])))
            assert first.heatmap is not None
        return BatchInputs(self._items(), heatmaps)

    def _items(self) -> Iterator[LabelledInstance]:
        """Read the instances; best-known costs are of closed tours, and left out of others."""
        for item in stream_instances(self.file):
            if not self.constraints.closed:
                item = replace(item, instance=replace(item.instance, best_known=None))
            yield item


class BatchInputs:
    """Instances with their heatmaps, read one by one and in order.

    Parameters
    ----------
    items
        The instances of the file.
    heatmaps
        The heatmaps of the file, matched by index; None where they are predicted, or none.
    """

    def __init__(self, items: Iterator[LabelledInstance], heatmaps: HeatmapFile | None) -> None:
        self._items = enumerate(items)
        self._heatmaps = heatmaps

    def load(self, task: Task) -> Inputs:
        """Return the inputs of a task, whose index must be above that of the task before."""
        return next(iter(self.at([task.instance.index])))

    def at(self, indices: Iterable[int]) -> Iterator[Inputs]:
        """Yield the inputs of instances by ascending index."""
        for wanted in indices:
            item = next(item for index, item in self._items if index == wanted)
            heatmap = None
            if self._heatmaps is not None:
                heatmap = self._heatmaps.read(wanted, item.instance)
            yield Inputs(item.instance, item.tour, heatmap)


def _require_matching(heatmaps: HeatmapFile, chosen: range | list[int], count: int) -> None:
    """Raise a FileError unless every instance, or every chosen one, has a heatmap."""
    if heatmaps.count == count or list(chosen) == list(range(heatmaps.count)):
        return
    raise heatmaps.error(
        f"holds {heatmaps.count} heatmaps for {count} instances; it must hold one for each, or "
        f"--indices 0:{heatmaps.count} must choose the instances that it has heatmaps of",
    )


def _digest(path: Path) -> str:
    """Return the SHA-256, in hexadecimal, of a file."""
    with reading(path), open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
