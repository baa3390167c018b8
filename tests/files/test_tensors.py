"""Tensor files: what torch and safetensors write, without them, and with bad intent."""

import io
import json
import pickle
import sys
import warnings
import zipfile

import numpy as np
import pytest
from tests.support import refused

import heataco as ha
from heataco.files import FileError

N = 4
DENSE = np.random.default_rng(0).random((3, N, N)).astype(np.float32)
DENSE[:, np.arange(N), np.arange(N)] = 0
HEATMAPS = [ha.Heatmap.from_dense(scores) for scores in DENSE]
ENDS = np.stack(np.divmod(np.arange(N * N), N))
NAMED = {
    "dense": {"heatmap": DENSE[0]},
    "topk": {"indices": np.tile(np.arange(N), (N, 1)), "values": DENSE[0]},
    "flat": {"edge_index": ENDS, "values": DENSE[0].reshape(-1, 1), "n": np.array(N)},
    "edges": {"row": ENDS[0], "col": ENDS[1], "value": DENSE[0].ravel(), "n": np.array(N)},
}


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.mark.filterwarnings("ignore:Sparse CSR.*beta")
def test_torch_values(torch, tmp_path):
    """What people save with torch.save would be refused."""
    batch = torch.from_numpy(DENSE)
    for data, expected in (
        (batch[0], HEATMAPS[:1]),
        (batch, HEATMAPS),
        (list(batch), HEATMAPS),
        (torch.nn.Parameter(batch), HEATMAPS),
        (batch[0].to_sparse_coo(), HEATMAPS[:1]),
        (batch[0].to_sparse_csr(), HEATMAPS[:1]),
        ({"indices": torch.arange(N).tile(3, N, 1), "values": batch}, HEATMAPS),
        ({"edge_index": torch.from_numpy(ENDS), "value": batch[0].ravel(), "n": N}, HEATMAPS[:1]),
        ({"heatmap": batch[0], "epoch": 7, "note": "best"}, HEATMAPS[:1]),
    ):
        for path in (tmp_path / "a.pt", tmp_path / "a.pth"):
            torch.save(data, path)
            assert ha.read_heatmaps(path) == expected


def test_torch_types(torch, tmp_path):
    """Scores of half precision would be refused, or an old file not be read."""
    half = torch.from_numpy(DENSE[0]).bfloat16()
    torch.save(half, tmp_path / "a.pt")
    assert ha.read_heatmap(tmp_path / "a.pt") == ha.Heatmap.from_dense(half)
    torch.save(torch.from_numpy(DENSE), tmp_path / "a.pt", _use_new_zipfile_serialization=False)
    assert ha.read_heatmap(tmp_path / "a.pt", index=2) == HEATMAPS[2]


@pytest.mark.parametrize("case", NAMED)
def test_named_arrays(tmp_path, case):
    """The keys of .npz files would mean something else, or nothing, in .safetensors."""
    numpy = pytest.importorskip("safetensors.numpy")
    numpy.save_file(NAMED[case], tmp_path / "a.safetensors")
    assert ha.read_heatmaps(tmp_path / "a.safetensors") == HEATMAPS[:1]


class Command:
    """Runs a command where it is unpickled without care."""

    def __reduce__(self):
        return exec, ("raise SystemExit('code from the file was run')",)


def test_hostile_pickles(torch, tmp_path):
    """A downloaded heatmap could run any code."""
    path = tmp_path / "a.pt"
    torch.save({"heatmap": Command()}, path)
    message = ": is damaged or holds more than tensors; torch.save a tensor, or a dict"
    with refused(path, message):
        ha.read_heatmap(path)
    path.write_bytes(pickle.dumps(Command()))
    with refused(path, message):
        ha.read_heatmap(path)


def test_refusals_are_one_sentence(torch, tmp_path):
    """Torch would add a warning of its own to the refusal, or the reason would be left empty."""
    path = tmp_path / "a.pt"
    path.write_bytes(pickle.dumps({"a": 1}, protocol=4))
    refused = pytest.raises(FileError, match=r"holds more than tensors.*UnpicklingError: ")
    with warnings.catch_warnings(action="error"), refused:
        ha.read_heatmap(path)
    path.write_bytes(b"")
    with pytest.raises(FileError, match=r"a\.pt: is empty; torch\.save a tensor, or a dict of"):
        ha.read_heatmap(path)


def test_bombs(torch, tmp_path):
    """A small file could exhaust the memory."""
    path = tmp_path / "a.pt"
    torch.save(torch.zeros(3, 3), path)
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(path) as old,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, bytes(300 << 20) if name.endswith("/0") else old.read(name))
    path.write_bytes(packed.getvalue())
    with pytest.raises(FileError, match=r"would unpack to 31457\d{4} bytes"):
        ha.read_heatmap(path)


