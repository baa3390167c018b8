"""Files of weights: .safetensors with a manifest, and .pt or .npz as published."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import to_numpy
from heataco._timing import Deadline
from heataco.files.archives import array_names, read_archive
from heataco.files.atomic import atomic_write
from heataco.files.errors import FileError, PathLike, checked_suffix, reading
from heataco.files.safe_tensors import read_all_safetensors, write_safetensors
from heataco.files.tensors import read_torch
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors.network.inference import GatedNetwork
from heataco.predictors.network.inputs import INPUTS
from heataco.predictors.network.manifest import Manifest, count_neighbours, manifest_of
from heataco.predictors.network.outputs import OUTPUTS
from heataco.predictors.network.parameters import build_network
from heataco.predictors.rank_prior import RankPrior

TORCH_SUFFIXES = (".pt", ".pth")
_PARAMETERS = ("weight", "bias")  # ends of names that torch gives them, and no heatmap has
Read = tuple[Mapping[str, NDArray[Any]], Mapping[str, Any]]


@dataclass(frozen=True, eq=False)
class Weights:
    """A network and what its file says of it."""

    network: GatedNetwork
    manifest: Manifest

    def facts(self) -> dict[str, Any]:
        """Return what can be said of the network."""
        facts = self.manifest.texts()
        kind = facts.pop("architecture")
        return {"network": kind, "layers": len(self.network.layers), **facts}

    def predict(self, instances: Sequence[Instance], deadline: Deadline) -> list[Heatmap]:
        """Score instances of three nodes or more.

        Raises ValueError if the network cannot be applied to one, and TimeoutError at the deadline.
        """
        return [self._predict(instance, deadline) for instance in instances]

    def _predict(self, instance: Instance, deadline: Deadline) -> Heatmap:
        k = count_neighbours(self.manifest.neighbours, instance.n)
        inputs = INPUTS[self.manifest.inputs]
        graph = inputs.describe(instance, k, deadline)
        if instance.n < inputs.smallest:
            return RankPrior().predict(instance)
        with np.errstate(over="ignore", invalid="ignore"):  # the check follows
            logits = self.network.logits(graph.neighbours, graph.nodes, graph.edges, deadline)
        if not np.isfinite(logits).all():
            raise ValueError("its scores are not finite")
        return OUTPUTS[self.manifest.output](graph, logits)


def read_weights(path: PathLike) -> Weights:
    """Read a network.

    Raises
    ------
    FileError
        If the file cannot be read, or holds anything but a network of a known architecture.
    """
    with reading(path):
        return _checked(*_read(path))


def convert_weights(source: PathLike, target: PathLike) -> None:
    """Write a network as .safetensors, with its manifest.

    Raises
    ------
    FileError
        If the source is no network, or the target cannot be written.
    """
    checked_suffix(target, "weights of networks", (".safetensors",))
    with reading(source):
        arrays, metadata = _read(source)
        manifest = _checked(arrays, metadata).manifest
    kept = {name: array for name, array in arrays.items() if array.size and array.ndim}
    texts = {**{key: str(value) for key, value in metadata.items()}, **manifest.texts()}
    with atomic_write(target) as file:
        write_safetensors(kept, file, target, texts)


def holds_network(path: PathLike) -> bool:
    """Tell whether a file holds weights, of whatever network; a FileError if it is unreadable."""
    suffix = checked_suffix(path, "weights of networks", WEIGHTS_SUFFIXES)
    with reading(path):
        return any(name.rpartition(".")[2] in _PARAMETERS for name in _NAMES[suffix](path))


def _read(path: PathLike) -> Read:
    return _READERS[checked_suffix(path, "weights of networks", WEIGHTS_SUFFIXES)](path)


def _checked(arrays: Mapping[str, NDArray[Any]], metadata: Mapping[str, Any]) -> Weights:
    try:
        manifest = manifest_of(metadata, set(arrays))
        network = build_network(arrays, INPUTS[manifest.inputs], manifest.statistics)
    except ValueError as error:
        raise ValueError(
            f"{error}; these must be weights of a gated graph network with the names of DIMES, "
            "GFACS and DeepACO"
        ) from error
    return Weights(network, manifest)


def _read_torch(path: PathLike) -> Read:
    found = read_torch(path)
    if not isinstance(found, Mapping) or not all(hasattr(each, "numpy") for each in found.values()):
        raise FileError(path, "is not a dict of tensors; torch.save the state_dict of the network")
    return {str(name): to_numpy(tensor, str(name)) for name, tensor in found.items()}, {}


def _read_archive(path: PathLike) -> Read:
    return read_archive(path, array_names(path)), {}


_READERS: dict[str, Callable[[PathLike], Read]] = {
    ".safetensors": read_all_safetensors,
    ".npz": _read_archive,
    **dict.fromkeys(TORCH_SUFFIXES, _read_torch),
}
_NAMES: dict[str, Callable[[PathLike], Any]] = {
    ".safetensors": lambda path: read_all_safetensors(path)[0],
    ".npz": array_names,
    **dict.fromkeys(TORCH_SUFFIXES, lambda path: _torch_names(path)),
}
WEIGHTS_SUFFIXES = tuple(_READERS)


def _torch_names(path: PathLike) -> list[str]:
    found = read_torch(path)
    return [str(name) for name in found] if isinstance(found, Mapping) else []
