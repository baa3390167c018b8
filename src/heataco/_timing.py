"""Wall-clock and CPU time of a stage, and its limit."""

import math
import time
from typing import NamedTuple


class Elapsed(NamedTuple):
    """Wall-clock seconds, and CPU seconds over all threads of the process."""

    seconds: float
    cpu_seconds: float


NO_TIME = Elapsed(0.0, 0.0)


class Stopwatch:
    """The time since it was made, and what went before."""

    def __init__(self, before: Elapsed = NO_TIME) -> None:
        self._start = Elapsed(
            time.perf_counter() - before.seconds, time.process_time() - before.cpu_seconds
        )

    def elapsed(self) -> Elapsed:
        """Return the time until now."""
        start = self._start
        return Elapsed(time.perf_counter() - start.seconds, time.process_time() - start.cpu_seconds)


class Deadline:
    """When a stage must have ended, so many wall-clock seconds after this was made."""

    def __init__(self, seconds: float = math.inf) -> None:
        self._end = time.perf_counter() + seconds

    @property
    def left(self) -> float:
        """The remaining seconds; 0 after the deadline."""
        return max(0.0, self._end - time.perf_counter())

    def check(self) -> None:
        """Raise TimeoutError after the deadline."""
        if self.left == 0.0:
            raise TimeoutError("the time limit has passed")