def test_repetitions(torch, tmp_path):
    """A file of 1.5 kB could stand for a heatmap that takes minutes, or for ever."""
    path = tmp_path / "a.pt"
    ones = torch.ones(1, 1)
    torch.save(ones.expand(3, N, N), path)
    assert ha.read_heatmaps(path) == [ha.Heatmap.from_dense(np.ones((N, N)))] * 3
    itself = []
    itself.append(itself)
    lists = [1.0] * 100
    for _ in range(8):
        lists = [lists] * 100
    for data in (
        ones.expand(20_000, 20_000),
        ones.to(torch.uint8).expand(20_000, 20_000),
        {"indices": ones.long().expand(50_000, 200), "values": ones.expand(50_000, 200)},
        [torch.ones(100, 100)] * 1_000,
        lists[0][0],
    ):
        torch.save(data, path)
        with refused(path, r": repeats its numbers to more than \d+ bytes"):
            ha.read_heatmaps(path)
    deep = ones
    for _ in range(100):
        deep = {"heatmap": deep}
    for data in (itself, deep):
        torch.save(data, path)
        with refused(path, ": holds lists or mappings more than 16 deep"):
            ha.read_heatmaps(path)


def test_damaged_headers(tmp_path):
    """The header of a .safetensors file could make the reader go anywhere."""
    path = tmp_path / "a.safetensors"
    good = {"dtype": "F32", "shape": [3, 3], "data_offsets": [0, 36]}
    for change, message in (
        ({}, None),
        ({"dtype": "F4"}, "heatmap has dtype 'F4'; known are BOOL"),
        ({"shape": [-3, -3]}, r"shape \[-3, -3\] at 0 to 36"),
        ({"shape": [3.0, 3]}, r"shape \[3.0, 3\]"),
        ({"shape": [1 << 70, 3]}, "has 36 bytes for shape"),
        ({"shape": 5}, "iterable|int"),
        ({"data_offsets": [0, 72], "shape": [6, 3]}, "cut off: heatmap lies at 0 to 72"),
        ({"data_offsets": [1 << 70, (1 << 70) + 36]}, "cut off"),
        ({"data_offsets": [-36, 0]}, "at -36 to 0"),
        ({"data_offsets": [0]}, "unpack"),
    ):
        header = json.dumps({"heatmap": good | change}).encode()
        path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(36))
        if message is None:
            assert ha.read_heatmap(path).n == 3
            continue
        with refused(path, f": is not a readable .safetensors file: .*{message}"):
            ha.read_heatmap(path)
    path.write_bytes((1 << 20).to_bytes(8, "little") + b"{}")
    with pytest.raises(FileError, match="cut off"):
        ha.read_heatmap(path)


@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16", "int8", "int64", "bool"])
def test_safetensors_types(torch, tmp_path, dtype):
    """A type that the package writes would be read as other numbers, or refused."""
    save_file = pytest.importorskip("safetensors.torch").save_file
    scores = torch.from_numpy(DENSE[0] * 4).to(getattr(torch, dtype))
    path = tmp_path / "a.safetensors"
    save_file({"other": torch.zeros(7), "heatmap": scores}, path, {"note": "best"})
    assert ha.read_heatmap(path) == ha.Heatmap.from_dense(scores)


def to_tensors(torch, data):
    if isinstance(data, dict):
        return {name: to_tensors(torch, value) for name, value in data.items()}
    return torch.from_numpy(data) if isinstance(data, np.ndarray) else data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("text", "real numbers"),
        (5, r"shape \(\)"),
        ({}, "known arrays are none"),
        ({"state_dict": {}}, "known arrays are none"),
        (np.zeros(4), r"shape \(4,\)"),
        (np.full((2, 2), np.nan), "row 0, column 0 is nan"),
        (np.array([[0, -2.0], [1, 0]]), "--kind logit"),
        ({"edge_index": np.array([[0, 0], [1, 1]]), "values": np.ones(2)}, "given twice"),
        ({"edge_index": np.array([[0, 1], [1, 0]]), "values": np.ones(3)}, r"values \(3,\)"),
    ],
)
def test_unsuitable_tensors(torch, tmp_path, data, message):
    """A file with something else would end in a traceback."""
    path = tmp_path / "a.pt"
    torch.save(to_tensors(torch, data), path)
    with refused(path, f": .*{message}"):
        ha.read_heatmaps(path)


def test_unsuitable_safetensors(tmp_path):
    """A damaged file, or a model in place of a heatmap, would end in a traceback."""
    numpy = pytest.importorskip("safetensors.numpy")
    path = tmp_path / "a.safetensors"
    numpy.save_file({"layer.weight": DENSE[0]}, path)
    with pytest.raises(FileError, match="known arrays are none; a heatmap needs"):
        ha.read_heatmap(path)
    for content in (b"", b"hello", b"\xff" * 100, (8).to_bytes(8, "little") + b"nonsense"):
        path.write_bytes(content)
        with refused(path, ": is not a readable .safetensors file"):
            ha.read_heatmap(path)


@pytest.mark.parametrize(
    ("name", "package"), [("a.pt", "torch"), ("a.pth", "torch"), ("a.safetensors", "safetensors")]
)
def test_missing_packages(tmp_path, monkeypatch, name, package):
    """Where a package is missing there would be a traceback, and half a file."""
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setitem(sys.modules, f"{package}.numpy", None)
    path = tmp_path / name
    with refused(path, ": no such file"):
        ha.read_heatmap(path)
    message = f": needs the package {package}, which is not installed: pip install {package}"
    with refused(path, message):
        ha.write_heatmap(HEATMAPS[0], path)
    assert list(tmp_path.iterdir()) == []
    path.write_bytes(b"anything")
    if package == "torch":  # .safetensors files are read without the package
        with refused(path, message):
            ha.read_heatmap(path)
