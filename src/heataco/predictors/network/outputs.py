"""How the logits of a network become scores: `OUTPUTS` holds the ways by name."""

from collections.abc import Callable

import numpy as np

from heataco.heatmaps import Heatmap, Kind, Symmetrise
from heataco.predictors.network.features import Floats, Graph

_SOFTMAX_EDGES = 5  # of a row that get a score
_LOWEST_SHARE = 1e-4  # that the lowest of them must have


def sigmoid_scores(graph: Graph, logits: Floats) -> Heatmap:
    """Return the probability of each edge, by the mean of the logits that both its ends give."""
    n = len(graph.nodes)
    slots = np.arange(logits.size)
    twins = graph.twins.ravel()
    once = twins >= slots
    mean = (logits.ravel() + logits.ravel()[twins])[once] / 2
    ends = graph.sources.ravel()[once], graph.targets.ravel()[once]
    heatmap = Heatmap.from_edges(*ends, mean, n, kind=Kind.LOGIT)
    undirected = bool((graph.sources == np.arange(n)[:, np.newaxis]).all())
    return heatmap.symmetrised(Symmetrise.MAX) if undirected else heatmap


def directed_scores(graph: Graph, logits: Floats) -> Heatmap:
    """Return the probability of each edge as the node that it leaves gives it."""
    return Heatmap.from_topk(graph.neighbours, logits, kind=Kind.LOGIT)


def softmax_scores(graph: Graph, logits: Floats) -> Heatmap:
    """Return shares of the best edges of each row.

    Logits are halved until the lowest share is no less than 1e-4, as DIMES does before its search.
    """
    count = min(_SOFTMAX_EDGES, logits.shape[1])
    best = np.argsort(-logits, axis=1, kind="stable")[:, :count]
    kept = np.take_along_axis(logits, best, axis=1).astype(np.float64)
    kept -= kept[:, :1]
    while True:
        shares = np.exp(kept)
        shares /= shares.sum(axis=1, keepdims=True)
        if shares.min() >= _LOWEST_SHARE:
            break
        kept /= 2
    return Heatmap.from_topk(np.take_along_axis(graph.neighbours, best, axis=1), shares)


OUTPUTS: dict[str, Callable[[Graph, Floats], Heatmap]] = {
    "sigmoid": sigmoid_scores,
    "sigmoid-directed": directed_scores,
    "softmax-5": softmax_scores,
}
