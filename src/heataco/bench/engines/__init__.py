"""Where tasks run; `ENGINES` holds the names."""

from heataco.bench._names import require_known
from heataco.bench.engines.base import Engine
from heataco.bench.engines.processes import Processes
from heataco.bench.engines.ray import Ray
from heataco.bench.engines.serial import Serial
from heataco.decoding import available_threads

ENGINES = ("serial", "processes", "ray")


def choose_engine(
    name: str, *, workers: int | None = None, threads: int = 1, address: str | None = None
) -> Engine:
    """Make an engine from its name.

    Parameters
    ----------
    name
        One of `ENGINES`.
    workers
        Worker processes, or CPUs of a local Ray cluster; by default what the machine has room for.
    threads
        Threads of each task.
    address
        Of a Ray cluster.

    Raises
    ------
    ValueError
        For an unknown name, or options of another engine.
    """
    require_known("engine", name, ENGINES)
    if address is not None and name != "ray":
        raise ValueError("a Ray address goes with the engine ray only")
    if name == "ray":
        return Ray(address, workers)
    if name == "processes":
        return Processes(workers or max(1, available_threads() // threads))
    return Serial()


__all__ = ["ENGINES", "Engine", "Processes", "Ray", "Serial", "choose_engine"]
