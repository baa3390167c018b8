"""The task: one heatmap made or read, and decoded once. A value, named by its content."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

from heataco.bench.methods import Method
from heataco.predictors import Predictor
from heataco.results import Budget


@dataclass(frozen=True)
class InstanceKey:
    """What one instance is made from: an item of a file, or a draw of a generator.

    Parameters
    ----------
    index
        Its place in the set.
    file, tour, best_known
        Of a file below the data folder; the tour and the cost only where a TSPLIB file, which
        holds neither, needs them.
    geometry, n, seed, references
        Of a generated instance; the file has the lengths of the best tours known.
    """

    index: int
    file: str | None = None
    tour: str | None = None
    best_known: float | None = None
    geometry: str | None = None
    n: int | None = None
    seed: int | None = None
    references: str | None = None


@dataclass(frozen=True)
class HeatKey:
    """What one heatmap is made from: an item of a file, or a predictor.

    Parameters
    ----------
    predictor
        None for a file.
    file, kind, threshold, symmetrise, preset
        A file below the data folder, and what is done to its scores.
    """

    predictor: Predictor | None = None
    file: str | None = None
    kind: str | None = None
    symmetrise: str | None = None
    preset: str | None = None
    threshold: float | None = None

    @cached_property
    def content(self) -> dict[str, Any]:
        """The key in plain texts and numbers; computed once for all instances and seeds."""
        content = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.predictor is not None:
            content |= {"predictor": self.predictor.name, "parameters": asdict(self.predictor)}
        return content


@dataclass(frozen=True)
class Task:
    """Everything that decides a result.

    Parameters
    ----------
    instance, heat
        What is decoded; the heat is None for methods that read none.
    method
        A decoder, a peer or a diagnosis, with its parameters.
    budget, seed, threads
        As `heataco.decode` takes them.
    """

    instance: InstanceKey
    heat: HeatKey | None
    method: Method
    budget: Budget
    seed: int
    threads: int = 1

    @cached_property
    def content(self) -> dict[str, Any]:
        """The task in plain texts and numbers; what is None is left out."""
        content = {
            "instance": vars(self.instance),
            "heat": None if self.heat is None else self.heat.content,
            "method": self.method.content,
            "budget": vars(self.budget),
            "seed": self.seed,
            "threads": self.threads,
        }
        return without_none(content)

    @cached_property
    def id(self) -> str:
        """SHA-256, in hexadecimal, of the canonical JSON of the content."""
        return content_id(self.content)


def content_id(content: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hexadecimal, of the canonical JSON of a content."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def without_none(content: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what is None, at every level: a new parameter then changes no id."""
    return {
        key: without_none(value) if isinstance(value, Mapping) else value
        for key, value in content.items()
        if value is not None
    }
