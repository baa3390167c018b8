"""The quantities from which all measures of a heatmap are computed, derived once."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco.decoders.ants import Guidance, HeatACO
from heataco.diagnostics.arcs import Nodes, ScoredArcs, row_ranks, scored_arcs
from heataco.heatmaps import Heatmap
from heataco.instances import Instance

NEAREST = 20  # nodes that the order by distance is made from


@dataclass(frozen=True, eq=False)
class Reading:
    """A heatmap as a decoder reads it.

    Parameters
    ----------
    instance, heatmap
        As given.
    threshold
        θ_h of the decoder.
    degree
        d*: how many of a node's arcs a tour uses, 2 for symmetric and 1 for other instances.
    arcs, ranks
        All scored arcs, and the place of each in its row.
    supported
        Those above the threshold.
    guidance, construction
        Candidates and evidence with local search, and without.
    nearest, distances
        The nearest nodes of every node.
    """

    instance: Instance
    heatmap: Heatmap
    threshold: float
    degree: int
    arcs: ScoredArcs
    ranks: Nodes
    supported: ScoredArcs
    guidance: Guidance
    construction: Guidance
    nearest: NDArray[np.int32]
    distances: FloatArray


def read(instance: Instance, heatmap: Heatmap, decoder: HeatACO) -> Reading:
    """Read a heatmap as a decoder does."""
    improving = decoder if decoder.local_search != "none" else replace(decoder, local_search="2opt")
    guidance = improving.guidance(instance, heatmap)
    arcs = scored_arcs(instance, heatmap)
    nearest, distances = instance.nearest_neighbours(NEAREST)
    return Reading(
        instance=instance,
        heatmap=heatmap,
        threshold=float(decoder.heat_threshold),
        degree=min(2 if instance.symmetric else 1, instance.n - 1),
        arcs=arcs,
        ranks=row_ranks(instance, arcs),
        supported=arcs.above(decoder.heat_threshold),
        guidance=guidance,
        construction=replace(decoder, local_search="none").guidance(instance, heatmap),
        nearest=nearest,
        distances=distances,
    )
