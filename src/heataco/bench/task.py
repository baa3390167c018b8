"""The task: one heatmap made or read, and decoded once. A value, named by its content."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from heataco.bench.budgets import Limits
from heataco.bench.content import content_id, without_none
from heataco.bench.heat import HeatKey
from heataco.bench.running import Method
from heataco.bench.sets import InstanceKey


@dataclass(frozen=True)
class Task:
    """Everything that decides a result.

    Parameters
    ----------
    instance, heat
        What is decoded; the heat is None for methods that read none.
    method
        A decoder, a peer or a diagnosis, with its parameters.
    limits
        When it ends; explicit, so that another default gives another task.
    seed, threads
        As `heataco.decode` takes them.
    """

    instance: InstanceKey
    heat: HeatKey | None
    method: Method
    limits: Limits
    seed: int
    threads: int = 1

    @cached_property
    def content(self) -> dict[str, Any]:
        """The task in plain texts and numbers; what is None is left out."""
        content = {
            "instance": vars(self.instance),
            "heat": None if self.heat is None else self.heat.content,
            "method": self.method.content,
            "budget": vars(self.limits),
            "seed": self.seed,
            "threads": self.threads,
        }
        return without_none(content)

    @cached_property
    def id(self) -> str:
        """SHA-256, in hexadecimal, of the canonical JSON of the content."""
        return content_id(self.content)
