"""The engine protocol: where and how many tasks run at once."""

from collections.abc import Iterable
from typing import ClassVar, Protocol, Self

from heataco.bench.execution import Job
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
