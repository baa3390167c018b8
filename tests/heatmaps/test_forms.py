"""`as_heatmaps`: one heatmap or a batch, from whatever holds it."""

import numpy as np
import pytest
import scipy.sparse

import heataco as ha

B, N = 3, 5
DENSE = np.random.default_rng(0).random((B, N, N)).astype(np.float32)
DENSE[:, np.arange(N), np.arange(N)] = 0
HEATMAPS = [ha.Heatmap.from_dense(scores) for scores in DENSE]
INDICES = np.tile(np.arange(N), (B, N, 1))
ENDS = np.tile(np.stack(np.divmod(np.arange(N * N), N)), (B, 1, 1))
FLAT = DENSE.reshape(B, -1)
ONE = scipy.sparse.csr_array(DENSE[0])
EDGES = ONE.tocoo()

MANY = {
    "array": DENSE,
    "lists": DENSE.tolist(),
    "list of arrays": list(DENSE),
    "list of sparse": [scipy.sparse.csr_array(scores) for scores in DENSE],
    "list of batches": [DENSE[:2], DENSE[2:]],
    "heatmap": {"heatmap": DENSE},
    "topk": {"indices": INDICES, "values": DENSE},
    "edge_index": {"edge_index": ENDS, "values": FLAT},
    "edge_index, columns": {"edge_index": ENDS, "value": FLAT[..., np.newaxis], "n": N},
    "list of mappings": [{"heatmap": scores} for scores in DENSE],
}
SINGLE = {
    "array": DENSE[0],
    "lists": DENSE[0].tolist(),
    "list of rows": list(DENSE[0]),
    "batch of one": DENSE[:1],
    "sparse": ONE,
    "topk": {"indices": INDICES[0], "values": DENSE[0]},
    "edge_index": {"edge_index": ENDS[0], "value": FLAT[0]},
    "csr": {"indptr": ONE.indptr, "indices": ONE.indices, "data": ONE.data},
    "scipy": {
        "format": "csr",
        "shape": [N, N],
        "indptr": ONE.indptr,
        "indices": ONE.indices,
        "data": ONE.data,
    },
    "edges": {"row": EDGES.row, "col": EDGES.col, "value": EDGES.data, "n": N, "note": "x"},
}


@pytest.mark.parametrize("case", MANY)
def test_batches(case):
    """A batch would be refused, or its heatmaps come out in another order."""
    assert ha.as_heatmaps(MANY[case]) == HEATMAPS


@pytest.mark.parametrize("case", SINGLE)
def test_single(case):
    """A single heatmap would need another function, or be taken apart into rows."""
    assert ha.as_heatmaps(SINGLE[case]) == HEATMAPS[:1]


@pytest.mark.filterwarnings("ignore:Sparse CSR.*beta")
def test_torch():
    """Tensors would have to be taken apart by hand."""
    torch = pytest.importorskip("torch")
    batch = torch.from_numpy(DENSE).requires_grad_()
    assert ha.as_heatmaps(batch) == HEATMAPS
    assert ha.as_heatmaps(list(batch)) == HEATMAPS
    assert ha.as_heatmaps(batch[0].to_sparse_csr()) == HEATMAPS[:1]
    named = {"edge_index": torch.from_numpy(ENDS[0]), "values": batch[0].reshape(-1, 1)}
    assert ha.as_heatmaps(named | {"n": torch.tensor(N)}) == HEATMAPS[:1]


def test_kind_and_symmetrise():
    """What the numbers mean would be lost on the way through a batch."""
    logits = np.random.default_rng(1).normal(size=(B, N, N))
    expected = [ha.Heatmap.from_dense(one, kind="logit").symmetrised("max") for one in logits]
    assert ha.as_heatmaps(logits, kind="logit", symmetrise="max") == expected
    named = {"indices": INDICES, "values": logits}
    assert ha.as_heatmaps(named, kind="logit", symmetrise="max") == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (np.zeros((0, 3, 3)), "batch is empty"),
        (np.zeros((2, 2, 3)), r"shape \(2, 3\)"),
        (np.zeros((2, 2, 2, 2)), r"shape \(2, 2, 2, 2\)"),
        ([], r"shape \(0,\)"),
        (3.0, r"shape \(\)"),
        (None, "real numbers"),
        ("heat.npz", "real numbers"),
        ({}, "the known arrays are none; a heatmap needs heatmap "),
        ({"heat": DENSE}, "the known arrays are none"),
        ({"indices": INDICES}, "the known arrays are indices"),
        ({"values": DENSE[0]}, "the known arrays are values"),
        ({"row": [0], "col": [1], "value": [1.0]}, "the known arrays are row, col, value"),
        ({"indices": INDICES, "values": DENSE[:2]}, r"\(3, 5, 5\) and values \(2, 5, 5\)"),
        ({"edge_index": ENDS, "values": FLAT[0]}, "a batch has equally many"),
        ({"edge_index": ENDS[0], "values": FLAT}, r"they must have \(2, E\)"),
        ({"edge_index": ENDS[0], "values": FLAT[0], "n": [1, 2]}, "n has shape"),
        ({"format": "dia", "shape": [3, 3]}, "known are csr, csc, coo"),
    ],
)
def test_refusals(data, message):
    """Something that is no heatmap would end in a traceback from inside."""
    with pytest.raises(ValueError, match=message):
        ha.as_heatmaps(data)


@pytest.mark.parametrize("name", ["kind", "symmetrise"])
def test_unknown_names(name):
    """A misspelt name would silently be the default."""
    with pytest.raises(ValueError, match=f"{name} 'x' is unknown; known are "):
        ha.as_heatmaps(DENSE, **{name: "x"})


def test_errors_name_the_heatmap(tmp_path):
    """Nobody could find the one bad score among those of a thousand heatmaps."""
    batch = np.ones((4, 5, 5))
    batch[2, 1, 3] = np.nan
    with pytest.raises(ValueError, match=r"^heatmap 2: score at row 1, column 3 is nan"):
        ha.as_heatmaps(batch)
    np.save(tmp_path / "batch.npy", batch)
    with pytest.raises(ValueError, match=r"batch\.npy: heatmap 2: score at row 1, column 3 is nan"):
        ha.read_heatmaps(tmp_path / "batch.npy")
