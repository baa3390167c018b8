"""Heatmap files that are damaged, cut or of no known form."""

import io
import os
import re
import zipfile

import numpy as np
import pytest
import scipy.sparse
from tests.files.heatmap_samples import DENSE, FORMS, TOPK, save
from tests.support import need_packages

from heataco.files import (
    FileError,
    dense_arrays,
    read_heatmap,
    read_heatmaps,
    write_heatmap,
    write_heatmaps,
)
from heataco.heatmaps import Heatmap
from heataco.heatmaps.forms import ARRAY_NAMES


def test_what_a_form_cannot_hold(tmp_path):
    """Heatmaps would be dropped, or a file be written that cannot be read."""
    heatmaps = [Heatmap.from_dense(np.ones((n, n))) for n in (3, 4)]
    for name in ("a.npy", "a.npz"):
        with pytest.raises(ValueError, match=r"have 3 to 4 nodes; .* only \.lines allows"):
            write_heatmaps(heatmaps, tmp_path / name)
    with pytest.raises(FileError, match=r"a\.txt: holds one heatmap, not 2"):
        write_heatmaps(heatmaps, tmp_path / "a.txt")
    with pytest.raises(ValueError, match="heatmaps is empty"):
        write_heatmaps([], tmp_path / "a.npz")
    with pytest.raises(FileError, match="cannot store instances"):
        write_heatmaps(heatmaps, tmp_path / "a.npz", instances=[])
    assert list(tmp_path.iterdir()) == []
    write_heatmaps(heatmaps, tmp_path / "a.lines")
    assert read_heatmaps(tmp_path / "a.lines") == heatmaps


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
    "two arrays in npy": ("a.npy", npy_bytes((1, 1), b"\0" * 9), "5 bytes follow the array; they"),
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
        f"would unpack to {len(BOMB) * (30 << 20)} bytes",
    ),
    "negative npy shape": ("a.npy", npy_bytes((-3, -3), b"\0" * 36), "not a readable .npy file"),
    "unknown npy version": ("a.npy", b"\x93NUMPY\x07\0" + bytes(99), "not a readable .npy file"),
    "member is no array": ("a.npz", archive_with("values.npy", b"hello"), "not a readable"),
    "no known array": (
        "a.npz",
        {"heat": DENSE},
        "known arrays are none; a heatmap needs heatmap .or arr_0 alone., or indices",
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
    "points": ("a.txt", "0.5 0.1\n0.2 0.7\n0.3 0.4\n", "for points, one per line, write a .csv"),
    "whole points": ("a.txt", "5 1\n2 7\n3 4\n", "more than 2 rows of 2 numbers"),
    "points in space": ("a.txt", "5 1 2\n" * 4, "more than 3 rows of 3 numbers"),
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
    with pytest.raises(FileError, match=f"{re.escape(str(path))}: no such file"):
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


def test_unknown_suffix_is_not_written(tmp_path):
    """A heatmap would be written in a form that nothing reads."""
    with pytest.raises(FileError, match=r"heatmaps have \.npy"):
        write_heatmap(Heatmap.from_dense(DENSE), tmp_path / "a.csv")
    assert list(tmp_path.iterdir()) == []
