"""Heatmaps: the forms they come in, and what is refused."""

import math
import pickle

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from heataco.heatmaps import Heatmap

DENSE = np.array([[9, 0, 0.5], [0.25, 0, 0], [1, 2, 9]], np.float32)
CLEAN = np.array([[0, 0, 0.5], [0.25, 0, 0], [1, 2, 0]], np.float32)

matrices = st.integers(1, 7).flatmap(
    lambda n: st.lists(
        st.sampled_from([0.0, 0.0, 0.1, 0.5, 1.0, 3e-45, 1e38]), min_size=n * n, max_size=n * n
    ).map(lambda entries: np.array(entries, np.float32).reshape(n, n))
)


def without_diagonal(dense):
    return np.where(np.eye(len(dense), dtype=bool), 0, dense)


@settings(max_examples=200, deadline=None)
@given(dense=matrices, seed=st.integers(0, 99))
def test_all_forms_agree(dense, seed):
    """The same scores would decode differently depending on how they are handed over."""
    n = len(dense)
    expected = Heatmap.from_dense(dense)
    assert np.array_equal(expected.to_dense(), without_diagonal(dense))
    order = np.random.default_rng(seed).permutation(n * n)
    rows, columns = np.divmod(order, n)
    shuffled = np.random.default_rng(seed).permuted(np.tile(np.arange(n), (n, 1)), axis=1)
    forms = [
        Heatmap.from_edges(rows, columns, dense[rows, columns], n),
        Heatmap.from_topk(shuffled, np.take_along_axis(dense, shuffled, axis=1)),
        Heatmap.from_csr(
            np.arange(n + 1) * n, shuffled.ravel(), np.take_along_axis(dense, shuffled, 1).ravel()
        ),
        Heatmap.from_csr(scipy.sparse.csr_matrix(dense)),
        Heatmap.from_csr(scipy.sparse.csc_array(dense)),
        Heatmap.from_csr(scipy.sparse.coo_array(dense)),
        Heatmap(expected.indptr, expected.indices, expected.values),
        pickle.loads(pickle.dumps(expected)),
    ]
    assert all(form == expected for form in forms)


@settings(max_examples=200, deadline=None)
@given(dense=matrices)
def test_symmetrised_is_the_mean_of_both_directions(dense):
    """Decoders for symmetric instances would weigh an edge by one direction only."""
    clean = without_diagonal(dense).astype(np.float64)
    mean = ((clean + clean.T) / 2).astype(np.float32)
    assert np.array_equal(Heatmap.from_dense(dense).symmetrised().to_dense(), mean)


@pytest.mark.parametrize(
    "form",
    [
        lambda a: a.tolist(),
        lambda a: a.astype(np.float16),
        lambda a: a.astype(np.float64),
        np.asfortranarray,
        lambda a: np.repeat(a, 2, axis=1)[:, ::2],
        lambda a: np.flip(np.flip(a).copy()),
        lambda a: np.frombuffer(a.tobytes(), a.dtype).reshape(a.shape),
    ],
)
def test_dense_array_forms_are_equal(form):
    """A dtype or memory layout would change the scores."""
    assert np.array_equal(Heatmap.from_dense(form(DENSE)).to_dense(), CLEAN)


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint64])
def test_integer_scores(dtype):
    """An adjacency matrix would not do as a heatmap."""
    assert np.array_equal(Heatmap.from_dense((DENSE > 0).astype(dtype)).to_dense(), CLEAN > 0)


def test_arrays_are_canonical_and_read_only():
    """The native module would read unsorted rows, other dtypes, or memory that changes."""
    dense = DENSE.copy()
    heatmap = Heatmap.from_dense(dense)
    dense[:] = 7
    assert heatmap.indptr.tolist() == [0, 1, 2, 4]
    assert heatmap.indices.tolist() == [2, 0, 0, 1]
    assert heatmap.values.tolist() == [0.5, 0.25, 1, 2]
    for array, dtype in [("indptr", "i8"), ("indices", "i4"), ("values", "f4")]:
        for owner in (heatmap, pickle.loads(pickle.dumps(heatmap)), heatmap.symmetrised()):
            assert getattr(owner, array).dtype == dtype
            assert getattr(owner, array).flags.c_contiguous
            assert not getattr(owner, array).flags.writeable


def test_edges_do_not_alias_the_caller():
    """Changing sorted input arrays afterwards would change the heatmap."""
    rows, columns = np.array([0, 1]), np.array([1, 0], np.int32)
    values = np.array([0.5, 0.5], np.float32)
    heatmap = Heatmap.from_edges(rows, columns, values, 2)
    columns[:], values[:] = 7, -1
    assert heatmap.indices.tolist() == [1, 0]
    assert heatmap.values.tolist() == [0.5, 0.5]


def test_rows_and_sizes():
    """A row would be read from the wrong place."""
    heatmap = Heatmap.from_dense(DENSE)
    assert (heatmap.n, heatmap.nnz) == (3, 4)
    targets, scores = heatmap.row(2)
    assert (targets.tolist(), scores.tolist()) == ([0, 1], [1, 2])
    for node in (-1, 3):
        with pytest.raises(IndexError, match=f"node {node}"):
            heatmap.row(node)


def test_empty_heatmaps():
    """An all-zero heatmap, an empty row or a single node would be refused or crash."""
    for n in (1, 2, 3, 4):
        empty = Heatmap.from_dense(np.zeros((n, n)))
        assert (empty.n, empty.nnz) == (n, 0)
        assert empty.symmetrised() == empty == Heatmap.from_edges([], [], [], n)
        assert empty == Heatmap.from_topk(np.full((n, 3), -1), np.full((n, 3), math.nan))
    assert Heatmap.from_topk(np.zeros((2, 0), int), np.zeros((2, 0))).n == 2


