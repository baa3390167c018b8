"""Predictors of heat that knows nothing, or less than nothing; for focused_gate.toml."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors import Alpha


@dataclass(frozen=True)
class NoiseOnNearest:
    """Uniform noise on the nearest nodes."""

    name: ClassVar[str] = "noise_on_nearest"

    neighbours: int = 10
    seed: int = 1

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges of an instance; see `Predictor`."""
        nearest, _ = instance.nearest_neighbours(self.neighbours)
        scores = np.random.default_rng(self.seed).random(nearest.shape)
        return Heatmap.from_topk(nearest, scores)


@dataclass(frozen=True)
class AlphaOfOtherNodes:
    """Alpha-nearness with the nodes' names permuted."""

    name: ClassVar[str] = "alpha_of_other_nodes"

    seed: int = 1

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges of an instance; see `Predictor`."""
        heat = Alpha().predict(instance)
        names = np.random.default_rng(self.seed).permutation(instance.n)
        return Heatmap.from_edges(
            names[_sources(heat)], names[heat.indices], heat.values, instance.n
        )


@dataclass(frozen=True)
class OneMinusAlpha:
    """The right candidates, the likeliest of them last."""

    name: ClassVar[str] = "one_minus_alpha"

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges of an instance; see `Predictor`."""
        heat = Alpha().predict(instance)
        scores = 1.0 - heat.values.astype(float)
        return Heatmap.from_edges(_sources(heat), heat.indices, scores, instance.n)


def _sources(heat: Heatmap) -> np.ndarray:
    return np.repeat(np.arange(heat.n), np.diff(heat.indptr))
