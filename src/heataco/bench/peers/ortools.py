"""OR-Tools: the routing library, with guided local search."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco.bench.peers.base import Peer, Search, seconds_of, shuffled_distances, whole_distances
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.results import Budget

LARGEST_DISTANCE = 10_000_000


@dataclass(frozen=True)
class OrTools(Peer):
    """OR-Tools, without parameters."""

    name: ClassVar[str] = "ortools"
    distribution: ClassVar[str] = "ortools"
    licence: ClassVar[str] = "Apache-2.0"
    default_seconds: ClassVar[float | None] = 5.0

    def prepare(self, instance: Instance, heatmap: Heatmap | None, seed: int) -> Search:
        """Return the search; see `Peer`."""
        from ortools.constraint_solver import pywrapcp, routing_enums_pb2

        order, distances = shuffled_distances(instance, seed)
        matrix = whole_distances(distances, LARGEST_DISTANCE)
        manager = pywrapcp.RoutingIndexManager(instance.n, 1, 0)
        routing = pywrapcp.RoutingModel(manager)
        transit = routing.RegisterTransitMatrix(matrix.tolist())
        routing.SetArcCostEvaluatorOfAllVehicles(transit)
        search = pywrapcp.DefaultRoutingSearchParameters()
        search.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC
        search.local_search_metaheuristic = (
            routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
        )

        def run(budget: Budget) -> NDArray[np.int64]:
            seconds = seconds_of(self, budget)
            search.time_limit.FromMilliseconds(round(1_000 * seconds))
            solution = routing.SolveWithParameters(search)
            if solution is None:
                raise ValueError(f"ortools found no tour in {seconds} s; give it more seconds")
            nodes, index = [], routing.Start(0)
            while not routing.IsEnd(index):
                nodes.append(manager.IndexToNode(index))
                index = solution.Value(routing.NextVar(index))
            return np.asarray(order[nodes])

        return run
