"""The gated graph network, run on the edges of a graph whose rows are equally long."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heataco._timing import Deadline

Floats = NDArray[np.float32]

EPSILON = np.float32(1e-5)  # of a normalisation
_BLOCK = 4_096  # edges that are worked on at a time, so that they stay in the cache


@dataclass(frozen=True, eq=False)
class Linear:
    """x ↦ x·weight + bias.

    Parameters
    ----------
    weight
        Shape (inputs, outputs).
    bias
        Shape (outputs,).
    """

    weight: Floats
    bias: Floats

    def __call__(self, x: Floats) -> Floats:
        """Apply it to rows."""
        return x @ self.weight + self.bias


@dataclass(frozen=True, eq=False)
class Normalisation:
    """Each unit to a mean of 0 and a variance of 1, then times `scale` plus `shift`.

    Parameters
    ----------
    scale, shift
        Shape (units,).
    mean, variance
        Statistics of the training; None: those of the instance.
    """

    scale: Floats
    shift: Floats
    mean: Floats | None
    variance: Floats | None

    def factors(self, mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
        """Return factor and summand; the arguments are the statistics of the instance."""
        if self.mean is not None and self.variance is not None:
            mean, variance = self.mean, self.variance
        factor = self.scale / np.sqrt(variance + EPSILON)
        return factor, self.shift - mean * factor


@dataclass(frozen=True, eq=False)
class Layer:
    """One round of messages along the edges i→j.

    x ← x + SiLU(N(own x_i + mean_j σ(w_ij)·message x_j)),
    w ← w + SiLU(N(edge w_ij + source x_i + target x_j)), both from the old x and w.
    """

    own: Linear
    message: Linear
    source: Linear
    target: Linear
    edge: Linear
    node_norm: Normalisation
    edge_norm: Normalisation


@dataclass(frozen=True, eq=False)
class GatedNetwork:
    """A stack of layers between two embeddings and a head that scores edges.

    Parameters
    ----------
    node_input, edge_input
        From features to units, each followed by SiLU.
    layers
        The rounds of messages.
    head
        From the units of an edge to its logit, with SiLU in between.
    """

    node_input: Linear
    edge_input: Linear
    layers: tuple[Layer, ...]
    head: tuple[Linear, ...]

    def logits(
        self, targets: NDArray[np.int32], nodes: Floats, edges: Floats, deadline: Deadline
    ) -> Floats:
        """Score the edges i → targets[i, j]; raises TimeoutError at the deadline.

        Parameters
        ----------
        targets
            Shape (n, k).
        nodes
            Features of the nodes, shape (n, f).
        edges
            Features of the edges, shape (n, k, g).
        deadline
            When to give up.
        """
        n, k = targets.shape
        x = _silu(self.node_input(nodes))
        w = np.empty((n, k, x.shape[1]), np.float32)
        blocks = Blocks(n, k, deadline)
        for rows in blocks:
            w[rows] = _silu(self.edge_input(edges[rows]))
        for layer in self.layers:
            x = _pass_messages(layer, targets, x, w, blocks)
        found = np.empty((n, k), np.float32)
        for rows in blocks:
            found[rows] = _head(self.head, w[rows])
        return found


@dataclass(frozen=True)
class Blocks:
    """The rows that are worked on at a time; iterating raises TimeoutError at the deadline.

    Parameters
    ----------
    n, k
        Rows, and edges of each.
    deadline
        When to give up.
    """

    n: int
    k: int
    deadline: Deadline

    def __iter__(self) -> Iterator[slice]:
        """Yield the rows block by block."""
        step = max(1, _BLOCK // self.k)
        for first in range(0, self.n, step):
            self.deadline.check()
            yield slice(first, min(first + step, self.n))


def _head(head: tuple[Linear, ...], w: Floats) -> Floats:
    for linear in head[:-1]:
        w = _silu(linear(w))
    return head[-1](w)[..., 0]


def _pass_messages(
    layer: Layer,
    targets: NDArray[np.int32],
    x: Floats,
    w: Floats,
    blocks: Iterable[slice],
) -> Floats:
    """Change the edges in place, and return the nodes."""
    units = x.shape[1]
    sent = np.concatenate((layer.message(x), layer.target(x)), axis=1)
    received = np.empty_like(x)
    change = np.empty_like(w)
    change_of_source = layer.source(x) + layer.edge.bias
    for rows in blocks:
        arriving = sent[targets[rows]]
        gate = _sigmoid(w[rows])
        np.einsum("ijk,ijk->ik", gate, arriving[..., :units], out=received[rows])
        block = change[rows]
        np.matmul(w[rows], layer.edge.weight, out=block)
        block += arriving[..., units:]
        block += change_of_source[rows, np.newaxis]
    factor, summand = layer.edge_norm.factors(*_statistics(layer.edge_norm, change, blocks))
    for rows in blocks:
        block = change[rows]
        block *= factor
        block += summand
        w[rows] += _silu(block)
    received /= targets.shape[1]
    received += layer.own(x)
    factor, summand = layer.node_norm.factors(received.mean(axis=0), received.var(axis=0))
    return x + _silu(received * factor + summand)


def _statistics(
    norm: Normalisation, numbers: Floats, blocks: Iterable[slice]
) -> tuple[Floats, Floats]:
    """Return mean and variance of each unit, where the normalisation asks for them."""
    units = numbers.shape[-1]
    mean, variance = np.zeros(units, np.float32), np.zeros(units, np.float32)
    if norm.mean is not None:
        return mean, variance
    count = np.float32(numbers.size // units)
    for rows in blocks:
        _add_rows(numbers[rows].reshape(-1, units).copy(), mean)
    mean /= count
    for rows in blocks:
        off = (numbers[rows] - mean).reshape(-1, units)
        off *= off
        _add_rows(off, variance)
    variance /= count
    return mean, variance


def _add_rows(rows: Floats, total: Floats) -> None:
    """Add rows, which are spoilt, to a total, one by one in single precision.

    The weights that use it were published with heatmaps whose sums were made that way: over the
    500,000 edges of 10,000 nodes what rounding leaves is seen in the fourth digit of a score.
    """
    rows[0] += total
    rows.sum(axis=0, out=total)


def _sigmoid(x: Floats) -> Floats:
    """Return 1/(1 + exp(−x)) in a new array; far below 0 the exponential is infinite."""
    found = np.negative(x)
    with np.errstate(over="ignore"):
        np.exp(found, out=found)
    found += 1
    return np.reciprocal(found, out=found)


def _silu(x: Floats) -> Floats:
    found = _sigmoid(x)
    found *= x
    return found
