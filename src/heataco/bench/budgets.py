"""The fourth axis of an experiment: when a run ends."""

import math
from dataclasses import dataclass, fields, replace

from heataco._checks import require_count, require_number
from heataco.decoding import MAX_THREADS
from heataco.instances import ROUNDING, Instance
from heataco.results import Budget


@dataclass(frozen=True)
class Limits:
    """When a run ends, whatever the instance: at whichever limit comes first.

    Parameters
    ----------
    iterations, seconds
        As in `Budget`.
    seconds_per_node, min_seconds
        Seconds by the size of the instance, and the least of them.
    max_seconds
        The most of them.
    target_gap
        The gap, in percent, at which a search stops.
    include_prediction
        Whether the seconds are those of the prediction and the search together.

    Raises
    ------
    ValueError
        For a value out of range, two limits of time, or a prediction without a limit of time.
    """

    iterations: int | None = None
    seconds: float | None = None
    seconds_per_node: float | None = None
    min_seconds: float | None = None
    max_seconds: float | None = None
    target_gap: float | None = None
    include_prediction: bool | None = None

    def __post_init__(self) -> None:
        if self.iterations is not None:
            require_count("iterations", self.iterations, 0, 2**63 - 1)
        for name in ("seconds", "seconds_per_node", "min_seconds", "max_seconds", "target_gap"):
            value = getattr(self, name)
            if value is not None:
                require_number(name, value, 0, above=name != "target_gap")
        if self.seconds is not None and self.seconds_per_node is not None:
            raise ValueError("seconds and seconds_per_node exclude each other; give one")
        if self.min_seconds is not None and self.seconds_per_node is None:
            raise ValueError("min_seconds needs seconds_per_node")
        if self.include_prediction and not self.timed:
            raise ValueError("include_prediction needs seconds or seconds_per_node")

    @property
    def timed(self) -> bool:
        """Whether time is limited."""
        return self.seconds is not None or self.seconds_per_node is not None

    def budget(self, instance: Instance) -> Budget:
        """Return the limits of an instance in plain numbers."""
        seconds = self.seconds
        if self.seconds_per_node is not None:
            seconds = max(self.seconds_per_node * instance.n, self.min_seconds or 0.0)
            seconds = min(seconds, self.max_seconds or math.inf)
        target = None
        if self.target_gap is not None and instance.best_known is not None:
            target = instance.best_known * (1 + self.target_gap / 100 + ROUNDING)
        return Budget(self.iterations, seconds, target)

    def capped(self, iterations: int | None, seconds: float | None) -> "Limits":
        """Return the limits with at most so many iterations, and so long where time is limited."""
        capped = self
        if iterations is not None:
            most = iterations if self.iterations is None else min(self.iterations, iterations)
            capped = replace(capped, iterations=most)
        if seconds is not None and self.seconds is not None:
            capped = replace(capped, seconds=min(self.seconds, float(seconds)))
        elif seconds is not None and self.timed:
            capped = replace(capped, max_seconds=float(seconds))
        return capped


@dataclass(frozen=True)
class BudgetEntry(Limits):
    """Limits under one heading.

    Parameters
    ----------
    name
        The heading.
    threads
        Threads of each run; by default the experiment's.
    sets
        Names of the sets that it is for; by default all.
    """

    name: str = ""
    threads: int | None = None
    sets: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.threads is not None:
            require_count("threads", self.threads, 1, MAX_THREADS)

    @property
    def limits(self) -> Limits:
        """The limits alone."""
        return Limits(**{entry.name: getattr(self, entry.name) for entry in fields(Limits)})
