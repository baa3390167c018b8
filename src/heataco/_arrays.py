"""Array intake: whatever holds numbers becomes a checked numpy array."""

import hashlib
import mmap
import os
import sys
from typing import Any, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

from heataco._cards import Card

FloatArray = NDArray[np.float64]

_LARGEST_INT64 = 2**63 - 1
_LARGEST_EXACT_INTEGER = 2**53  # every integer up to here is a float64


def to_numpy(value: Any, name: str) -> NDArray[Any]:
    """View a list, numpy array, torch tensor or DLPack object as a real numpy array.

    Raises ValueError if it is ragged, masked, cannot be viewed, or holds anything but real numbers.

    Parameters
    ----------
    value
        The numbers; a torch tensor may need gradients or lie on another device.
    name
        What to call the argument in an error message.
    """
    if _is_masked(value):
        raise ValueError(f"{name} is a masked array; fill the masked entries first")
    try:
        if hasattr(value, "detach") and hasattr(value, "cpu"):  # text files can be detached, too
            value = value.detach().cpu()
            if str(value.dtype) == "torch.bfloat16":  # NumPy has no such type; float32 holds it
                value = value.float()
        only_dlpack = hasattr(value, "__dlpack__") and not hasattr(value, "__array__")
        array = np.from_dlpack(value) if only_dlpack else np.asarray(value)
    except (TypeError, ValueError, BufferError, RuntimeError) as error:
        raise ValueError(f"{name} cannot be read as an array: {error}") from error
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} has dtype {array.dtype}; it must hold real numbers")
    return array


def _is_masked(value: Any) -> bool:
    # NumPy loads this module at the first use of its name, within the time limit of a search.
    module = sys.modules.get("numpy.ma")
    return module is not None and isinstance(value, module.MaskedArray)


def to_indices(value: Any, name: str) -> NDArray[np.integer[Any]]:
    """View node numbers as an array of signed integers; an empty one may have any dtype.

    Raises ValueError for any other dtype, and for a number above what int64 holds.
    """
    array = to_numpy(value, name)
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} has dtype {array.dtype}; node numbers must be integers")
    if array.dtype.kind == "i":
        return array
    # Unsigned numbers cannot be compared with -1 nor subtracted without surprises.
    if array.dtype.itemsize == 8 and array.max() > _LARGEST_INT64:
        raise ValueError(f"{name} holds {array.max()}; node numbers are at most {_LARGEST_INT64}")
    return array.astype(np.int64)


def to_float64(value: Any, name: str) -> FloatArray:
    """Return real numbers as read-only, C-contiguous float64.

    Raises ValueError for anything else, and for an integer that float64 would round.
    """
    array = to_numpy(value, name)
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8 and array.size:
        largest = max(int(array.max()), -int(array.min()))
        if largest > _LARGEST_EXACT_INTEGER:
            raise ValueError(f"{name} holds the integer {largest}; the largest exact one is 2**53")
    return frozen(array, np.float64)


def frozen(array: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    """Return the array as read-only, C-contiguous `dtype`.

    The array itself is returned if it already is all that and its memory cannot be written to;
    otherwise a copy.
    """
    if array.dtype == np.dtype(dtype) and array.flags.c_contiguous and _is_unwritable(array):
        return array
    with np.errstate(over="ignore"):  # an overflow shows as inf, which the caller reports
        copy = np.array(array, dtype=dtype, order="C", copy=True)
    return sealed(copy)


def sealed(array: NDArray[Any]) -> NDArray[Any]:
    """Make a freshly built array read-only, in place, and return it."""
    array.flags.writeable = False
    return array


def digest_of(label: str, *arrays: NDArray[Any]) -> str:
    """SHA-256, in hexadecimal, of a label and contiguous arrays with their shapes."""
    hasher = hashlib.sha256(label.encode())
    for array in arrays:
        hasher.update(f":{array.shape}:".encode())
        hasher.update(array.reshape(-1).data)
    return hasher.hexdigest()


def _is_unwritable(array: NDArray[Any]) -> bool:
    """Tell whether neither the array nor any array it is a view of can be written to."""
    owner: object = array
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return False
        owner = owner.base
    return owner is None or isinstance(owner, (bytes, mmap.mmap))


class FrozenArrays(Card):
    """Mix-in of dataclasses with arrays: read-only ones, also after unpickling and copying."""

    def __post_init__(self) -> None:
        self.__setstate__(vars(self))

    @classmethod
    def _trusted(cls, **values: Any) -> Self:
        """Make an object from values that have been checked, without checking them again."""
        made = cls.__new__(cls)
        made.__dict__.update(values)
        return made

    def _changed(self, **values: Any) -> Self:
        """Return a copy with other values in some fields, without checking any."""
        return self._trusted(**{**vars(self), **values})

    def __setstate__(self, state: dict[str, Any]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                sealed(value)
        self.__dict__.update(state)


def permutation_fault(nodes: NDArray[Any], n: int, first: int = 0) -> tuple[int, str] | None:
    """Find out why `nodes` do not hold each of `first` .. `first + n - 1` exactly once.

    Nothing of size `n` is allocated unless `nodes` has that size.

    Returns the position of the fault in `nodes` and a sentence naming the node, or else None.
    """
    last = first + n - 1
    valid = (nodes >= first) & (nodes <= last) & (nodes == np.floor(nodes))
    if not valid.all():
        position = int(np.argmin(valid))
        node = str(nodes[position]).removesuffix(".0")  # numbers from text are floats
        return position, f"node {node} is not one of {first}..{last}"
    if len(nodes) == n and np.bincount(nodes.astype(np.int64) - first).max(initial=1) == 1:
        return None
    present, counts = np.unique(nodes, return_counts=True)
    gaps = present != first + np.arange(len(present))
    missing = first + (int(np.argmax(gaps)) if gaps.any() else len(present))
    faults = [] if missing > last else [f"node {missing} is missing"]
    position = len(nodes)
    if (counts > 1).any():
        repeated = present[np.argmax(counts > 1)]
        position = int(np.flatnonzero(nodes == repeated)[1])
        faults.insert(0, f"node {int(repeated)} is repeated")
    return position, f"{len(nodes)} nodes given for {n}: {' and '.join(faults)}"


def as_tour(tour: Any, n: int | None = None) -> NDArray[np.int32]:
    """Return a tour as contiguous int32; a ValueError if it is not a permutation of 0 .. n-1.

    Without n it may have any length.
    """
    _refuse_holders(tour)
    nodes = to_indices(tour, "tour")
    n = nodes.size if n is None else n
    if nodes.ndim != 1 or n == 0:
        raise ValueError(
            f"tour has shape {nodes.shape}; it must be one row of {n or 'n >= 1'} nodes"
        )
    fault = permutation_fault(nodes, n)
    if fault is not None:
        raise ValueError(f"tour is not a permutation of 0..{n - 1}: {fault[1]}")
    return np.ascontiguousarray(nodes, dtype=np.int32)


def _refuse_holders(tour: Any) -> None:
    """Raise a ValueError for what only holds or names a tour, such as a result or a file."""
    kind = type(tour).__name__
    if tour is None:
        raise ValueError("tour is None; give the node numbers in order")
    if hasattr(tour, "tour"):
        raise ValueError(f"tour is a {kind}; give the node numbers in order, its .tour")
    if isinstance(tour, str | os.PathLike):
        raise ValueError(
            f"tour is {str(tour)!r}; give the node numbers in order, as read_tour does"
        )
