"""Readers against broken input: they return a value or raise FileError, and they end."""

import importlib.util
import io
import os
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.files.samples import (
    BARE,
    FEATURES,
    LABELLED,
    LINES,
    MATRIX,
    POINTS,
    REPORT,
    ROUND,
    ROWS,
    SCORED,
    SCORES,
    SPACE,
    STOPS,
    TOKENS,
    TOUR,
)

from heataco.files import (
    FileError,
    read_heatmaps,
    read_instances,
    read_labelled_set,
    read_tour,
    read_tsplib,
    write_heatmap,
    write_heatmaps,
)
from heataco.heatmaps import Heatmap
from heataco.instances import Instance

EXAMPLES = int(os.environ.get("HEATACO_FUZZ", "1000"))  # docs/lab/soak.md has larger runs
RELAXED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

READERS = {
    ".tsp": read_tsplib,
    ".tour": read_tour,
    ".stops.csv": read_instances,
    ".stops.tsv": read_instances,
    ".stops.geojson": read_instances,
    ".stops.npy": read_instances,
    ".stops.npz": read_instances,
    ".round.csv": read_tour,
    ".round.json": read_tour,
    ".txt": read_labelled_set,
    ".npz": read_labelled_set,
    ".heat.txt": read_heatmaps,
    ".heat.npy": read_heatmaps,
    ".heat.npz": read_heatmaps,
    ".heat.lines": read_heatmaps,
    ".heat.pt": read_heatmaps,
    ".heat.safetensors": read_heatmaps,
}
PACKAGES = {".heat.pt": "torch", ".heat.safetensors": "safetensors"}


@pytest.fixture(scope="module")
def valid(tmp_path_factory):
    """Return one or more small valid files for each reader."""
    folder = tmp_path_factory.mktemp("valid")
    heatmap = Heatmap.from_dense(np.arange(9).reshape(3, 3))
    write_heatmap(heatmap, folder / "csr.npz")
    write_heatmap(heatmap, folder / "dense.npy")
    np.save(folder / "points.npy", np.arange(8.0).reshape(4, 2))
    np.savez(folder / "points.npz", points=np.arange(8.0).reshape(4, 2), ids=["a", "b", "c", "d"])
    np.savez(folder / "topk.npz", indices=[[1], [2], [0]], values=[[1.0], [2.0], [3.0]])
    np.savez(folder / "set.npz", coords=np.eye(3, 2)[np.newaxis], tours=[[0, 1, 2]])
    np.savez(folder / "flat.npz", edge_index=[[0, 1], [1, 2]], values=[[1.0], [2.0]], n=3)
    for name, package in (("a.pt", "torch"), ("a.safetensors", "safetensors")):
        if importlib.util.find_spec(package):
            write_heatmap(heatmap, folder / name)
            write_heatmaps([heatmap, heatmap], folder / f"b{name}")
    if importlib.util.find_spec("torch"):
        save_tensors(heatmap.to_dense(), folder)
    content = {path.name: path.read_bytes() for path in folder.iterdir()}
    return {
        ".tsp": [POINTS, SPACE, MATRIX],
        ".stops.csv": [STOPS, LABELLED, BARE, b"sep=;\r\n" + STOPS],
        ".stops.tsv": [STOPS.replace(b";", b"\t"), LABELLED.replace(b",", b"\t")],
        ".stops.geojson": [FEATURES],
        ".stops.npy": [content["points.npy"], content["dense.npy"]],
        ".stops.npz": [content["points.npz"], content["set.npz"]],
        ".round.csv": [ROUND],
        ".round.json": [REPORT],
        ".tour": [TOUR],
        ".txt": [LINES],
        ".npz": [content["set.npz"]],
        ".heat.txt": [SCORES, ROWS, SCORED],
        ".heat.lines": [SCORED],
        ".heat.pt": [content[name] for name in content if name.endswith(".pt")],
        ".heat.safetensors": [content[name] for name in content if name.endswith(".safetensors")],
        ".heat.npy": [content["dense.npy"]],
        ".heat.npz": [content[name] for name in ("csr.npz", "topk.npz", "flat.npz")],
    }


def save_tensors(dense, folder):
    """Save sparse tensors, and a dense one as old versions of torch did."""
    torch = importlib.import_module("torch")
    tensor = torch.from_numpy(dense)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sparse CSR")
        torch.save(tensor.to_sparse_csr(), folder / "csr.pt")
    torch.save([tensor.to_sparse_coo()], folder / "coo.pt")
    torch.save(tensor, folder / "old.pt", _use_new_zipfile_serialization=False)


