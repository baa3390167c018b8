"""Named presets: what published pipelines do to a heatmap between network and search."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FloatArray
from heataco._checks import require_known
from heataco.heatmaps.checks import require_heatmap
from heataco.heatmaps.csr import row_numbers
from heataco.heatmaps.difusco import mcts_entries
from heataco.heatmaps.heatmap import Heatmap
from heataco.heatmaps.kinds import Symmetrise
from heataco.instances import Instance

_DIMES_NEIGHBOURS = 5
_DIMES_SMALLEST = 1e-4
_UTSP_NEIGHBOURS = 20
_UTSP_SMALLEST = 1e-8


@dataclass(frozen=True)
class Preset:
    """A way to process a heatmap.

    Parameters
    ----------
    name
        Its name in `PRESETS`.
    description
        One sentence about what it does.
    needs_instance
        Whether it needs distances.
    process
        Instance, or None where it is not needed, and heatmap to heatmap.
    """

    name: str
    description: str
    needs_instance: bool
    process: Callable[[Instance | None, Heatmap], Heatmap]


def apply_preset(name: str, heatmap: Heatmap, instance: Instance | None = None) -> Heatmap:
    """Process a heatmap as a published pipeline does.

    Parameters
    ----------
    name
        One of `PRESETS`.
    heatmap
        The scores as the network gave them.
    instance
        What they score; only some presets need it.

    Raises
    ------
    ValueError
        For an unknown name, an instance that is missing, or one of another size.
    """
    require_known("preset", name, PRESETS)
    preset = PRESETS[name]
    if preset.needs_instance and instance is None:
        raise ValueError(f"preset {name} needs distances; give the instance")
    if instance is not None:
        require_heatmap(heatmap, instance)
    return preset.process(instance, heatmap)


def _difusco_merge(instance: Instance | None, heatmap: Heatmap) -> Heatmap:
    """(A + A^T) / d, where nodes at the same point count as the closest distinct pair."""
    assert instance is not None
    both = heatmap.symmetrised(Symmetrise.SUM)
    rows = row_numbers(both.indptr)
    distances = _distances(instance, rows, both.indices)
    apart = distances > 0
    distances[~apart] = distances[apart].min() if apart.any() else 1.0
    return Heatmap.from_edges(rows, both.indices, both.values / distances, both.n)


def _difusco_mcts(instance: Instance | None, heatmap: Heatmap) -> Heatmap:
    assert instance is not None
    return Heatmap.from_edges(*mcts_entries(instance, heatmap), heatmap.n)


def _dimes_mcts(_: Instance | None, heatmap: Heatmap) -> Heatmap:
    """Row softmax of the logarithms; the temperature doubles until no share is too small."""
    best = _highest(heatmap, _DIMES_NEIGHBOURS)
    if best.nnz == 0:
        return best
    rows = row_numbers(best.indptr)
    starts, lengths = np.unique(rows, return_index=True, return_counts=True)[1:]
    logarithms = np.log(best.values.astype(np.float64))
    excess = logarithms - np.repeat(np.maximum.reduceat(logarithms, starts), lengths)
    scale = 1.0
    while True:
        weights = np.exp(excess * scale)
        shares = weights / np.repeat(np.add.reduceat(weights, starts), lengths)
        if shares.min() >= _DIMES_SMALLEST:
            return Heatmap.from_edges(rows, best.indices, shares, best.n)
        scale /= 2


def _utsp_mcts(_: Instance | None, heatmap: Heatmap) -> Heatmap:
    both = _highest(heatmap, _UTSP_NEIGHBOURS).symmetrised(Symmetrise.SUM)
    return both.above(_UTSP_SMALLEST)


def _highest(heatmap: Heatmap, count: int) -> Heatmap:
    """Keep the highest scores of each row; of equal ones that of the lower node."""
    rows = row_numbers(heatmap.indptr)
    order = np.lexsort((heatmap.indices, -heatmap.values, rows))
    rank = np.arange(heatmap.nnz) - heatmap.indptr[rows]
    kept = order[rank < count]
    return Heatmap.from_edges(rows[kept], heatmap.indices[kept], heatmap.values[kept], heatmap.n)


def _distances(
    instance: Instance, rows: NDArray[np.int64], columns: NDArray[np.int32]
) -> FloatArray:
    """Plain Euclidean distances of points, whatever the metric, as published; or the matrix's."""
    if instance.coordinates is None:
        assert instance.matrix is not None
        return instance.matrix[rows, columns]
    points = instance.coordinates
    distances: FloatArray = reduce(np.hypot, (points[rows] - points[columns]).T)
    return distances


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "difusco-merge",
            "The order in which DIFUSCO merges edges: the sum of both directions over distance.",
            True,
            _difusco_merge,
        ),
        Preset(
            "difusco-mcts",
            "What DIFUSCO hands to its tree search: scores plus a little nearness, the highest "
            "2 % and three a row of these, symmetrised and normalised by row.",
            True,
            _difusco_mcts,
        ),
        Preset(
            "dimes-mcts",
            "What DIMES hands to its tree search: the row softmax over the five highest, at the "
            "lowest temperature that keeps every share at or above 0.0001; for kind "
            "log-probability, if theta is given.",
            False,
            _dimes_mcts,
        ),
        Preset(
            "utsp-mcts",
            "What UTSP's tree search makes of scores: the twenty highest a row, the two "
            "directions added.",
            False,
            _utsp_mcts,
        ),
    )
}
