"""Workers of a Ray cluster: this machine's own by default, or that of an address."""

import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from heataco.bench.engines.base import Engine
from heataco.bench.execution import Job, execute
from heataco.bench.records import Record, Records, failed_record
from heataco.bench.running import Inputs
from heataco.bench.task import Task

RETRIES = 3  # of a task whose worker died
_KEPT = 256  # inputs that stay in the object store though no task waits for them
_CONNECT_SECONDS = 5.0


@dataclass(frozen=True)
class Ray(Engine):
    """A Ray cluster, as it comes.

    Instances and heatmaps go into its object store once; every task declares its threads as CPUs.

    Parameters
    ----------
    address
        Of a running cluster, such as 10.0.0.1:6379 or auto; None starts a local one.
    workers
        CPUs of a local cluster; None: all.
    """

    remote: ClassVar[bool] = True

    address: str | None = None
    workers: int | None = None

    @classmethod
    def sized(cls, workers: int | None, threads: int, address: str | None) -> "Ray":
        """Make the engine; tasks say themselves how many threads they need."""
        return cls(address, workers)

    def run(self, jobs: Iterable[Job]) -> Records:
        """Yield the records; see `Engine`. A task whose worker dies is tried again."""
        ray = _import_ray()
        self._connect(ray)
        try:
            yield from _drain(ray, iter(jobs))
        finally:
            ray.shutdown()

    def _connect(self, ray: Any) -> None:
        if self.address is not None:
            _require_reachable(self.address)
        options = {"num_cpus": self.workers} if self.address is None else {}
        try:
            ray.init(
                address=self.address or "local",
                include_dashboard=False if self.address is None else None,
                log_to_driver=False,
                logging_level="ERROR",
                **options,
            )
        except Exception as error:  # Ray raises this very class where a node is slow to start
            first = str(error).partition("\n")[0]
            where = f"no Ray cluster at {self.address}" if self.address else "Ray does not start"
            raise ValueError(f"{where}: {first}") from None


def _drain(ray: Any, waiting: Iterator[Job]) -> Iterator[Record]:
    store = _ObjectStore(ray)
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    work = ray.remote(max_retries=RETRIES)(_work)
    running: dict[Any, Task] = {}
    while True:
        # A few more than can run at once, so that no worker waits for the driver.
        while len(running) < 2 * cores and (job := next(waiting, None)) is not None:
            inputs = job.inputs
            stored = store.put(inputs.instance), inputs.tour, store.put(inputs.heatmap)
            options = {"num_cpus": job.task.threads}
            reference = work.options(**options).remote(job.task, *stored, inputs.predictor)
            running[reference] = job.task
        if not running:
            return
        for reference in ray.wait(list(running))[0]:
            task = running.pop(reference)
            try:
                yield ray.get(reference)
            except ray.exceptions.RayError as error:
                yield failed_record(task, str(error).partition("\n")[0])


def _work(task: Task, *inputs: Any) -> Record:
    """Run in a worker; Ray has put the objects in place of their references."""
    return execute(Job(task, Inputs(*inputs)))


class _ObjectStore:
    """References by content, so that an instance with many seeds travels once."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._references: dict[str, Any] = {}

    def put(self, value: Any) -> Any:
        """Return a reference, or None for None."""
        if value is None:
            return None
        key = f"{type(value).__name__} {getattr(value, 'name', '')} {value.digest}"
        if key not in self._references:
            if len(self._references) >= _KEPT:
                self._references.pop(next(iter(self._references)))
            self._references[key] = self._ray.put(value)
        return self._references[key]


def _import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise ValueError("--engine ray needs Ray: pip install 'heataco[ray]'") from None
    return ray


def _require_reachable(address: str) -> None:
    """Find out in seconds what Ray finds out in minutes.

    Raises
    ------
    ValueError
        If nothing answers at host:port.
    """
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), _CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise ValueError(f"no Ray cluster at {address}: {error}") from None
