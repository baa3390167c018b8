"""Heatmap files in and out."""

import tempfile
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.files.heatmap_samples import DENSE, FORMS, TOPK, save
from tests.support import need_packages

from heataco.files import (
    FileError,
    dense_arrays,
    heatmap_text,
    read_heatmap,
    read_heatmaps,
    read_labelled_set,
    write_heatmap,
    write_heatmaps,
)
from heataco.heatmaps import Heatmap

ONE = {
    "dense": (".npy", DENSE),
    "dense batch of one": (".npy", DENSE[np.newaxis]),
    "fortran": (".npy", np.asfortranarray(DENSE)),
    "csr": (".npz", scipy.sparse.csr_matrix(DENSE)),
    "csr array": (".npz", scipy.sparse.csr_array(DENSE)),
    "csc": (".npz", scipy.sparse.csc_matrix(DENSE)),
    "coo": (".npz", scipy.sparse.coo_array(DENSE)),
    "topk": (".npz", TOPK),
    "topk batch of one": (".npz", {key: [value] for key, value in TOPK.items()}),
    "edges": (
        ".npz",
        {"row": [0, 1, 2, 2], "col": [2, 0, 0, 1], "value": [0.5, 0.25, 1, 2], "n": 3},
    ),
    "edges as columns": (
        ".npz",
        {"row": [0, 1, 2, 2], "col": [2, 0, 0, 1], "data": [0.5, 0.25, 1, 2], "n": 3},
    ),
    "edge_index": (
        ".npz",
        {"edge_index": [[0, 1, 2, 2], [2, 0, 0, 1]], "value": [0.5, 0.25, 1, 2]},
    ),
    "unsigned edge_index": (
        ".npz",
        {"edge_index": np.array([[0, 1, 2, 2], [2, 0, 0, 1]], "u8"), "value": [0.5, 0.25, 1, 2]},
    ),
    "flat topk": (
        ".npz",
        {
            "edge_index": [[0, 0, 1, 1, 2, 2], [2, 0, 0, 1, 0, 1]],
            "values": [[0.5], [7], [0.25], [7], [1], [2]],
            "n": 3,
        },
    ),
    "edge_index batch of one": (
        ".npz",
        {"edge_index": [[[0, 1, 2, 2], [2, 0, 0, 1]]], "values": [[0.5, 0.25, 1, 2]]},
    ),
    "csr arrays": (
        ".npz",
        {"indptr": [0, 1, 2, 4], "indices": [2, 0, 1, 0], "values": [0.5, 0.25, 2, 1]},
    ),
    "dense in npz": (".npz", {"heatmap": DENSE}),
    "dense in npz, without a name": (".npz", {"arr_0": DENSE}),
    "text": (".txt", "3\n 0 0 .5\n0.25 0.0 0\n1e0 2 0\nthe mean of 7 is 1_000 nan\n"),
    "text in many lines": (".txt", "3 0 0 .5 0.25 0.0 0 1e0 2 0".replace(" ", "\r\n")),
    "text in one line": (".txt", "\n  3 0 0 .5 0.25 0.0 0 1e0 2 0 17 numbers follow"),
    "text with n before the first row": (".txt", "3 0 0 .5\n0.25 0.0 0\n1e0 2 0\n"),
    "text, wrapped": (".txt", "3 0 0 .5\n0.25 0.0 0 1e0\n2 0\n"),
    "rows without n": (".txt", "0 0 .5\n\n0.25 0 0\n1 2 0\n"),
    "rows without n, statistics": (".txt", " 0 0 .5\n0.25 0 0\n1 2 0\nthe mean of 7\n1 2 3"),
    "rows without n, whole number first": (".txt", "1 0 .5\n0.25 0 0\n1 2 0\n"),
    "one line without n": (".txt", "0.0 0 .5 0.25 0 0 1 2 0"),
    "one line without n, statistics": (
        ".txt",
        "0.0 0 .5 0.25 0 0 1 2 0\nthe mean of nine numbers is 5",
    ),
    "many lines without n": (".txt", "0 0 .5 0.25 0.0 0 1e0 2 0\nthe end".replace(" ", "\n")),
}


