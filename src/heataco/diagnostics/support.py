"""The supported edges of a heatmap: how many, at which nodes, with which scores."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray, FrozenArrays
from heataco.diagnostics.arcs import Mask
from heataco.diagnostics.reading import Reading

# Where densities are measured beside the decoder's own threshold; 0 is every scored edge.
THRESHOLDS = (0.0, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.2, 0.5)
# The paper names [0.01, 0.05) and [0.4, 0.5); the others follow in the same steps.
BAND_LIMITS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
SPARSE_BAND = 0.01  # share of the supported edges below which the paper calls a band sparse


@dataclass(frozen=True, eq=False, repr=False)
class Density(FrozenArrays):
    """How many edges the heatmap supports.

    Parameters
    ----------
    edges_per_node
        Edges/n: supported edges (asymmetric: arcs) over nodes.
    given_arcs_per_node
        Entries of H above the threshold over nodes, before the directions are averaged.
    thresholds
        Other thresholds, and the decoder's.
    edges_per_node_at
        Edges/n at each of them.
    """

    edges_per_node: float
    given_arcs_per_node: float
    thresholds: FloatArray
    edges_per_node_at: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class Degrees(FrozenArrays):
    """How many supported arcs leave a node.

    Parameters
    ----------
    target
        d*: the arcs of a node that a tour uses.
    minimum, mean, maximum
        Over the nodes.
    histogram
        Nodes by number of supported arcs, from 0.
    starved
        Nodes with fewer than d*.
    starved_share
        Their share of the nodes.
    """

    target: int
    minimum: int
    mean: float
    maximum: int
    histogram: NDArray[np.int64]
    starved: int
    starved_share: float


@dataclass(frozen=True, eq=False, repr=False)
class Bands(FrozenArrays):
    """The supported edges by score, of one instance or of several together.

    Parameters
    ----------
    nodes
        Nodes of the instances.
    limits
        Band b holds the scores from `limits[b]`, included, to `limits[b + 1]`, excluded. The
        first limit is the threshold, which is excluded; the last is infinite.
    edges
        Supported edges in each band.
    score_sum
        The sum of their scores.
    tour_edges
        How many of them are in the reference tour; None without one.
    """

    nodes: int
    limits: FloatArray
    edges: NDArray[np.int64]
    score_sum: FloatArray
    tour_edges: NDArray[np.int64] | None

    @property
    def edges_per_node(self) -> FloatArray:
        """Edges/n in each band."""
        return self.edges / self.nodes

    @property
    def score_share(self) -> FloatArray:
        """Share of the sum of all scores; NaN where there is none."""
        total = float(self.score_sum.sum())
        return self.score_sum / total if total else np.full(len(self.edges), np.nan)

    @property
    def tour_share(self) -> FloatArray | None:
        """P(opt | band): the share that is in the reference tour; NaN in an empty band."""
        if self.tour_edges is None:
            return None
        share: FloatArray = np.full(len(self.edges), np.nan)
        np.divide(self.tour_edges, self.edges, out=share, where=self.edges > 0)
        return share

    @property
    def sparse(self) -> Mask:
        """Bands with less than 1 % of the supported edges, the paper's hollow markers."""
        sparse: Mask = self.edges < SPARSE_BAND * self.edges.sum()
        return sparse


def measure_density(reading: Reading) -> Density:
    """Count the edges above the decoder's threshold and above others."""
    arcs, threshold = reading.arcs, reading.threshold
    scores = np.sort(arcs.scores[arcs.once])
    thresholds = np.unique((*THRESHOLDS, threshold))
    counts = len(scores) - np.searchsorted(scores, thresholds, side="right")
    given = int(np.count_nonzero(reading.heatmap.values.astype(np.float64) > threshold))
    return Density(
        edges_per_node=float(counts[thresholds == threshold][0] / arcs.n),
        given_arcs_per_node=given / arcs.n,
        thresholds=thresholds,
        edges_per_node_at=counts / arcs.n,
    )


def measure_degrees(reading: Reading) -> Degrees:
    """Count the supported arcs of every node."""
    n = reading.arcs.n
    degrees = np.bincount(reading.supported.sources, minlength=n)
    starved = int(np.count_nonzero(degrees < reading.degree))
    return Degrees(
        target=reading.degree,
        minimum=int(degrees.min()),
        mean=float(degrees.mean()),
        maximum=int(degrees.max()),
        histogram=np.bincount(degrees),
        starved=starved,
        starved_share=starved / n,
    )


def measure_bands(reading: Reading, in_tour: Mask | None) -> Bands:
    """Sort the supported edges into bands.

    Parameters
    ----------
    reading
        The heatmap as read.
    in_tour
        Which of all scored arcs are in the reference tour; None without one.
    """
    arcs, threshold = reading.arcs, reading.threshold
    edges = arcs.once & (arcs.scores > threshold)
    inner = np.array([limit for limit in BAND_LIMITS if limit > threshold])
    band = np.searchsorted(inner, arcs.scores[edges], side="right")
    count = len(inner) + 1
    tour_edges = None
    if in_tour is not None:
        tour_edges = np.bincount(band[in_tour[edges]], minlength=count)
    return Bands(
        nodes=arcs.n,
        limits=np.concatenate(([threshold], inner, [np.inf])),
        edges=np.bincount(band, minlength=count),
        score_sum=np.asarray(np.bincount(band, arcs.scores[edges], count), np.float64),
        tour_edges=tour_edges,
    )


def pooled(bands: Sequence[Bands]) -> Bands:
    """Put the bands of several instances together; a ValueError unless their limits are equal."""
    if not bands or any(not np.array_equal(bands[0].limits, part.limits) for part in bands):
        raise ValueError("bands is empty or has different limits; combine reports of one threshold")
    tours = [part.tour_edges for part in bands if part.tour_edges is not None]
    return Bands(
        nodes=sum(part.nodes for part in bands),
        limits=bands[0].limits,
        edges=np.sum([part.edges for part in bands], axis=0),
        score_sum=np.sum([part.score_sum for part in bands], axis=0),
        tour_edges=np.sum(tours, axis=0) if len(tours) == len(bands) else None,
    )
