"""Wall-clock and CPU time of a stage."""

import time
from typing import NamedTuple


class Elapsed(NamedTuple):
    """Wall-clock seconds, and CPU seconds over all threads of the process."""

    seconds: float
    cpu_seconds: float


class Stopwatch:
    """The time since it was made."""

    def __init__(self) -> None:
        self._start = Elapsed(time.perf_counter(), time.process_time())

    def elapsed(self) -> Elapsed:
        """Return the time until now."""
        start = self._start
        return Elapsed(time.perf_counter() - start.seconds, time.process_time() - start.cpu_seconds)
