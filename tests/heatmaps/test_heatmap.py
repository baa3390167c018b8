"""Heatmaps and the forms they come in."""

import math
import pickle

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.heatmaps.samples import CLEAN, DENSE, SCORES

from heataco.heatmaps import Heatmap

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
        Heatmap.from_edge_index(np.stack((rows, columns)), dense[rows, columns]),
        Heatmap.from_edge_index([rows, columns], dense[rows, columns, np.newaxis], n),
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


JOINED = {
    "mean": lambda a: (a + a.T) / 2,
    "max": lambda a: np.maximum(a, a.T),
    "sum": lambda a: a + a.T,
    "none": lambda a: a,
}


@pytest.mark.parametrize("how", JOINED)
@settings(max_examples=100, deadline=None)
@given(dense=matrices)
def test_symmetrised(how, dense):
    """Decoders for symmetric instances would weigh an edge by one direction only."""
    heatmap = Heatmap.from_dense(dense)
    expected = JOINED[how](without_diagonal(dense).astype(np.float64)).astype(np.float32)
    assert np.array_equal(heatmap.symmetrised(how).to_dense(), expected)
    assert heatmap.symmetrised() == heatmap.symmetrised("mean")


@pytest.mark.parametrize("kind", SCORES)
@settings(max_examples=100, deadline=None)
@given(
    entries=st.lists(st.floats(-200, 80) | st.just(-math.inf), min_size=1, max_size=25),
    seed=st.integers(0, 99),
)
def test_kinds(kind, entries, seed):
    """Logits or log-probabilities would come out as other scores in one form than in another."""
    n = math.ceil(len(entries) ** 0.5)
    dense = np.resize(entries, (n, n))
    with np.errstate(over="ignore"):
        expected = without_diagonal(SCORES[kind](dense).astype(np.float32))
    heatmap = Heatmap.from_dense(dense, kind=kind)
    assert np.allclose(heatmap.to_dense(), expected, rtol=1e-6, atol=0)
    rows, columns = np.divmod(np.random.default_rng(seed).permutation(n * n), n)
    nodes, values = np.tile(np.arange(n), (n, 1)), dense[rows, columns]
    for other in (
        Heatmap.from_edges(rows, columns, values, n, kind=kind),
        Heatmap.from_edge_index([rows, columns], values, n, kind=kind),
        Heatmap.from_topk(nodes, dense, kind=kind),
        Heatmap.from_csr(np.arange(n + 1) * n, nodes.ravel(), dense.ravel(), kind=kind),
        Heatmap.from_row_blocks([dense], n, kind=kind),
    ):
        assert other == heatmap


def test_kinds_leave_the_edges_of_sparse_forms_alone():
    """Every missing edge would get the score of logit 0, one half."""
    heatmap = Heatmap.from_csr(scipy.sparse.csr_array(np.array([[0, 3.0], [0, 0]])), kind="logit")
    assert heatmap.nnz == 1
    assert Heatmap.from_dense([[0, 3.0], [0, 0]], kind="logit").nnz == 2


LAYOUTS = ["to_sparse_coo", "to_sparse_csr", "to_sparse_csc"]


@pytest.mark.filterwarnings("ignore:Sparse (CSR|CSC).*beta")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_torch_sparse(layout):
    """A sparse tensor would be refused or read transposed."""
    torch = pytest.importorskip("torch")
    tensor = torch.from_numpy(CLEAN).requires_grad_()
    assert np.array_equal(Heatmap.from_csr(getattr(tensor, layout)()).to_dense(), CLEAN)
    half = torch.from_numpy(CLEAN).bfloat16().to_sparse_coo()
    assert np.array_equal(Heatmap.from_csr(half).to_dense(), CLEAN)
    with pytest.raises(ValueError, match=r"shape \(2, 3\)"):
        Heatmap.from_csr(getattr(torch.ones(2, 3), layout)())


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


@given(dense=matrices, threshold=st.sampled_from([0.0, 1e-4, 0.1, 0.5, 2.0]))
def test_above(dense, threshold):
    """Leaving low scores out of a heatmap would not be what leaving them out at once is."""
    assert Heatmap.from_dense(dense).above(threshold) == Heatmap.from_dense(
        dense, threshold=threshold
    )


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
