"""Where tasks run; `ENGINES` holds them by name."""

from collections.abc import Callable

from heataco._checks import require_known
from heataco.bench.engines.base import Engine, Options
from heataco.bench.engines.processes import Processes
from heataco.bench.engines.ray import Ray
from heataco.bench.engines.serial import Serial

ENGINES: dict[str, Callable[[Options], Engine]] = {
    "serial": Serial.from_options,
    "processes": Processes.from_options,
    "ray": Ray.from_options,
}


def choose_engine(
    name: str, *, workers: int | None = None, threads: int = 1, address: str | None = None
) -> Engine:
    """Make an engine from its name.

    Parameters
    ----------
    name
        One of `ENGINES`.
    workers, threads, address
        As in `Options`.

    Raises
    ------
    ValueError
        For an unknown name, or options of another engine.
    """
    require_known("engine", name, ENGINES)
    return ENGINES[name](Options(workers, threads, address))


__all__ = ["ENGINES", "Engine", "Options", "Processes", "Ray", "Serial", "choose_engine"]
