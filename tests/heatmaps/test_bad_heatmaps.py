"""Heatmaps that are refused."""

import math

import numpy as np
import pytest
import scipy.sparse
from tests.heatmaps.samples import CLEAN, DENSE, SCORES

from heataco.heatmaps import Heatmap, csr


@pytest.mark.parametrize(
    ("scores", "kind"),
    [([[0, -3.2], [-0.1, 0]], "log-probability"), ([[0, -3.2], [4, 0]], "logit")],
)
def test_negative_scores_get_a_hint(scores, kind):
    """A user with logits would not learn how to bring them."""
    with pytest.raises(ValueError, match=rf"column 1 is -3\.2.*kind='{kind}' \(--kind {kind}\)"):
        Heatmap.from_dense(scores)


@pytest.mark.parametrize("kind", SCORES)
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_bad_numbers_of_other_kinds(kind, value):
    """NaN would be dropped as if it were no score."""
    with pytest.raises(ValueError, match=r"column 1 is (nan|inf); it must be a number below"):
        Heatmap.from_dense([[0, value], [0, 0]], kind=kind)


def test_scores_too_large_for_float32():
    """An infinite score would reach the decoders."""
    with pytest.raises(ValueError, match="row 0, column 1 is 100"):
        Heatmap.from_dense([[0, 100], [0, 0]], kind="log-probability")
    with pytest.raises(ValueError, match=r"is 6\.0.*finite as float32"):
        Heatmap.from_dense([[0, 3e38], [3e38, 0]]).symmetrised("sum")


@pytest.mark.filterwarnings("ignore:Sparse (CSR|BSR).*beta")
def test_damaged_torch_sparse():
    """A tensor from a damaged file would make torch read outside its memory."""
    torch = pytest.importorskip("torch")
    options = {"size": (2, 2), "check_invariants": False}
    for pointers, columns, message in (
        ([0, 1, 2], [1, 10**12], "column 1000000000000 is not within"),
        ([0, 10**12, 2], [1, 0], "indptr must ascend"),
        ([0, 2], [1, 0], r"shape \(2, 2\) has 1 compressed rows"),
    ):
        damaged = torch.sparse_csr_tensor(pointers, columns, [1.0, 2.0], **options)
        with pytest.raises(ValueError, match=message):
            Heatmap.from_csr(damaged)
    damaged = torch.sparse_coo_tensor([[0], [9]], [1.0], **options)
    with pytest.raises(ValueError, match="column 9"):
        Heatmap.from_csr(damaged)
    with pytest.raises(ValueError, match=r"sparse_bsr is not supported; call to_sparse_csr\(\)"):
        Heatmap.from_csr(torch.ones(2, 2).to_sparse_bsr((1, 1)))


def test_torch_sparse_with_an_edge_twice():
    """The scores of a doubled edge would be added without a word."""
    torch = pytest.importorskip("torch")
    twice = torch.sparse_coo_tensor([[0, 0], [1, 1]], [0.5, 0.25], (2, 2), check_invariants=True)
    with pytest.raises(ValueError, match="row 0, column 1 is given twice"):
        Heatmap.from_csr(twice)
    assert Heatmap.from_csr(twice.coalesce()).to_dense().tolist() == [[0, 0.75], [0, 0]]


@pytest.mark.parametrize("threshold", [-0.1, math.nan, math.inf])
def test_bad_threshold(threshold):
    """No score would be left, or every one, without a word."""
    with pytest.raises(ValueError, match="give a number of at least 0"):
        Heatmap.from_dense(DENSE).above(threshold)


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
        (lambda: Heatmap.from_dense(np.zeros((4, 3, 3))), "batch of 4.*as_heatmaps"),
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
        (lambda: Heatmap.from_edges([], [], [], 2.5), "n is 2.5; give a whole number"),
        (lambda: Heatmap.from_topk([[2], [0]], [[1], [1]]), "column 2"),
        (lambda: Heatmap.from_topk([[-2], [0]], [[1], [1]]), "column -2"),
        (lambda: Heatmap.from_topk([[1], [0]], [[1, 2], [1, 2]]), r"\(2, 1\) and values \(2, 2\)"),
        (lambda: Heatmap.from_topk([1, 0], [1, 1]), r"shape \(n, k\)"),
        (lambda: Heatmap.from_csr([0, 2, 1], [1], [1]), "ascend"),
        (lambda: Heatmap.from_csr([1, 1, 1], [1], [1]), "ascend"),
        (lambda: Heatmap.from_csr([0, 1, 1], [1], [1, 2]), "1 indices and 2 values"),
        (lambda: Heatmap.from_csr([], [], []), "n is -1"),
        (lambda: Heatmap.from_csr(DENSE), "sparse matrix"),
        (lambda: Heatmap.from_dense(scipy.sparse.csr_array(DENSE)), "use Heatmap.from_csr"),
        (lambda: Heatmap.from_edge_index([[0], [1], [2]], [1]), r"shape \(3, 1\)"),
        (lambda: Heatmap.from_edge_index([[0, 1], [1, 0]], [1]), r"values \(1,\).*\(E,\)"),
        (lambda: Heatmap.from_edge_index([[0], [1]], [[1, 2]]), r"values \(1, 2\)"),
        (lambda: Heatmap.from_edge_index([0, 1], [1]), r"shape \(2,\)"),
        (lambda: Heatmap.from_edge_index([[0.0], [1.0]], [1]), "integers"),
        (lambda: Heatmap.from_edge_index([[], []], []), "n is 0"),
        (lambda: Heatmap.from_edge_index([[0], [3]], [1], 3), "column 3"),
        (lambda: Heatmap.from_edge_index([[0, 0], [1, 1]], [1, 1]), "given twice"),
        (lambda: Heatmap.from_dense(DENSE, kind="odds"), "known are probability, logit, log-pro"),
        (lambda: Heatmap.from_topk([[1], [0]], [[1], [1]], kind=None), "kind None is unknown"),
        (lambda: Heatmap.from_dense(CLEAN).symmetrised("min"), "known are none, mean, max, sum"),
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


@pytest.mark.parametrize(
    "make",
    [
        lambda: Heatmap.from_dense([[0, 1], [2, 0]]),
        lambda: Heatmap.from_edges([0], [1], [0.5], 2),
        lambda: Heatmap([0, 1, 1], [1], [0.5]),
    ],
)
def test_scores_are_checked_once(monkeypatch, make):
    """Every large heatmap would be looked through and sorted twice."""
    calls = []
    clean = csr.clean_entries
    monkeypatch.setattr(csr, "clean_entries", lambda *args: calls.append(1) or clean(*args))
    heatmap = make()
    assert len(calls) == 1
    heatmap.above(0.1)
    assert len(calls) == 1
    assert not heatmap.values.flags.writeable
