"""The engine protocol: where and how many tasks run at once; and the simplest engine."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

from heataco.bench.execution import Job, execute
from heataco.bench.records import Records


class Engine(Protocol):
    """Runs jobs; a value, so that it can run twice. A remote one has an address."""

    remote: ClassVar[bool] = False

    @classmethod
    def sized(cls, workers: int | None, threads: int, address: str | None) -> Self:
        """Make the engine from what a command line says; see `choose_engine`."""
        return cls()

    def run(self, jobs: Iterable[Job]) -> Records:
        """Yield the record of each job as it finishes, in any order.

        Jobs are drawn when there is room for them. When the generator is closed or fails, nothing
        of it goes on.

        Raises
        ------
        ValueError
            If the engine cannot be started; the message says why.
        """
        ...


@dataclass(frozen=True)
class Serial(Engine):
    """One task after the other, in this process; the easiest to debug and to time with."""

    def run(self, jobs: Iterable[Job]) -> Records:
        """Yield the records; see `Engine`."""
        yield from map(execute, jobs)