def check(folder, suffix, content):
    """Read content; anything but a value or a FileError that names the file fails the test."""
    if suffix in PACKAGES:
        pytest.importorskip(PACKAGES[suffix])
    path = folder / f"fuzzed{suffix}"
    path.write_bytes(content)
    value, problem = None, str(path)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*fixed edges")
        warnings.filterwarnings("ignore", ".*GEO reads degrees.minutes")
        warnings.filterwarnings("ignore", ".*rounds distances to whole numbers")
        warnings.filterwarnings("ignore", "Sparse CSR")
        try:
            value = READERS[suffix](path)
        except FileError as error:
            problem = str(error)
    assert problem.startswith(str(path))
    if isinstance(value, Instance):
        assert np.isfinite(value.cost(range(value.n)))


edits = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True),
        st.sampled_from(["flip", "cut", "insert", "repeat", "end"]),
        st.one_of(st.binary(min_size=1, max_size=4), st.sampled_from(TOKENS)),
    ),
    min_size=1,
    max_size=4,
)


def mutated(content, changes):
    for place, kind, data in changes:
        at = int(place * len(content))
        if kind == "flip":
            content = content[:at] + data[:1] + content[at + 1 :]
        elif kind == "cut":
            content = content[:at] + content[at + len(data) :]
        elif kind == "insert":
            content = content[:at] + b" " + data + b" " + content[at:]
        elif kind == "repeat":
            content = content[:at] + content[at // 2 : at] + content[at:]
        else:
            content = content[:at]
    return content


@pytest.mark.parametrize("suffix", READERS)
@RELAXED
@given(choice=st.integers(0, 4), changes=edits)
def test_mutations(tmp_path, valid, suffix, choice, changes):
    """A damaged file would crash a reader or be read without end."""
    if suffix in PACKAGES:
        pytest.importorskip(PACKAGES[suffix])
    files = valid[suffix]
    check(tmp_path, suffix, mutated(files[choice % len(files)], changes))


@pytest.mark.parametrize("suffix", READERS)
@settings(RELAXED, max_examples=EXAMPLES // 4)
@given(content=st.binary(max_size=300))
def test_any_bytes(tmp_path, suffix, content):
    """A file of another kind would crash a reader."""
    check(tmp_path, suffix, content)


@pytest.mark.parametrize(
    "suffix", [".tsp", ".tour", ".txt", ".heat.txt", ".heat.lines", ".stops.csv", ".round.csv"]
)
@settings(RELAXED, max_examples=EXAMPLES // 2)
@given(
    tokens=st.lists(
        st.tuples(st.sampled_from(TOKENS), st.sampled_from([b" ", b"\n", b" : "])), max_size=40
    )
)
def test_token_soup(tmp_path, suffix, tokens):
    """Known words in a senseless order would crash a reader."""
    check(tmp_path, suffix, b"".join(token + gap for token, gap in tokens))


arrays = st.builds(
    lambda shape, dtype, seed: np.random.default_rng(seed).integers(-1, 4, shape).astype(dtype),
    st.lists(st.integers(0, 3), max_size=3),
    st.sampled_from(["i4", "u8", "f4", "f8", "?", "c8", "S3", "M8[s]", "i4,f4"]),
    st.integers(0, 99),
)
sparse = st.sampled_from([b"csr", "csc", b"coo", b"dia"]).map(np.array)
NAMES = "shape data indptr indices values row col value n edge_index heatmap coords tours lengths"

INSTANCE_NAMES = ("ids", "points", "matrix")


@pytest.mark.parametrize("suffix", [".npz", ".heat.npz", ".stops.npz"])
@settings(RELAXED, max_examples=EXAMPLES // 2)
@given(
    members=st.dictionaries(st.sampled_from([*NAMES.split(), *INSTANCE_NAMES]), arrays, min_size=2),
    form=st.none() | sparse,
)
def test_any_arrays(tmp_path, suffix, members, form):
    """A sound archive of unsuitable arrays would crash a reader."""
    buffer = io.BytesIO()
    np.savez(buffer, **members, **({} if form is None else {"format": form}))
    check(tmp_path, suffix, buffer.getvalue())
