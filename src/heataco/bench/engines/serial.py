"""One task after the other, in this process."""

from collections.abc import Iterable
from dataclasses import dataclass

from heataco.bench.engines.base import Engine
from heataco.bench.execution import Job, execute
from heataco.bench.records import Records


@dataclass(frozen=True)
class Serial(Engine):
    """The engine without parameters; the easiest to debug and to time with."""

    def run(self, jobs: Iterable[Job]) -> Records:
        """Yield the records; see `Engine`."""
        yield from map(execute, jobs)
