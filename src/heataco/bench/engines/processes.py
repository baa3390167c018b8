"""Worker processes on this machine."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from heataco._checks import require_count
from heataco.bench.engines.base import Engine
from heataco.bench.execution import Job, execute
from heataco.bench.records import Record, Records, failed_record
from heataco.decoding import available_threads

ATTEMPTS = 3  # of a job whose worker died, which may have been another's fault


@dataclass(frozen=True)
class Processes(Engine):
    """Worker processes, each with one task at a time.

    Parameters
    ----------
    workers
        How many.

    Raises
    ------
    ValueError
        For fewer than one.
    """

    workers: int

    def __post_init__(self) -> None:
        require_count("workers", self.workers, 1, 1_024)

    @classmethod
    def sized(cls, workers: int | None, threads: int, address: str | None) -> "Processes":
        """Make the engine, by default with as many workers as the machine has room for."""
        return cls(workers or max(1, available_threads() // threads))

    def run(self, jobs: Iterable[Job]) -> Records:
        """Yield the records; see `Engine`. A job whose worker dies is tried again."""
        waiting = iter(jobs)
        again: list[tuple[Job, int]] = []
        while True:
            pool = self._pool()
            try:
                yield from self._drain(pool, waiting, again)
            except BrokenProcessPool:
                continue
            finally:
                _end(pool)
            return

    def _pool(self) -> ProcessPoolExecutor:
        # Not forked: the driver may have threads, of Ray or of a progress bar.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, initializer=_prepare_worker)

    def _drain(
        self, pool: ProcessPoolExecutor, waiting: Iterator[Job], again: list[tuple[Job, int]]
    ) -> Iterator[Record]:
        """Run jobs until none is left; those that a dead worker leaves are put into `again`."""
        running: dict[Future[Record], tuple[Job, int]] = {}
        while True:
            while len(running) < self.workers:
                job, attempt = again.pop() if again else (next(waiting, None), 1)
                if job is None:
                    break
                try:
                    running[pool.submit(execute, job)] = (job, attempt)
                except BrokenProcessPool:  # a worker died before it was given anything
                    running[Future()] = (job, attempt)
                    yield from _salvage(running, again)
                    raise
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                if isinstance(future.exception(), BrokenProcessPool):
                    yield from _salvage(running, again)
                    raise BrokenProcessPool
                del running[future]
                yield future.result()


def _salvage(
    running: dict[Future[Record], tuple[Job, int]], again: list[tuple[Job, int]]
) -> Iterator[Record]:
    """Keep what had finished, note the rest for another try, give up on what failed often."""
    for future, (job, attempt) in running.items():
        if future.done() and future.exception() is None:
            yield future.result()
        elif attempt < ATTEMPTS:
            again.append((job, attempt + 1))
        else:
            yield failed_record(job.task, f"the worker process died, {ATTEMPTS} times")


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop the workers at once; after the last job they are idle anyway."""
    # No public way before Python 3.14, and a task may take minutes.
    for worker in list((pool._processes or {}).values()):
        worker.kill()
    pool.shutdown(wait=True, cancel_futures=True)


def _prepare_worker() -> None:
    """Leave Ctrl-C to the driver, which then ends the workers, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_driver, daemon=True).start()


def _end_with_driver() -> None:
    """Wait for the driver's end; a worker itself would wait for the next task for ever."""
    driver = multiprocessing.parent_process()
    if driver is not None:
        driver.join()
        os._exit(1)
