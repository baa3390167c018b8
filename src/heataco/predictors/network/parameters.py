"""From named arrays to a network, with checks."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco.predictors.network.inference import GatedNetwork, Layer, Linear, Normalisation
from heataco.predictors.network.inputs import Inputs

Arrays = Mapping[str, NDArray[Any]]

_HEADS = ("par_net_heu", "par_net")  # DeepACO's and GFACS's, DIMES's and ours
_HEAD_DEPTH = 3
_MAX_UNITS = 1_024


class Parameters:
    """Arrays of a file by name, each checked as it is taken."""

    def __init__(self, arrays: Arrays, statistics: str) -> None:
        self._arrays = arrays
        self._of_training = statistics == "training"

    def has(self, name: str) -> bool:
        """Tell whether there is such an array."""
        return name in self._arrays

    def array(self, name: str, shape: tuple[int, ...]) -> NDArray[np.float32]:
        """Return an array; a ValueError if it is missing, has another shape, or is not finite."""
        if name not in self._arrays:
            raise ValueError(f"it lacks the parameter {name}")
        array = self._arrays[name]
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape}, expected {shape}")
        if not np.issubdtype(array.dtype, np.floating):
            raise ValueError(f"{name} has numbers of type {array.dtype}, expected floats")
        with np.errstate(over="ignore"):
            numbers = np.ascontiguousarray(array, np.float32)
        if not np.isfinite(numbers).all():
            value = numbers[~np.isfinite(numbers)][0]
            raise ValueError(f"{name} holds {value}; weights must be finite")
        return numbers

    def linear(self, name: str, inputs: int, outputs: int) -> Linear:
        """Return a linear layer, whose weights files hold transposed."""
        weight = self.array(f"{name}.weight", (outputs, inputs))
        return Linear(np.ascontiguousarray(weight.T), self.array(f"{name}.bias", (outputs,)))

    def normalisation(self, name: str, units: int) -> Normalisation:
        """Return a normalisation; its statistics are left out where those of instances are used."""
        names = ("weight", "bias", "running_mean", "running_var")[: 4 if self._of_training else 2]
        found = [self.array(f"{name}.module.{each}", (units,)) for each in names]
        if self._of_training and (found[3] < 0).any():
            raise ValueError(f"{name}.module.running_var is negative; variances are not")
        return Normalisation(*found, *([None] * (4 - len(found))))


def build_network(arrays: Arrays, inputs: Inputs, statistics: str) -> GatedNetwork:
    """Make a network of the parameters that a file holds.

    Raises
    ------
    ValueError
        If one is missing, has another shape than expected, or is not finite.
    """
    parameters = Parameters(arrays, statistics)
    head = next((name for name in _HEADS if parameters.has(f"{name}.lins.0.weight")), _HEADS[-1])
    bias = arrays.get("emb_net.v_lin0.bias", np.empty(0))
    units = bias.shape[0] if bias.ndim == 1 and 1 <= len(bias) <= _MAX_UNITS else 1
    depth = 0
    while parameters.has(f"emb_net.v_lins1.{depth}.weight"):
        depth += 1
    outputs = [units] * (_HEAD_DEPTH - 1) + [1]
    return GatedNetwork(
        parameters.linear("emb_net.v_lin0", inputs.node_features, units),
        parameters.linear("emb_net.e_lin0", inputs.edge_features, units),
        tuple(_layer(parameters, index, units) for index in range(max(depth, 1))),
        tuple(
            parameters.linear(f"{head}.lins.{index}", units, count)
            for index, count in enumerate(outputs)
        ),
    )


def _layer(parameters: Parameters, index: int, units: int) -> Layer:
    def linear(name: str) -> Linear:
        return parameters.linear(f"emb_net.{name}.{index}", units, units)

    def normalisation(name: str) -> Normalisation:
        return parameters.normalisation(f"emb_net.{name}.{index}", units)

    return Layer(
        own=linear("v_lins1"),
        message=linear("v_lins2"),
        source=linear("v_lins3"),
        target=linear("v_lins4"),
        edge=linear("e_lins0"),
        node_norm=normalisation("v_bns"),
        edge_norm=normalisation("e_bns"),
    )
