"""The predictor that runs a trained network."""

import os
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

import numpy as np

from heataco._checks import described
from heataco.files.errors import FileError
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, require_instance
from heataco.predictors.network.inputs import INPUTS
from heataco.predictors.network.outputs import OUTPUTS
from heataco.predictors.network.weights_files import Weights, read_weights


@dataclass(frozen=True)
class Network:
    """Scores of a graph network, run in NumPy alone.

    The two networks in the box, one for symmetric and one for asymmetric instances, see ratios of
    distances and ranks of neighbours only: they take instances of any size, unit and metric.
    `docs/lab/networks.md` shows how they were trained and how well they rank.

    Parameters
    ----------
    weights
        A file of weights, `.safetensors`, `.npz` or `.pt` (which needs torch), such as those that
        DIMES, GFACS and DeepACO have published; None: those in the box. It is read at the first
        prediction.
    """

    name: ClassVar[str] = "network"

    weights: str | None = None

    def __post_init__(self) -> None:
        if self.weights is None:
            return
        if not isinstance(self.weights, str | os.PathLike):
            raise ValueError(f"weights is {described(self.weights)}; give the path of a file")
        object.__setattr__(self, "weights", os.fspath(self.weights))

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges to near nodes; see `Predictor.predict`.

        Raises
        ------
        ValueError
            If `instance` is not an Instance, or not one that the network can be applied to.
        FileError
            If the file holds no network of a known architecture.
        """
        require_instance(instance)
        path = self.weights or str(weights_in_the_box(instance.symmetric))
        weights = read_weights(path)
        if instance.n < 3:  # the tour holds every edge
            return Heatmap.from_dense(1.0 - np.eye(instance.n))
        try:
            return _predict(weights, instance)
        except ValueError as error:
            raise FileError(path, f"cannot be applied: {error}") from error


def weights_in_the_box(symmetric: bool) -> Path:
    """Return the file of one of the two networks that come with the package."""
    name = "symmetric" if symmetric else "asymmetric"
    return Path(str(files(__package__).joinpath("weights", f"{name}.safetensors")))


def _predict(weights: Weights, instance: Instance) -> Heatmap:
    manifest = weights.manifest
    k = manifest.count_neighbours(instance.n)
    graph = INPUTS[manifest.inputs].describe(instance, k)
    logits = weights.network.logits(graph.neighbours, graph.nodes, graph.edges)
    if not np.isfinite(logits).all():
        raise ValueError("its scores are not finite")
    return OUTPUTS[manifest.output](graph, logits)
