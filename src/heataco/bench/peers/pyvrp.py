"""PyVRP: hybrid genetic or iterated local search for routing, here with one vehicle."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco.bench.peers.base import Peer, Search, distance_matrix, seconds_of, whole_distances
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.results import Budget

LARGEST_DISTANCE = 1_000_000


@dataclass(frozen=True)
class PyVrp(Peer):
    """PyVRP, without parameters."""

    name: ClassVar[str] = "pyvrp"
    distribution: ClassVar[str] = "pyvrp"
    licence: ClassVar[str] = "MIT"
    default_seconds: ClassVar[float | None] = 5.0

    def prepare(self, instance: Instance, heatmap: Heatmap | None, seed: int) -> Search:
        """Return the search; see `Peer`."""
        import pyvrp
        from pyvrp.stop import MaxRuntime

        matrix = whole_distances(distance_matrix(instance), LARGEST_DISTANCE)
        data = _problem(pyvrp, matrix)

        def search(budget: Budget) -> NDArray[np.int64]:
            stop = MaxRuntime(seconds_of(self, budget))
            result = pyvrp.solve(data, stop=stop, seed=seed, display=False)
            visits = [node for route in result.best.routes() for node in _clients(route)]
            return np.array([0, *visits])

        return search


def _problem(pyvrp: Any, matrix: NDArray[np.int64]) -> Any:
    """Return one vehicle that starts from node 0; versions before 0.14 know no locations."""
    rest = range(1, len(matrix))
    common = {
        "vehicle_types": [pyvrp.VehicleType()],
        "distance_matrices": [matrix],
        "duration_matrices": [np.zeros_like(matrix)],
    }
    if hasattr(pyvrp, "Location"):
        return pyvrp.ProblemData(
            locations=[pyvrp.Location(0, 0) for _ in matrix],
            clients=[pyvrp.Client(node) for node in rest],
            depots=[pyvrp.Depot(0)],
            **common,
        )
    clients = [pyvrp.Client(0, 0) for _ in rest]
    return pyvrp.ProblemData(clients=clients, depots=[pyvrp.Depot(0, 0)], **common)


def _clients(route: Any) -> list[int]:
    """Return the nodes of a route without the depot, in order."""
    if hasattr(route, "visits"):
        return list(route.visits())
    return [1 + stop.idx for stop in route if stop.is_client()]
