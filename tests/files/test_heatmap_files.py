"""Heatmap files in and out."""

import io
import os
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
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
from heataco.heatmaps.forms import ARRAY_NAMES

DENSE = np.array([[0, 0, 0.5], [0.25, 0, 0], [1, 2, 0]], np.float32)
TOPK = {"indices": [[2, -1], [0, 1], [0, 1]], "values": [[0.5, 7], [0.25, 7], [1, 2]]}


def save(path, content):
    if isinstance(content, dict):
        np.savez(path, **content)
    elif isinstance(content, np.ndarray):
        np.save(path, content)
    elif isinstance(content, str | bytes):
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    else:
        scipy.sparse.save_npz(path, content)
    return path


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


FORMS = [".npy", ".npz", ".txt", ".lines", ".pt", ".pth", ".safetensors"]


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


def test_what_a_form_cannot_hold(tmp_path):
    """Heatmaps would be dropped, or a file be written that cannot be read."""
    heatmaps = [Heatmap.from_dense(np.ones((n, n))) for n in (3, 4)]
    for name in ("a.npy", "a.npz"):
        with pytest.raises(ValueError, match=r"have 3 to 4 nodes; .* only \.lines any"):
            write_heatmaps(heatmaps, tmp_path / name)
    with pytest.raises(FileError, match=r"a\.txt: holds one heatmap, not 2"):
        write_heatmaps(heatmaps, tmp_path / "a.txt")
    with pytest.raises(ValueError, match="heatmaps is empty"):
        write_heatmaps([], tmp_path / "a.npz")
    with pytest.raises(FileError, match="no place for instances"):
        write_heatmaps(heatmaps, tmp_path / "a.npz", instances=[])
    assert list(tmp_path.iterdir()) == []
    write_heatmaps(heatmaps, tmp_path / "a.lines")
    assert read_heatmaps(tmp_path / "a.lines") == heatmaps


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


def archive_with(name, data, compression=zipfile.ZIP_STORED):
    return archive_of({name: data}, compression)


