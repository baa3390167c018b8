"""Array intake: any real dtype and layout, from any library, without aliasing."""

import numpy as np
import pytest

from heataco.heatmaps import Heatmap
from heataco.instances import Instance

POINTS = [[0.0, 0.0], [3.0, 4.0], [6.0, 0.5], [1.0, 7.0]]


class DlpackOnly:
    """An array library that offers nothing but DLPack."""

    def __init__(self, array):
        self.__dlpack__, self.__dlpack_device__ = array.__dlpack__, array.__dlpack_device__


class Tensor:
    """What a torch tensor that needs gradients looks like from outside."""

    def __init__(self, array):
        self.array = array

    def detach(self):
        return self

    def cpu(self):
        return self.array


@pytest.mark.parametrize(
    "form",
    [
        lambda a: a.tolist(),
        lambda a: a.astype(np.float16),
        lambda a: a.astype(np.float32),
        lambda a: a.astype(np.longdouble),
        lambda a: a.astype(">f8"),
        lambda a: a.astype(np.uint8),
        lambda a: a.astype(np.int64),
        np.asfortranarray,
        lambda a: np.repeat(np.repeat(a, 2, axis=0), 3, axis=1)[::2, ::3],
        lambda a: a[::-1][::-1],
        DlpackOnly,
        Tensor,
    ],
)
def test_array_forms_are_equal(form):
    """A dtype or memory layout would change the numbers."""
    points = np.arange(12.0).reshape(6, 2)
    matrix = np.arange(16.0).reshape(4, 4)
    taken = Instance.from_coordinates(form(points))
    assert taken.digest == Instance.from_coordinates(points).digest
    assert taken.coordinates.dtype == np.float64
    assert taken.coordinates.flags.c_contiguous
    assert np.array_equal(Instance.from_matrix(form(matrix)).matrix, matrix)


def test_caller_memory_is_not_aliased():
    """Changing the array afterwards would change the instance; or large input be copied."""
    points = np.array(POINTS)
    view = points.view()
    view.flags.writeable = False
    instances = [Instance.from_coordinates(points), Instance.from_coordinates(view)]
    points[:] = 99
    assert all(instance.coordinates.max() == 7 for instance in instances)
    points.flags.writeable = False
    assert Instance.from_coordinates(points).coordinates is points


class BrainFloats(Tensor):
    """A torch tensor of a type that NumPy does not know."""

    dtype = "torch.bfloat16"

    def cpu(self):
        return self

    def float(self):
        return self.array


def test_bfloat16_tensors():
    """The scores of a model that runs in bfloat16 would be refused."""
    instance = Instance.from_coordinates(BrainFloats(np.array(POINTS, dtype=np.float32)))
    assert instance.coordinates.tolist() == POINTS


INTEGERS = ["i1", "i2", "i4", "i8", ">i8", "u1", "u2", "u4", "u8", ">u4"]
ENDS, SCORES = np.array([[0, 1, 2, 2], [2, 0, 0, 1]]), np.array([0.5, 0.25, 1, 2])


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_types_of_node_numbers(dtype):
    """Edges or tours held as unsigned or short integers would crash or mean other nodes."""
    ends, slots, starts = (
        np.array(numbers, dtype) for numbers in (ENDS, [[2, 0], [0, 1], [0, 1]], [0, 1, 2, 4])
    )
    expected = Heatmap.from_edges(*ENDS, SCORES, 3)
    assert Heatmap.from_edge_index(ends, SCORES) == expected
    assert Heatmap.from_edge_index(ends, SCORES, 3) == expected
    assert Heatmap.from_edges(*ends, SCORES, ends.dtype.type(3)) == expected
    assert Heatmap.from_topk(slots, [[0.5, 7], [0.25, 7], [1, 2]]) == expected
    assert Heatmap.from_csr(starts, ends[1], SCORES) == expected
    assert Heatmap(starts, ends[1], SCORES) == expected
    instance = Instance.from_coordinates(POINTS)
    tour = np.array([2, 0, 3, 1], dtype)
    assert instance.cost(tour) == instance.cost([2, 0, 3, 1])


@pytest.mark.parametrize("number", [2**63, 2**64 - 1])
def test_node_numbers_beyond_int64(number):
    """A huge unsigned number would become a negative one, or end in an OverflowError."""
    numbers = np.array([0, number], np.uint64)
    for make in (
        lambda: Heatmap.from_edge_index([numbers, numbers], [1, 2]),
        lambda: Heatmap.from_edges([0, 1], numbers, [1, 2], 2),
        lambda: Heatmap.from_topk(numbers[:, np.newaxis], [[1], [2]]),
        lambda: Heatmap.from_csr(numbers, [1], [1]),
        lambda: Heatmap(numbers, [1], [1]),
        lambda: Instance.from_coordinates(POINTS[:2]).cost(numbers),
    ):
        with pytest.raises(ValueError, match=f"holds {number}; node numbers are at most 92233"):
            make()
    with pytest.raises(ValueError, match="n is 4294967296"):
        Heatmap.from_edge_index(np.array([[0], [2**32 - 1]], np.uint32), [1])