@pytest.mark.parametrize("case", ONE)
def test_one_heatmap(tmp_path, case):
    """A form would be refused or read transposed."""
    suffix, content = ONE[case]
    path = save(tmp_path / f"a{suffix}", content)
    assert np.array_equal(read_heatmap(path).to_dense(), DENSE)
    assert read_heatmap(path, index=0) == read_heatmaps(path)[0]
    for index in (1, -1):
        with pytest.raises(FileError, match=f"holds 1 heatmaps.*index is {index}"):
            read_heatmap(path, index=index)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.npy", np.stack([DENSE, DENSE.T])),
        ("a.npz", {"indices": [[[1], [0]]] * 2, "values": [[[1], [2]], [[3], [4]]]}),
        ("a.npz", {"edge_index": [[[0, 1], [1, 0]]] * 2, "values": [[1, 2], [3, 4]]}),
        ("a.npz", {"heatmap": np.stack([DENSE, DENSE.T])}),
        ("a.txt", "nodes 2 indices 2 1 value 1 2\n\nnodes 2 indices 2 1 value 3 4\n"),
    ],
)
def test_batches(tmp_path, name, content):
    """The heatmap of another instance would be decoded."""
    path = save(tmp_path / name, content)
    heatmaps = read_heatmaps(path)
    assert heatmaps == [read_heatmap(path, index=0), read_heatmap(path, index=1)]
    assert heatmaps[0] != heatmaps[1]
    with pytest.raises(FileError, match="holds 2 heatmaps; choose one with an index"):
        read_heatmap(path)
    with pytest.raises(FileError, match=r"holds 2 heatmaps.*index is 2"):
        read_heatmap(path, index=2)


@pytest.mark.parametrize("suffix", FORMS)
@settings(max_examples=100, deadline=None)
@given(
    entries=st.integers(1, 5).flatmap(
        lambda n: st.lists(
            st.floats(0, width=32, allow_infinity=False), min_size=n * n, max_size=n * n
        )
    )
)
def test_round_trip(suffix, entries):
    """Scores would change when they are saved and read again, here or in SciPy."""
    need_packages(suffix)
    n = int(len(entries) ** 0.5)
    heatmap = Heatmap.from_dense(np.array(entries, np.float32).reshape(n, n))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        write_heatmap(heatmap, path)
        assert read_heatmap(path) == heatmap
        if suffix == ".npz":
            assert np.array_equal(scipy.sparse.load_npz(path).toarray(), heatmap.to_dense())


@pytest.mark.parametrize("suffix", [form for form in FORMS if form != ".txt"])
@settings(max_examples=50, deadline=None)
@given(
    seed=st.integers(0, 999), count=st.integers(1, 4), n=st.integers(1, 6), share=st.floats(0, 1)
)
def test_round_trip_of_batches(suffix, seed, count, n, share):
    """A heatmap of a batch would come back with the entries of another."""
    need_packages(suffix)
    rng = np.random.default_rng(seed)
    dense = rng.random((count, n, n), np.float32) * (rng.random((count, n, n)) < share)
    heatmaps = [Heatmap.from_dense(scores) for scores in dense]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        write_heatmaps(heatmaps, path)
        assert read_heatmaps(path) == heatmaps


@pytest.mark.parametrize("suffix", FORMS)
def test_kind_and_symmetrise(tmp_path, suffix):
    """What the numbers mean would be forgotten by one of the readers."""
    need_packages(suffix)
    path = tmp_path / f"a{suffix}"
    heatmap = Heatmap.from_dense(DENSE)
    write_heatmap(heatmap, path)
    assert read_heatmap(path, symmetrise="max") == heatmap.symmetrised("max")
    assert read_heatmaps(path, symmetrise="sum") == [heatmap.symmetrised("sum")]
    logits = read_heatmap(path, kind="logit")
    if suffix in (".npy", ".txt"):
        assert logits == Heatmap.from_dense(DENSE, kind="logit")
    else:
        assert logits == Heatmap.from_csr(scipy.sparse.csr_array(DENSE), kind="logit")
    for read in (read_heatmap, read_heatmaps):
        with pytest.raises(ValueError, match="kind 'x' is unknown; known are probability"):
            read(path, kind="x")
        with pytest.raises(ValueError, match="symmetrise 'x' is unknown; known are none"):
            read(path, symmetrise="x")


