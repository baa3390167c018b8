"""Where tasks run; `ENGINES` holds them by name."""

from heataco._checks import require_known
from heataco.bench.engines.base import Engine, Serial
from heataco.bench.engines.processes import Processes
from heataco.bench.engines.ray import Ray

# `local` is another name of `serial`.
ENGINES: dict[str, type[Engine]] = {
    "local": Serial,
    "serial": Serial,
    "processes": Processes,
    "ray": Ray,
}


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
        The most threads of a task.
    address
        Of a Ray cluster.

    Raises
    ------
    ValueError
        For an unknown name, or an address for an engine that runs on this machine.
    """
    require_known("engine", name, ENGINES)
    engine = ENGINES[name]
    if address is not None and not engine.remote:
        raise ValueError("--ray-address needs --engine ray")
    return engine.sized(workers, threads, address)


__all__ = ["ENGINES", "Engine", "Processes", "Ray", "Serial", "choose_engine"]
