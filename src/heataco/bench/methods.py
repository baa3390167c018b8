"""The third axis of an experiment: decoders, peers, and the diagnosis of a heatmap."""

from dataclasses import dataclass, field
from typing import Any

from heataco._checks import require_count, require_number
from heataco._settings import build
from heataco.bench.budgets import BudgetEntry
from heataco.bench.running import METHODS, Method


@dataclass(frozen=True)
class MethodEntry:
    """A method under one heading.

    Parameters
    ----------
    name
        The heading.
    decoder, peer, diagnosis
        The name of one of them, or a class as "module:Class"; with none the row is of published
        numbers only.
    parameters
        Its parameters.
    heatmaps
        Names of the sources that it is run with; by default all, or none if it reads no heat.
    sets
        Names of the sets that it is run on; by default all.
    max_nodes
        The largest size of drawn instances that it is run on.
    baseline
        The method that it is compared with.
    reference
        Whether its runs only serve `best_seen` of the sets, and are not shown.
    variant, setting
        Its place in tables and figures; by default the name, and nothing.
    seeds
        Fewer seeds than the experiment has.
    instances
        Fewer instances than the sets have: one number, or a table by the name of the set; with 0
        the numbers are published ones only.
    iterations, seconds, seconds_per_node, min_seconds
        Limits of its own, in place of the experiment's budgets; seconds are one number, or a
        table by the name of the set. Sets that none limits keep the budgets.
    method
        What runs; None for published numbers.

    Raises
    ------
    ValueError
        For an unknown name or parameter.
    """

    name: str
    decoder: str | None = None
    peer: str | None = None
    diagnosis: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    heatmaps: tuple[str, ...] | None = None
    sets: tuple[str, ...] | None = None
    max_nodes: int | None = None
    baseline: str | None = None
    reference: bool = False
    variant: str = ""
    setting: str = ""
    seeds: int | None = None
    instances: int | dict[str, int] | None = None
    iterations: int | None = None
    seconds: float | dict[str, float] | None = None
    seconds_per_node: float | None = None
    min_seconds: float | None = None
    method: Method | None = field(init=False)

    def __post_init__(self) -> None:
        given = [kind for kind in METHODS if getattr(self, kind) is not None]
        if len(given) > 1:
            raise ValueError(f"{' and '.join(given)} exclude each other; give one")
        for name in ("seeds", "max_nodes", "iterations"):
            if getattr(self, name) is not None:
                require_count(name, getattr(self, name), 1)
        for name, count in self.instances_by_set.items():
            require_count(f"instances on {name}", count, 0)
        if self.instances is not None and not self.instances_by_set:
            require_count("instances", self.instances, 0)
        for name, limit in self.seconds_by_set.items():
            require_number(f"seconds on {name}", limit, 0, above=True)
        if not given and self.parameters:
            raise ValueError("parameters belong to a decoder, peer or diagnosis; give one")
        object.__setattr__(self, "variant", self.variant or self.name)
        object.__setattr__(self, "method", self._built())
        self.budgets_on("", (BudgetEntry(),))

    @property
    def seconds_by_set(self) -> dict[str, float]:
        """Seconds by the name of the set; empty where they are one number for all."""
        return self.seconds if isinstance(self.seconds, dict) else {}

    @property
    def instances_by_set(self) -> dict[str, int]:
        """Instances by the name of the set; empty where they are one number for all."""
        return self.instances if isinstance(self.instances, dict) else {}

    def instances_on(self, set_name: str) -> int | None:
        """Return how many instances of a set it is run on at most; None for all."""
        if isinstance(self.instances, dict):
            return self.instances.get(set_name)
        return self.instances

    def budgets_on(
        self, set_name: str, budgets: tuple[BudgetEntry, ...]
    ) -> tuple[BudgetEntry, ...]:
        """Return the budgets on a set: its own, under the first name, or else those given."""
        seconds = self.seconds_by_set.get(set_name)
        if seconds is None and not isinstance(self.seconds, dict):
            seconds = self.seconds
        if self.iterations is None and seconds is None and self.seconds_per_node is None:
            return budgets
        own = BudgetEntry(
            name=budgets[0].name,
            threads=budgets[0].threads,
            include_prediction=budgets[0].include_prediction if self.iterations is None else None,
            iterations=self.iterations,
            # 50 and 50.0 are the same limit, and must name the same task.
            seconds=None if seconds is None else float(seconds),
            seconds_per_node=self.seconds_per_node,
            min_seconds=self.min_seconds,
        )
        return (own,)

    def _built(self) -> Method | None:
        for kind, method in METHODS.items():
            name = getattr(self, kind)
            if name is not None:
                title = f"method {self.name}: {kind}"
                found = method.known.find(title, name)
                return method(build(found, f"{title} {name}", self.parameters))
        return None