def test_topk_slots():
    """An empty slot, marked by -1 or the node itself, would become an edge or an error."""
    indices = [[1, -1, 0], [-1, -1, 1], [0, 1, 2]]
    values = [[0.5, math.nan, -1], [9, 9, 9], [0.25, 0.75, math.inf]]
    assert Heatmap.from_topk(indices, values).to_dense().tolist() == [
        [0, 0.5, 0],
        [0, 0, 0],
        [0.25, 0.75, 0],
    ]


def test_threshold():
    """Scores at or below the threshold would be kept."""
    assert Heatmap.from_dense(DENSE, threshold=0.5).values.tolist() == [1, 2]
    for threshold in (-1, math.nan, math.inf):
        with pytest.raises(ValueError, match="threshold"):
            Heatmap.from_dense(DENSE, threshold=threshold)


def test_blocks_of_rows():
    """A heatmap larger than one block would lose or shift rows."""
    n = 2500
    rng = np.random.default_rng(0)
    rows, columns = rng.integers(0, n, (2, 20_000))
    dense = np.zeros((n, n), np.float32)
    dense[rows, columns] = rng.random(20_000, np.float32)
    heatmap = Heatmap.from_dense(dense)
    assert np.array_equal(heatmap.to_dense(), without_diagonal(dense))
    dense[2400, 7] = -1
    with pytest.raises(ValueError, match="row 2400, column 7 is -1"):
        Heatmap.from_dense(dense)


@pytest.mark.parametrize("value", [math.nan, math.inf, -1.0, -1e-60, 1e39])
def test_bad_scores_are_refused(value):
    """NaN, negative or infinite scores would reach the decoders."""
    dense = DENSE.astype(np.float64)
    dense[1, 2] = value
    makers = [
        lambda: Heatmap.from_dense(dense),
        lambda: Heatmap.from_csr(scipy.sparse.csr_array(dense)),
        lambda: Heatmap.from_edges([0, 1], [1, 2], [1, value], 3),
        lambda: Heatmap.from_topk([[1], [2], [0]], [[1], [value], [1]]),
    ]
    for make in makers:
        with pytest.raises(ValueError, match="row 1, column 2 is"):
            make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Heatmap.from_dense(np.zeros((2, 3))), r"shape \(2, 3\)"),
        (lambda: Heatmap.from_dense(np.zeros((4, 3, 3))), "batch of 4.*index="),
        (lambda: Heatmap.from_dense(np.zeros(3)), r"shape \(3,\)"),
        (lambda: Heatmap.from_dense(np.zeros((0, 0))), "n >= 1"),
        (lambda: Heatmap.from_dense([["a"]]), "real numbers"),
        (lambda: Heatmap.from_dense(np.zeros((2, 2), complex)), "complex128"),
        (lambda: Heatmap.from_row_blocks([np.zeros((1, 2))], 2), "has 1 rows"),
        (lambda: Heatmap.from_row_blocks([np.zeros((3, 2))], 2), r"shape \(3, 2\)"),
        (lambda: Heatmap.from_edges([0, 0], [1, 1], [1, 2], 2), "row 0, column 1 is given twice"),
        (lambda: Heatmap.from_topk([[1, 1], [0, -1]], [[1, 2], [3, 4]]), "row 0, column 1"),
        (lambda: Heatmap.from_csr([0, 2, 2], [1, 1], [1, 2]), "given twice"),
        (lambda: Heatmap.from_edges([0], [2], [1], 2), r"column 2 is not within 0\.\.1"),
        (lambda: Heatmap.from_edges([-1], [1], [1], 2), "row -1"),
        (lambda: Heatmap.from_edges([0.0], [1], [1], 2), "integers"),
        (lambda: Heatmap.from_edges([0], [1], [1, 2], 2), "equally many"),
        (lambda: Heatmap.from_edges([[0]], [[1]], [[1]], 2), "one dimension"),
        (lambda: Heatmap.from_edges([], [], [], 0), "n is 0"),
        (lambda: Heatmap.from_edges([], [], [], 10**12), "n is 10"),
        (lambda: Heatmap.from_edges([], [], [], 2.5), "must be an integer"),
        (lambda: Heatmap.from_topk([[2], [0]], [[1], [1]]), "column 2"),
        (lambda: Heatmap.from_topk([[-2], [0]], [[1], [1]]), "column -2"),
        (lambda: Heatmap.from_topk([[1], [0]], [[1, 2], [1, 2]]), r"\(2, 1\) and values \(2, 2\)"),
        (lambda: Heatmap.from_topk([1, 0], [1, 1]), r"shape \(n, k\)"),
        (lambda: Heatmap.from_csr([0, 2, 1], [1], [1]), "ascend"),
        (lambda: Heatmap.from_csr([1, 1, 1], [1], [1]), "ascend"),
        (lambda: Heatmap.from_csr([0, 1, 1], [1], [1, 2]), "1 indices and 2 values"),
        (lambda: Heatmap.from_csr([], [], []), "n is -1"),
        (lambda: Heatmap.from_csr(DENSE), "sparse matrix"),
        (lambda: Heatmap.from_csr(scipy.sparse.csr_array((2, 3))), r"shape \(2, 3\)"),
        (lambda: Heatmap([0, 2, 2, 2], [2, 1], [1, 1]), "unsorted"),
        (lambda: Heatmap([0, 1, 1], [0], [1]), "self-entries"),
        (lambda: Heatmap([0, 1, 1], [1], [0]), "zeros"),
    ],
)
def test_bad_heatmaps_are_refused(make, message):
    """A malformed heatmap would be decoded as something else."""
    with pytest.raises(ValueError, match=message):
        make()
