"""elkai: the LKH solver from Python."""

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco._checks import require_count
from heataco.bench.peers.base import Peer, Search, shuffled_distances, whole_distances
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.results import Budget

LARGEST_DISTANCE = 1_000_000  # sums of penalties must stay within 31 bits
# It knows no time limit, and takes minutes for 200 nodes most of which are copies of others.
PATIENCE = 20  # times the seconds of a budget after which it is given up
MIN_PATIENCE = 10.0  # seconds

_SCRIPT = """
import json, sys, elkai
runs, matrix = json.load(sys.stdin)
print(json.dumps(elkai.DistanceMatrix(matrix).solve_tsp(runs=runs)))
"""


@dataclass(frozen=True)
class Elkai(Peer):
    """Parameters of elkai.

    Parameters
    ----------
    runs
        Runs of LKH, of which the best counts.

    Raises
    ------
    ValueError
        For fewer than one run.
    """

    name: ClassVar[str] = "elkai"
    distribution: ClassVar[str] = "elkai"
    licence: ClassVar[str] = "LKH's: research use only"

    runs: int = 1

    def __post_init__(self) -> None:
        require_count("runs", self.runs, 1, 10_000)

    def prepare(self, instance: Instance, heatmap: Heatmap | None, seed: int) -> Search:
        """Return the search; see `Peer`. It is stopped after `PATIENCE` times the budget."""
        order, distances = shuffled_distances(instance, seed)
        matrix = whole_distances(distances, LARGEST_DISTANCE).tolist()

        def search(budget: Budget) -> NDArray[np.int64]:
            return np.asarray(order[self._closed_tour(matrix, budget)[:-1]])

        return search

    def _closed_tour(self, matrix: list[list[int]], budget: Budget) -> Any:
        """Solve; under a time limit in a process of its own, which can be ended."""
        if budget.seconds is None:
            import elkai

            return elkai.DistanceMatrix(matrix).solve_tsp(runs=self.runs)
        seconds = max(PATIENCE * budget.seconds, MIN_PATIENCE)
        try:
            done = subprocess.run(
                [sys.executable, "-c", _SCRIPT],
                input=json.dumps([self.runs, matrix]),
                capture_output=True,
                text=True,
                check=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"elkai was stopped after {seconds:g} s") from None
        except subprocess.CalledProcessError as error:
            raise ValueError(f"elkai failed: {error.stderr.strip()[-200:]}") from None
        return json.loads(done.stdout)
