"""The engine protocol: where and how many tasks run at once."""

from collections.abc import Iterable, Iterator
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
