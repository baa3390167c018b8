"""One task after the other, in this process."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from heataco.bench.engines.base import Options
from heataco.bench.execution import Job, execute
from heataco.bench.records import Record


@dataclass(frozen=True)
class Serial:
    """The engine without parameters; the easiest to debug and to time with."""

    @classmethod
    def from_options(cls, options: Options) -> "Serial":
        """Make the engine of a command line."""
        options.without_address()
        return cls()

    def run(self, jobs: Iterable[Job]) -> Iterator[Record]:
        """Yield the records; see `Engine`."""
        return map(execute, jobs)
