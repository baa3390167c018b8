"""The focused colony: the project's own and fastest decoder."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from heataco import _native
from heataco._checks import described, require_count, require_number
from heataco.decoders.base import NativeDecoder

AUTO: Final = "auto"


@dataclass(frozen=True)
class Focused(NativeDecoder):
    """Ants that change a small part of one tour and repair it with Lin–Kernighan steps.

    In a trial an ant picks a node where the trails are uncertain, cuts four edges within its
    reach and reconnects the segments in another order (a double bridge). Lin–Kernighan steps around
    the changed nodes repair the tour; if the result is not accepted, all changes are reverted.
    Slightly longer tours are accepted while the temperature is high. Several tours are improved in
    parallel and then recombined, and the best one is polished where they differ. This happens in
    rounds that grow tenfold, so that a search stopped early still returns a good tour.

    A trail estimates the probability that an edge belongs to the tour: initially from the heatmap,
    later from how often the edge came back after it was cut. The heatmap also determines which
    edges the steps try. Instances of more than `region_size` nodes are searched in parts.

    Every row of candidates ends with connectors: the nearest nodes in directions in which the row
    has none, so that clusters are connected. Where a tour has long edges between clusters, a share
    of the trials cuts four neighbouring ones. Nodes at the same point are searched as one node.

    Asymmetric instances whose assignment problem is nearly a tour, such as independent random
    arcs, are solved exactly before the first iteration; the stop reason is then "complete".
    Instances whose two directions hardly differ start from a tour of the mean distances, matrices
    whose nodes share places from a tour of the places, and matrices with hubs from a tour of
    lengths without prices. Finding it takes three quarters of a time limit (with hubs nearly all),
    or as large a share of additional iterations, at most 1,000, without calls of `on_progress`.

    An iteration is one trial for every ten nodes; without a limit there are `default_iterations`.
    If the time limit passes before the search can begin, the result is a tour along a
    space-filling curve or, for a matrix, a nearest-neighbour tour.

    Parameters
    ----------
    candidates
        Edges per node that the steps try, by heat, filled up with near nodes. There are at least
        as many as `neighbours` where the hottest leave out more than 2 % of the heat. Asymmetric
        instances have at least three quarters of `neighbours` in either direction.
    neighbours
        Nodes per node that the steps try without a heatmap, or without trust in it: the nearest
        ones; on asymmetric instances those with the lowest reduced costs in the assignment
        problem.
    heat_threshold
        θ_h: scores at or below it count as absent.
    heatmap_trust
        From 0 (ignored) to 1; "auto" compares how well the hottest and the nearest candidates
        cover the edges of a local optimum found without the heatmap (`Trust`).
    depth
        Maximum number of edges that one step adds before it is closed; up to four more in parts.
    breadth, second_breadth
        Alternatives that a step tries for its first and its second edge; one for the others. One
        more in parts.
    reach
        Steps of the random walks, along candidates, from an ant's first cut to its other cuts; a
        walk goes on by single steps while the edge where it ends is not accepted.
    min_doubt
        Minimum probability of cutting an edge whose trail is 1.
    learning
        Rate at which trails follow experience.
    temperature
        Initial Metropolis temperature: in mean lengths of the four edges that the trial cuts,
        times the square root of the trials per node that the round allows a tour; 2.5 times as
        high if several tours are recombined.
    region_size
        Maximum number of nodes that are searched as a whole; parts have at most half as many.
    """

    name: ClassVar[str] = "focused"
    learns: ClassVar[str] = "agreement"
    search = staticmethod(_native.focused)
    default_iterations: ClassVar[int] = 1_000

    candidates: int = 5
    neighbours: int = 8
    heat_threshold: float = 1e-4
    heatmap_trust: float | Literal["auto"] = AUTO
    depth: int = 16
    breadth: int = 2
    second_breadth: int = 1
    reach: int = 50
    min_doubt: float = 0.1
    learning: float = 0.1
    temperature: float = 0.06
    region_size: int = 12_000

    def __post_init__(self) -> None:
        require_count("candidates", self.candidates, 2, 32)
        require_count("neighbours", self.neighbours, 2, 32)
        require_number("heat_threshold", self.heat_threshold, 0)
        _require_trust(self.heatmap_trust)
        require_count("depth", self.depth, 1, 20)
        require_count("breadth", self.breadth, 1, 32)
        require_count("second_breadth", self.second_breadth, 1, 32)
        require_count("reach", self.reach, 1, 10_000)
        require_number("min_doubt", self.min_doubt, 0, 1, above=True)
        require_number("learning", self.learning, 0, 1)
        require_number("temperature", self.temperature, 0, 1e6)
        require_count("region_size", self.region_size, 1_000, 2**31 - 1)

    @property
    def native_parameters(self) -> dict[str, Any]:
        """The parameters as the native function takes them; it measures a trust of None."""
        measured = isinstance(self.heatmap_trust, str)
        return self.parameters | {"heatmap_trust": None if measured else self.heatmap_trust}


def _require_trust(value: Any) -> None:
    if isinstance(value, str) and value == AUTO:
        return
    try:
        require_number("heatmap_trust", value, 0, 1)
    except ValueError:
        raise ValueError(
            f'heatmap_trust is {described(value)}; give a number from 0 to 1, or "{AUTO}"'
        ) from None