@pytest.mark.parametrize("suffix", FORMS)
def test_threshold(tmp_path, suffix):
    """Some form would keep the scores that were to be left out, or lose others."""
    need_packages(suffix)
    scores = np.random.default_rng(2).random((6, 6))
    path = tmp_path / f"heat{suffix}"
    write_heatmap(Heatmap.from_dense(scores), path)
    expected = Heatmap.from_dense(scores, threshold=0.4)
    assert read_heatmap(path, threshold=0.4) == expected
    assert read_heatmaps(path, threshold=0.4) == [expected]
    assert read_heatmap(path, threshold=0.4, symmetrise="max") == expected.symmetrised("max")
    with pytest.raises(ValueError, match="threshold is -1; give a number of at least 0"):
        read_heatmap(path, threshold=-1)


def test_text_is_cut_between_tokens(tmp_path, monkeypatch):
    """A number that straddles two chunks of a large file would be read as two."""
    expected = np.random.default_rng(0).random((20, 20), np.float32)
    path = tmp_path / "a.txt"
    write_heatmap(Heatmap.from_dense(expected), path)
    for chunk in (1, 7, 64, 1000):
        monkeypatch.setattr(heatmap_text, "_CHUNK", chunk)
        assert read_heatmap(path) == Heatmap.from_dense(expected)


def test_long_line_without_n(tmp_path, monkeypatch):
    """A dense text in one long line would be taken for rows as long as what is looked at."""
    numbers = ["0.25"] * 10_000
    path = save(tmp_path / "a.txt", " ".join(numbers))
    monkeypatch.setattr(heatmap_text, "_LONGEST_ROW", 1000)
    assert read_heatmap(path).n == 100


@pytest.mark.parametrize("block", [1, 7, 20, 10**6])
def test_dense_files_in_blocks(tmp_path, monkeypatch, block):
    """A row at the edge of a block would be lost or come twice."""
    monkeypatch.setattr(dense_arrays, "BLOCK_ENTRIES", block)
    scores = np.random.default_rng(1).random((2, 9, 9), np.float32)
    np.save(tmp_path / "a.npy", scores)
    assert read_heatmaps(tmp_path / "a.npy") == [Heatmap.from_dense(part) for part in scores]


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "instances", "edges", "missing"),
    [
        ("dimes_published_tsp500.npz", "tsp500.npz", 3.7, 0.034),
        ("dimes_tsp500.npz", "tsp500.npz", 3.7, 0.034),
        ("utsp_tsp500.npz", "tsp500.npz", 11.7, 0.0),
        ("attgcn_tsp500_0.txt", "tsp500.npz", 4.1, 0.0),
        ("attgcn_tsp200_0.txt", "small/tsp200_0.txt", 4.1, 0.0),
        ("attgcn_tsp10000_0.npz", "tsp10000.npz", 5.7, 0.0),
    ],
)
def test_published_heatmaps(data_dir, name, instances, edges, missing):
    """Published heatmaps would be read transposed, shifted or for the wrong instance."""
    heatmaps = read_heatmaps(data_dir / "heatmaps" / name)
    items = read_labelled_set(data_dir / instances)
    kept, absent = [], []
    for heatmap, item in zip(heatmaps, items, strict=False):  # a .txt belongs to instance 0
        mean = heatmap.symmetrised()
        scored = scipy.sparse.csr_array((mean.values > 1e-4, mean.indices, mean.indptr))
        kept.append(scored.sum() / 2 / mean.n)
        absent.append(1 - scored[item.tour, np.roll(item.tour, -1)].mean())
    assert np.mean(kept) == pytest.approx(edges, abs=0.3)
    assert np.mean(absent) == pytest.approx(missing, abs=0.006)
