"""The engine protocol: where and how many tasks run at once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from heataco.bench.execution import Job
from heataco.bench.records import Record


class Engine(Protocol):
    """Runs jobs; a value, so that it can run twice."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Record]:
        """Yield the record of each job as it finishes, in any order.

        Jobs are drawn when there is room for them. When the iterator is closed or fails, nothing
        of it goes on.

        Raises
        ------
        ValueError
            If the engine cannot be started; the message says why.
        """
        ...


@dataclass(frozen=True)
class Options:
    """What engines can be told.

    Parameters
    ----------
    workers
        Worker processes, or CPUs of a local Ray cluster; by default what the machine has room for.
    threads
        The most threads of a task.
    address
        Of a Ray cluster.
    """

    workers: int | None = None
    threads: int = 1
    address: str | None = None

    def without_address(self) -> "Options":
        """Refuse an address, for engines on this machine.

        Raises
        ------
        ValueError
            If there is one.
        """
        if self.address is not None:
            raise ValueError("a Ray address goes with the engine ray only")
        return self
