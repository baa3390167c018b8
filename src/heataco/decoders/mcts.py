"""The Monte-Carlo tree search that most heatmaps of the literature are decoded with."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from heataco import _native
from heataco._checks import require_count, require_number
from heataco.decoders.base import (
    PAPER_ITERATIONS,
    LocalSearchName,
    LocalSearchParameters,
    NativeDecoder,
)


@dataclass(frozen=True)
class MCTS(LocalSearchParameters, NativeDecoder):
    """Sample k-opt actions by learnt potentials (Fu, Qiu and Zha, AAAI 2021).

    A tour is drawn by the heat and brought to a local optimum. Then actions are simulated: a
    random edge is removed, and again and again an end b is joined to a candidate a, in proportion
    to the potential Z = W/Ω + α·sqrt(ln(M + 1)/(Q + 1)) of the edge, which fixes the next edge to
    remove. Candidates whose potential is below 1 are passed over. The first action that shortens
    the tour is applied and its edges gain weight; after ``tries · n`` unsuccessful ones the search
    continues from a new tour, drawn by the learned weights.

    W is 100·h at first, h = (H + Hᵀ)/2, and Ω the mean of W over all other nodes; Q counts how
    often an edge was chosen and M the simulations. An iteration is n simulations in every chain;
    symmetric instances only.

    Parameters
    ----------
    local_search
        What every drawn tour, or the initial one, is improved by before the simulations: none, or
        what `heataco.improve` takes; default 2opt.
    local_search_neighbours
        k_ls: length of its neighbour lists, by distance.
    candidate_limit
        Maximum number of candidates of a node, by heat. Nodes with fewer than five are filled up
        with their nearest neighbours, at W = 0, or at equal weights where a node has no heat at
        all.
    heat_threshold
        θ_h: scores at or below it count as absent.
    exploration
        α: how much seldom chosen edges are favoured.
    reinforcement
        β: the edges of an action that shortens L to L' gain β·(exp((L − L')/L) − 1).
    tries
        H: unsuccessful simulations, as a multiple of n, after which a tour is given up.
    depth
        Maximum number of edges that an action adds before it is closed.
    chains
        Parallel searches, each with its own W and Q; the best tour counts. A chain runs on one
        thread.
    """

    name: ClassVar[str] = "mcts"
    search = staticmethod(_native.mcts)
    needs_heatmap: ClassVar[bool] = True
    symmetric_only: ClassVar[bool] = True
    default_iterations: ClassVar[int] = PAPER_ITERATIONS

    local_search: LocalSearchName = "2opt"
    candidate_limit: int = 1_000
    heat_threshold: float = 1e-4
    exploration: float = 1.0
    reinforcement: float = 10.0
    tries: int = 10
    depth: int = 10
    chains: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        require_count("candidate_limit", self.candidate_limit, 1, 2**31 - 1)
        require_number("heat_threshold", self.heat_threshold, 0)
        require_number("exploration", self.exploration, 0, 1e6)
        require_number("reinforcement", self.reinforcement, 0, 1e6)
        require_count("tries", self.tries, 1, 1_000_000)
        require_count("depth", self.depth, 1, 10_000)
        require_count("chains", self.chains, 1, 1_024)

    @classmethod
    def tuned(cls, **changes: Any) -> Self:
        """Return the kind of setting that later work found best by tuning.

        Few candidates, deep actions, and tours given up early; on the command line ``--set
        candidate_limit=5 --set depth=100 --set tries=2``.
        """
        return cls(**{"candidate_limit": 5, "depth": 100, "tries": 2} | changes)
