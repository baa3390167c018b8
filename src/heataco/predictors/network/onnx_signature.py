"""What the inputs and the output of a network in an .onnx file are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from heataco._checks import require_known
from heataco.heatmaps import Kind, Symmetrise
from heataco.predictors.network.manifest import require_neighbours

# Axes: n nodes, m directed edges. A file may put an axis for batches before them all.
INPUTS = {
    "coordinates": ("n", "2"),
    "edge_index": ("2", "m"),
    "edge_lengths": ("m",),
    "distances": ("n", "n"),
}
OUTPUTS = {"logits": Kind.LOGIT, "probabilities": Kind.PROBABILITY}
EXPECTED = (
    "expected inputs: edge_index (2, m) and, where wanted, coordinates (n, 2) and "
    "edge_lengths (m); or, without edge_index, coordinates (n, 2), distances (n, n) or both; "
    "expected output, the first and not both: logits or probabilities, (m) with edge_index and "
    "(n, n) without"
)
_FLOATS: dict[str, DTypeLike] = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(float16)": np.float16,
}
_INTEGERS: dict[str, DTypeLike] = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


@dataclass(frozen=True)
class Metadata:
    """What a file may say of its network in its metadata.

    Parameters
    ----------
    neighbours
        Nearest nodes of every node that edges lead to: a number, or n/ and a number.
    symmetrise
        How the two directions of an edge become one on symmetric instances; see
        `Heatmap.symmetrised`.
    licence, origin
        Under which terms the network may be used, and how it came about.

    Raises
    ------
    ValueError
        For an unknown value; the message names the key.
    """

    neighbours: str = "20"
    symmetrise: str = Symmetrise.MEAN.value
    licence: str = "unknown"
    origin: str = "unknown"

    def __post_init__(self) -> None:
        require_neighbours(self.neighbours)
        require_known("symmetrise", self.symmetrise, Symmetrise)


def metadata_of(texts: Mapping[str, str]) -> Metadata:
    """Take what is known from the metadata of a file; ValueError for an unknown value."""
    known = [field.name for field in fields(Metadata)]
    return Metadata(**{name: texts[name] for name in known if name in texts})


@dataclass(frozen=True)
class Argument:
    """An input or output.

    Parameters
    ----------
    name
        One of `INPUTS` or `OUTPUTS`.
    dtype
        Of its numbers.
    shape
        As declared: numbers, and anything else for an axis of any length.
    """

    name: str
    dtype: DTypeLike
    shape: tuple[Any, ...]

    def require_shape(self, shape: tuple[int, ...]) -> None:
        """Raise ValueError unless an instance's numbers have the declared shape."""
        pairs = zip(self.shape, shape, strict=True)
        if any(isinstance(said, int) and said != found for said, found in pairs):
            text = ", ".join(str(axis) if isinstance(axis, int) else "any" for axis in self.shape)
            raise ValueError(f"it takes {self.name} of shape ({text}); the instance gives {shape}")


@dataclass(frozen=True)
class Signature:
    """Inputs and output of a network.

    Parameters
    ----------
    inputs
        By name.
    output
        What it gives.
    batched
        Whether all have an axis for batches before the others.

    Raises
    ------
    ValueError
        If they declare batches of different sizes.
    """

    inputs: dict[str, Argument]
    output: Argument
    batched: bool

    def __post_init__(self) -> None:
        if len(self._declared) > 1 or 0 in self._declared:
            sizes = " and ".join(map(str, sorted(self._declared)))
            raise ValueError(f"it takes batches of {sizes}")

    @property
    def _declared(self) -> set[int]:
        axes = (each.shape[0] for each in (*self.inputs.values(), self.output) if self.batched)
        return {axis for axis in axes if isinstance(axis, int)}

    def batch_size(self, count: int) -> int:
        """Return how many of `count` instances are given at once: all, unless it is declared."""
        return next(iter(self._declared), count) if self.batched else 1

    @property
    def dense(self) -> bool:
        """Whether all pairs of nodes are scored."""
        return "edge_index" not in self.inputs

    def texts(self) -> dict[str, str]:
        """Return it for people."""
        return {"inputs": ", ".join(self.inputs), "output": self.output.name}


def signature_of(inputs: Sequence[Any], outputs: Sequence[Any]) -> Signature:
    """Check the inputs and outputs that ONNX Runtime reports.

    Raises
    ------
    ValueError
        If they are not those of a network that scores edges; the message says what is expected.
    """
    try:
        return _checked(inputs, outputs)
    except ValueError as error:
        raise ValueError(f"{error}; {EXPECTED}") from None


def _checked(inputs: Sequence[Any], outputs: Sequence[Any]) -> Signature:
    names = [each.name for each in inputs]
    for name in names:
        require_known("input", name, INPUTS)
    dense = "edge_index" not in names
    if not names or ("distances" in names if not dense else "edge_lengths" in names):
        raise ValueError(f"its inputs are {', '.join(names) or 'none'}")
    given = [each.name for each in outputs]
    if not given or [name for name in given if name in OUTPUTS] != given[:1]:
        raise ValueError(f"its outputs are {', '.join(given) or 'none'}")
    batched = len(inputs[0].shape) == len(INPUTS[inputs[0].name]) + 1
    checked = {each.name: _argument(each, INPUTS[each.name], batched) for each in inputs}
    output = _argument(outputs[0], ("n", "n") if dense else ("m",), batched)
    return Signature(checked, output, batched)


def _argument(each: Any, axes: tuple[str, ...], batched: bool) -> Argument:
    types = _INTEGERS if each.name == "edge_index" else _FLOATS
    if each.type not in types:
        raise ValueError(f"{each.name} has type {each.type}; it must be {' or '.join(types)}")
    expected = ("batch", *axes) if batched else axes
    shape = tuple(each.shape) or expected  # exporters may leave it open
    fixed = zip(expected, shape, strict=False)
    if len(shape) != len(expected) or any(
        axis.isdecimal() and isinstance(said, int) and said != int(axis) for axis, said in fixed
    ):
        raise ValueError(f"{each.name} has shape {list(shape)}; it must be ({', '.join(expected)})")
    return Argument(each.name, types[each.type], shape)
