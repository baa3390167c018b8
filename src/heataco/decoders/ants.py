"""The paper's ant colonies: the Max–Min Ant System, and HeatACO on top of it."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco import _native
from heataco._arrays import FrozenArrays
from heataco._checks import require_count, require_number
from heataco.decoders.base import (
    PAPER_ITERATIONS,
    LocalSearchName,
    LocalSearchParameters,
    NativeDecoder,
    Problem,
)
from heataco.heatmaps import Heatmap
from heataco.heatmaps.checks import require_heatmap
from heataco.instances import Instance

# ρ of the paper: one for symmetric instances, one for asymmetric ones.
SYMMETRIC_EVAPORATION = 0.8
DIRECTED_EVAPORATION = 0.2


@dataclass(frozen=True, eq=False, repr=False)
class Guidance(FrozenArrays):
    """What a colony derives from a heatmap before its first iteration.

    Parameters
    ----------
    candidates
        Construction candidates of every node, (n, k), ascending by distance.
    confidence
        c: their symmetrised scores, 0 where the heatmap does not support the arc.
    log_evidence
        log e, at least 0: the margin over the first score that a node cannot use in its degree.
    quantile
        q: the quantile of the positive log-margins; 0 where there is none.
    trail_range
        τ_max/τ_min.
    kappa
        κ: the exponent of the evidence.
    """

    candidates: NDArray[np.int32]
    confidence: NDArray[np.float64]
    log_evidence: NDArray[np.float64]
    quantile: float
    trail_range: float
    kappa: float


@dataclass(frozen=True)
class MMAS(LocalSearchParameters, NativeDecoder):
    """The Max–Min Ant System: HeatACO without heat, its control in experiments.

    It does not use a heatmap. An iteration builds `ants` tours by the transition rule
    τ^α·η^β over candidate lists, improves them by local search, lets one elite tour deposit
    pheromone within the limits τ_min and τ_max, and restarts the trails when they stagnate.

    Parameters
    ----------
    local_search
        none, or what `heataco.improve` takes; default 2opt.
    local_search_neighbours
        k_ls: length of its neighbour lists, by distance.
    ants
        m: tours built per iteration.
    candidates
        k: length of the construction candidate lists; where the nearest nodes do not connect the
        instance, up to half of a list are nodes in other parts.
    alpha, beta
        Exponents of the pheromone trail and of the heuristic 1/d.
    evaporation
        ρ: the share of a trail that evaporates in each iteration. None: the paper's 0.8 for
        symmetric instances, 0.2 for asymmetric ones.
    exploitation
        q0: share of the steps that take the largest weight instead of drawing.
    p_best
        Probability of rebuilding the best tour from converged trails; sets τ_min where there is
        no local search.
    branching_interval
        Iterations between two checks of the branching factor.
    branching_band
        ξ: a trail counts as open above min + ξ·(max − min) of its row.
    branching_threshold
        λ: mean branching factor below which the trails count as converged.
    restart_patience
        Iterations without a better restart-best before a restart.
    """

    name: ClassVar[str] = "mmas"
    learns: ClassVar[str] = "trails"
    search = staticmethod(_native.mmas)
    reads_heatmap: ClassVar[bool] = False
    default_iterations: ClassVar[int] = PAPER_ITERATIONS

    local_search: LocalSearchName = "2opt"
    ants: int = 32
    candidates: int = 20
    alpha: float = 1.0
    beta: float = 2.0
    evaporation: float | None = None
    exploitation: float = 0.0
    p_best: float = 0.05
    branching_interval: int = 100
    branching_band: float = 0.05
    branching_threshold: float = 1.0 + 1e-5
    restart_patience: int = 250

    def __post_init__(self) -> None:
        super().__post_init__()
        require_count("ants", self.ants, 1, 100_000)
        require_count("candidates", self.candidates, 1, 256)
        require_number("alpha", self.alpha, 0, 100)
        require_number("beta", self.beta, 0, 100)
        if self.evaporation is not None:
            require_number("evaporation", self.evaporation, 1e-9, 1)
        require_number("exploitation", self.exploitation, 0, 1)
        require_number("p_best", self.p_best, 0, 1 - 1e-9, above=True)
        require_count("branching_interval", self.branching_interval, 1, 2**62)
        require_number("branching_band", self.branching_band, 0, 1)
        require_number("branching_threshold", self.branching_threshold, 0)
        require_count("restart_patience", self.restart_patience, 0, 2**62)

    @property
    def native_parameters(self) -> dict[str, Any]:
        """The parameters as the native function takes them: with ρ for both kinds of instances."""
        parameters = self.parameters
        evaporation = parameters.pop("evaporation")
        return parameters | {
            "symmetric_evaporation": evaporation or SYMMETRIC_EVAPORATION,
            "directed_evaporation": evaporation or DIRECTED_EVAPORATION,
        }


@dataclass(frozen=True)
class HeatACO(MMAS):
    """The paper's decoder: MMAS whose construction is biased by capped, degree-aware heat.

    Candidate lists hold the heat-supported nodes first; the transition weight of an arc is
    τ^α·η^β·e^κ, where the evidence e is the arc's confidence over the first one that its node
    cannot use within its tour degree, and κ keeps the evidence below the range of the trails.
    All other parameters are those of `MMAS`.

    Parameters
    ----------
    heat_threshold
        θ_h: scores at or below it count as absent.
    confidence_floor
        ε: lowest confidence in a ratio.
    evidence_quantile
        The quantile of the positive log-margins that κ is scaled by.
    evidence_cap
        c_cap: share of the log trail range that the evidence reaches at that quantile. None is
        the ablation without cap: κ = 1/q, whatever the range of the trails.
    kappa
        A fixed κ in place of the automatic one: the other ablation. 0 gives MMAS over the same
        candidate lists.
    """

    name: ClassVar[str] = "heataco"
    search = staticmethod(_native.heataco)
    reads_heatmap: ClassVar[bool] = True
    needs_heatmap: ClassVar[bool] = True

    heat_threshold: float = 1e-4
    confidence_floor: float = 1e-9
    evidence_quantile: float = 0.90
    evidence_cap: float | None = 0.5
    kappa: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        require_number("heat_threshold", self.heat_threshold, 0)
        require_number("confidence_floor", self.confidence_floor, 1e-300)
        require_number("evidence_quantile", self.evidence_quantile, 0, 1)
        if self.evidence_cap is not None:
            require_number("evidence_cap", self.evidence_cap, 0)
        if self.kappa is not None:
            require_number("kappa", self.kappa, 0)

    def guidance(self, instance: Instance, heatmap: Heatmap) -> Guidance:
        """Compute what the search would be guided by, for a heatmap of the instance's size."""
        require_heatmap(heatmap, instance)
        problem = Problem(instance, heatmap).native
        return Guidance(**_native.guidance(problem, parameters=self.native_parameters))