def archive_of(members, compression):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def npy_bytes(shape, data=b""):
    buffer = io.BytesIO()
    header = {"descr": "<f4", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(buffer, header)
    return buffer.getvalue() + data


BOMB = [f"{name}.npy" for name in ARRAY_NAMES]
BAD = {
    "suffix": (
        "a.csv",
        "1,2",
        r"suffix '\.csv' is unknown; heatmaps have \.npy, \.npz, \.txt, ",
    ),
    "empty npy": ("a.npy", "", "not a readable .npy file"),
    "text as npy": ("a.npy", "3 1 2 3", "not a readable .npy file"),
    "cut npy": ("a.npy", npy_bytes((3, 3), b"\0" * 35), "not a readable .npy file"),
    "absurd npy": ("a.npy", npy_bytes((10**12, 10**12)), "not a readable .npy file"),
    "objects in npy": ("a.npy", np.array([[None]]), "not a readable .npy file"),
    "vector npy": ("a.npy", np.zeros(4), r"shape \(4,\)"),
    "oblong npy": ("a.npy", np.zeros((2, 3)), r"shape \(2, 3\)"),
    "complex npy": ("a.npy", np.zeros((2, 2), complex), "complex128"),
    "nan npy": ("a.npy", np.full((2, 2), np.nan), "row 0, column 0 is nan"),
    "negative npy": ("a.npy", -np.ones((2, 2)), "row 0, column 0 is -1.*kind='log-probability'"),
    "empty batch": ("a.npy", np.zeros((0, 2, 2)), "batch is empty"),
    "empty npz": ("a.npz", "", "not a readable .npz file"),
    "binary npz": ("a.npz", b"PK\x03\x04\0\0\0", "not a readable .npz file"),
    "absurd npz": (
        "a.npz",
        archive_with("indices.npy", npy_bytes((10**12, 9))),
        "indices.npy is cut off",
    ),
    "bomb": (
        "a.npz",
        archive_with("indices.npy", bytes(300 << 20), zipfile.ZIP_DEFLATED),
        "would unpack to 314572800 bytes",
    ),
    "bomb in many members": (
        "a.npz",
        archive_of(dict.fromkeys(BOMB, bytes(30 << 20)), zipfile.ZIP_DEFLATED),
        "would unpack to 377487360 bytes",
    ),
    "negative npy shape": ("a.npy", npy_bytes((-3, -3), b"\0" * 36), "not a readable .npy file"),
    "unknown npy version": ("a.npy", b"\x93NUMPY\x07\0" + bytes(99), "not a readable .npy file"),
    "member is no array": ("a.npz", archive_with("values.npy", b"hello"), "not a readable"),
    "no known array": (
        "a.npz",
        {"heat": DENSE},
        "known arrays are none; a heatmap needs heatmap, or indices",
    ),
    "objects in npz": ("a.npz", {**TOPK, "values": np.array([None])}, "not a readable .npz"),
    "topk shapes": ("a.npz", {**TOPK, "values": [[1, 2]]}, r"\(3, 2\) and values \(1, 2\)"),
    "batch shapes": (
        "a.npz",
        {"indices": np.zeros((2, 2, 1), int), "values": np.zeros((1, 2, 1))},
        r"\(2, 2, 1\) and values \(1, 2, 1\)",
    ),
    "topk floats": ("a.npz", {**TOPK, "indices": np.zeros((3, 2))}, "integers"),
    "rows without end": (
        "a.npz",
        {"indices": np.empty((1 << 40, 0), "i1"), "values": np.empty((1 << 40, 0))},
        "n is 1099511627776",
    ),
    "edge outside": ("a.npz", {"row": [0], "col": [3], "value": [1.0], "n": 3}, "column 3"),
    "edge twice": ("a.npz", {"row": [0, 0], "col": [1, 1], "value": [1, 2], "n": 3}, "twice"),
    "absurd n": ("a.npz", {"row": [0], "col": [1], "value": [1.0], "n": 10**12}, "n is 10"),
    "n as vector": ("a.npz", {"row": [0], "col": [1], "value": [1.0], "n": [3, 3]}, "one value"),
    "sparse format": ("a.npz", scipy.sparse.dia_array(DENSE), "'dia' is unknown; known are csr"),
    "sparse shape": ("a.npz", scipy.sparse.csr_array((2, 3)), r"shape \(2, 3\)"),
    "sparse lacks": ("a.npz", {"format": b"csr", "shape": [3, 3]}, "lacks indptr, indices, data"),
    "sparse sizes": (
        "a.npz",
        {"format": "csr", "shape": [3, 3], "indptr": [0, 0], "indices": [], "data": []},
        r"indptr has 2 entries for shape \(3, 3\)",
    ),
    "empty text": ("a.txt", "", "is empty"),
    "text without n": ("a.txt", "0.5 1 2", "starts with '0.5'"),
    "text n zero": ("a.txt", "0", "starts with '0'"),
    "no rows": ("a.txt", "0.00 1.00 2.00\n3.00 4.00 5.00\n", "6 scores for n = 3; there must be 9"),
    "no square": (
        "a.txt",
        "0.5 1 2\n0 1",
        "its 5 numbers are neither rows of equal length nor n x n",
    ),
    "no square, words": ("a.txt", "0.5 1 2 and 4", "its 3 numbers"),
    "rows cut off": ("a.txt", "0 1.0 1\n1 0.0 1\n1 2", "8 scores for n = 3; there must be 9"),
    "text n absurd": ("a.txt", f"{10**12} 1 2 3", "starts with"),
    "text n large": ("a.txt", "999999999 1 2 3", "is cut off: 999999999 nodes need"),
    "cut text": ("a.txt", "2 0.000 0.000 0.000\n", "3 scores for n = 2; there must be 4"),
    "statistics too early": ("a.txt", "2 0.000 0.000 0.000\nthe mean", "'the' is not a number"),
    "binary text": ("a.txt", b"\x93NUMPY\x01\0v\0", "holds a NUL byte"),
    "text underscore": ("a.txt", "2 0 1_0 1 0", "'1_0' is not a number"),
    "text in lines of words": ("a.txt", "one two\n", "starts with 'one'"),
    "text nan": ("a.txt", "2 0 nan 1 0", "row 0, column 1 is nan"),
    "text negative": ("a.txt", "2 0 1 -1 0", "row 1, column 0 is -1"),
    "endless token": ("a.txt", "2 0 1 1 " + "0" * 5000, "too long for a number"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused(tmp_path, case):
    """A broken file would crash, exhaust the memory or be read as other scores."""
    name, content, message = BAD[case]
    path = save(tmp_path / name, content)
    for read in (read_heatmap, read_heatmaps):
        with pytest.raises(FileError, match=f"(?s)^{path}: .*{message}"):
            read(path)


@pytest.mark.parametrize("suffix", FORMS)
def test_missing_and_cut_files(tmp_path, suffix):
    """A wrong path or an interrupted download would end in a traceback."""
    need_packages(suffix)
    path = tmp_path / f"a{suffix}"
    with pytest.raises(FileError, match=f"{path}: no such file"):
        read_heatmap(path)
    write_heatmap(Heatmap.from_dense(DENSE), path)
    whole = path.read_bytes()
    for length in range(len(whole) - 2):
        path.write_bytes(whole[:length])
        with pytest.raises(FileError):
            read_heatmap(path)


@pytest.mark.parametrize("order", ["C", "F"])
def test_files_that_shrink(tmp_path, order):
    """A file that is cut off while it is read would end the process by a signal."""
    path = tmp_path / "a.npy"
    np.save(path, np.asarray(np.ones((3, 400, 400), np.float32), order=order))
    batch = dense_arrays.open_dense(path, "probability", 0.0)
    os.truncate(path, 400 * 400 * 4 + 5000)
    assert batch.build(0) == Heatmap.from_dense(np.ones((400, 400)))
    if order == "C":
        with pytest.raises(ValueError, match="cut off: 640000 bytes are needed where 48"):
            batch.build(1)


@pytest.mark.parametrize("block", [1, 7, 20, 10**6])
def test_dense_files_in_blocks(tmp_path, monkeypatch, block):
    """A row at the edge of a block would be lost or come twice."""
    monkeypatch.setattr(dense_arrays, "BLOCK_ENTRIES", block)
    scores = np.random.default_rng(1).random((2, 9, 9), np.float32)
    np.save(tmp_path / "a.npy", scores)
    assert read_heatmaps(tmp_path / "a.npy") == [Heatmap.from_dense(part) for part in scores]


def test_unknown_suffix_is_not_written(tmp_path):
    """A heatmap would be written in a form that nothing reads."""
    with pytest.raises(FileError, match=r"heatmaps have \.npy"):
        write_heatmap(Heatmap.from_dense(DENSE), tmp_path / "a.csv")
    assert list(tmp_path.iterdir()) == []


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
