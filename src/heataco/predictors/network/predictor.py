"""The predictor that runs a trained network."""

import math
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

from heataco._checks import described
from heataco._timing import Deadline
from heataco.files.errors import FileError
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, require_instance
from heataco.predictors.base import every_edge
from heataco.predictors.network.models import read_model


@dataclass(frozen=True)
class Network:
    """Scores of a trained network: the package's, a published one, or your own.

    The package has two networks, one for symmetric and one for asymmetric instances, which run in
    NumPy alone. Their inputs are ratios of distances and ranks of neighbours, so that instances
    may have any size, unit and metric. `docs/lab/networks.md` describes their training and how
    well they rank.

    Parameters
    ----------
    weights
        A file of weights, `.safetensors`, `.npz` or `.pt` (which needs torch), such as those that
        DIMES, GFACS and DeepACO have published, or a whole network, `.onnx` (which needs
        onnxruntime); None: the package's. It is read at the first prediction.
    """

    name: ClassVar[str] = "network"

    weights: str | None = None

    def __post_init__(self) -> None:
        if self.weights is None:
            return
        if not isinstance(self.weights, str | os.PathLike):
            raise ValueError(f"weights is {described(self.weights)}; give the path of a file")
        object.__setattr__(self, "weights", os.fspath(self.weights))

    def with_weights(self, file: str) -> "Network":
        """Return the predictor of the network in another file."""
        return replace(self, weights=file)

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges to near nodes; see `Predictor.predict`.

        Raises
        ------
        ValueError
            If `instance` is not an Instance, or not one that the network can be applied to.
        FileError
            If the file holds no network of a known kind.
        """
        return self.predict_within(instance, math.inf)

    def predict_within(self, instance: Instance, seconds: float) -> Heatmap:
        """Score as `predict` does, or give up; see `LimitedPredictor.predict_within`."""
        deadline = Deadline(seconds)
        require_instance(instance)
        try:
            return self._predict([instance], deadline)[0]
        except TimeoutError:
            raise TimeoutError(f"{instance.n} nodes need more than {seconds:.3g} s") from None

    def predict_batch(self, instances: Iterable[Instance]) -> list[Heatmap]:
        """Score several instances, those of one size together if an .onnx file has a batch axis.

        Raises
        ------
        ValueError
            As `predict` does.
        FileError
            As `predict` does.
        """
        groups: dict[tuple[int, bool], list[int]] = {}
        given = list(instances)
        for place, instance in enumerate(given):
            require_instance(instance)
            groups.setdefault((instance.n, instance.symmetric), []).append(place)
        found: dict[int, Heatmap] = {}
        for places in groups.values():
            group = self._predict([given[place] for place in places], Deadline())
            found |= dict(zip(places, group, strict=True))
        return [found[place] for place in range(len(given))]

    def _predict(self, instances: list[Instance], deadline: Deadline) -> list[Heatmap]:
        """Score instances that are alike in size and symmetry."""
        first = instances[0]
        path = self.weights or str(package_weights(first.symmetric))
        model = read_model(path)
        if first.n < 3:
            return [every_edge(first.n)] * len(instances)
        try:
            return model.predict(instances, deadline)
        except ValueError as error:
            raise FileError(path, f"cannot be applied: {error}") from error


def package_weights(symmetric: bool) -> Path:
    """Return the file of one of the two networks that come with the package."""
    name = "symmetric" if symmetric else "asymmetric"
    return Path(str(files(__package__).joinpath("weights", f"{name}.safetensors")))
