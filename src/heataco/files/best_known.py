"""Best-known lengths of the instances of TSPLIB."""

import csv
from functools import cache
from pathlib import Path

from heataco.instances import Instance


def with_best_known(instance: Instance, name: str) -> Instance:
    """Return an instance of TSPLIB with the best length known for it.

    Parameters
    ----------
    instance
        As read; one that has a best-known cost keeps it. One with fixed or forbidden edges gets
        none: it is another problem. The file of linhp318, which fixes an edge, has the name
        lin318, and the length that is published for it is that of the path without the edge.
    name
        Its name in TSPLIB. It counts only together with the number of nodes.
    """
    lengths = _lengths().get((name.removesuffix(".tsp").lower(), instance.n), {})
    length = lengths.get(str(instance.metric), lengths.get(""))
    if length is None or instance.best_known is not None:
        return instance
    if instance.fixed_edges is not None or instance.forbids_edges:
        return instance
    return instance.relabelled(best_known=length)


def is_of_tsplib(name: str, n: int) -> bool:
    """Tell whether TSPLIB has an instance of this name and number of nodes."""
    return (name.removesuffix(".tsp").lower(), n) in _lengths()


@cache
def _lengths() -> dict[tuple[str, int], dict[str, float]]:
    """Read the lengths by name, in lower case, and number of nodes.

    Of each by metric, as dsj1000 exists with distances rounded and rounded up; "" where a name has
    one only.
    """
    lengths: dict[tuple[str, int], dict[str, float]] = {}
    with open(Path(__file__).with_name("best_known.csv"), encoding="ascii", newline="") as file:
        for row in csv.DictReader(file, restval=""):
            by_metric = lengths.setdefault((row["name"].lower(), int(row["n"])), {})
            by_metric[row["metric"]] = float(row["length"])
    return lengths
