"""Small valid files of every format, for the soak test to damage."""

import importlib.util
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import heataco as ha
from heataco.files import LabelledInstance

SCORES = np.arange(36).reshape(6, 6) % 7 / np.float32(7)
HEATMAP = ha.Heatmap.from_dense(SCORES)
POINTS = np.random.default_rng(0).random((6, 2)).round(3)
ENDS = np.array([[0, 1, 2, 5], [1, 2, 0, 3]])
SLOTS = np.array([[1, 2], [0, -1], [3, 3], [4, 5], [0, 1], [2, 0]])
TEXTS = {
    "set.tsp": b"NAME : p\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\n"
    b"FIXED_EDGES_SECTION\n1 2\n-1\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 1e1 -2.5\nEOF\n",
    "upper.tsp": b"DIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n"
    b"EDGE_WEIGHT_SECTION\n1 2 3\n4 5\n6\nDISPLAY_DATA_SECTION\n1 2 3\n",
    "lower.tsp": b"DIMENSION: 3\r\nEDGE_WEIGHT_TYPE: EXPLICIT\r\n"
    b"EDGE_WEIGHT_FORMAT: LOWER_DIAG_ROW\r\nEDGE_WEIGHT_SECTION\r\n0 1 0 2 3 0\r\nEOF\r\n",
    "space.tsp": b"DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_3D\nNODE_COORD_SECTION\n1 0 0 5\n2 3 4 5\n",
    "head.stops.csv": b'id;lat;lon\n"a;1";48.5;2.25\nb;52;13\nc;41.9;12.5\n',
    "excel.stops.csv": b"sep=;\r\nid;x;y\r\na, b;1;2\r\nc;3;4\r\nd;5;1\r\n",
    "plain.stops.csv": b"a,1,2\nb,3,4\nc,5,6\nd,7,8\n",
    "labels.stops.csv": b",A,B,C\nA,0,1,2\nB,3,,4\nC,5,6,0\n",
    "tabs.stops.tsv": b"x\ty\tz\n1\t2\t3\n4\t5\t6\n",
    "rows.heat.txt": b"0 .5 0\n1 0 2\n0 1e-3 0\nthe mean is 5\n",
    "line.heat.txt": b"0.0 0 .5 0.25 0 0 1 2 0\nthe end",
    "words.heat.txt": b"nodes: 2, indices: [2, 1], values: [1, 2e-1]\n",
    "set.set.lines": b"0 0 1 0 1 1 output 1 2 3 1 indices 2 -1 1 3 -1 3 value .5 9 .25 2 9 9\n",
}


def valid_files() -> dict[str, bytes]:
    """Return the content of files by name; the suffix after the first dot says the reader.

    `.set.` before it means a labelled set, `.stops.` another form of instances, `.round.` a tour
    that is not TSPLIB, `.heat.` a heatmap.
    """
    with tempfile.TemporaryDirectory() as place, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        folder = Path(place)
        _write_instances(folder)
        _write_heatmaps(folder)
        written = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    return TEXTS | written


def _write_instances(folder: Path) -> None:
    instance, tour = ha.Instance.from_coordinates(POINTS), [0, 2, 4, 1, 3, 5]
    matrix = ha.Instance.from_matrix(np.arange(16).reshape(4, 4))
    for name, item in (("geo", ha.Instance.from_coordinates(POINTS, "GEO")), ("full", matrix)):
        ha.write_tsplib(item, folder / f"{name}.tsp")
    ha.write_tour(tour, folder / "a.tour", name="a", cost=3.5)
    items = [LabelledInstance(instance, tour), LabelledInstance(matrix, [3, 0, 1, 2])]
    ha.write_labelled_set(items, folder / "a.set.txt")
    ha.write_tour(tour, folder / "a.round.csv", instance=instance)
    ha.write_tour(tour, folder / "a.round.json", instance=instance, cost=2.0)
    earth = ha.Instance.from_coordinates(POINTS, "latlon_km", ids=list("abcdef"))
    ha.write_instance(earth, folder / "a.stops.geojson")
    np.save(folder / "a.stops.npy", POINTS)
    np.save(folder / "square.stops.npy", matrix.matrix)
    np.savez(folder / "a.stops.npz", points=POINTS, ids=list("abcdef"))
    np.savez(folder / "square.stops.npz", distances=np.asfortranarray(matrix.matrix))
    np.savez(folder / "a.set.npz", coords=[POINTS] * 2, tours=[tour] * 2, lengths=[1.0, 2.0])


def _write_heatmaps(folder: Path) -> None:
    for suffix in ("npy", "npz", "txt", "lines"):
        ha.write_heatmap(HEATMAP, folder / f"one.heat.{suffix}")
    for suffix in ("npy", "npz", "lines"):
        ha.write_heatmaps([HEATMAP] * 2, folder / f"two.heat.{suffix}")
    np.save(folder / "columns.heat.npy", np.asfortranarray(SCORES))
    np.save(folder / "bytes.heat.npy", (SCORES * 9).astype(np.uint8))
    for name, arrays in _named_arrays():
        np.savez(folder / f"{name}.heat.npz", **arrays)
        if importlib.util.find_spec("safetensors") and "format" not in arrays:
            save = importlib.import_module("safetensors.numpy").save_file
            save(arrays, folder / f"{name}.heat.safetensors")
    if importlib.util.find_spec("torch"):
        _write_tensors(folder)


def _named_arrays() -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    values = np.ones(4, np.float32)
    yield "dense", {"heatmap": SCORES}
    yield "topk", {"indices": SLOTS, "values": np.ones((6, 2))}
    yield "edges", {"row": ENDS[0].copy(), "col": ENDS[1].copy(), "value": values, "n": np.array(6)}
    yield "index", {"edge_index": ENDS.astype(np.uint32), "values": values, "n": np.array([6])}
    pointers, columns = np.array([0, 2, 3, 4]), np.array([1, 2, 0, 1])
    rows = {"indptr": pointers, "indices": columns, "data": values}
    yield "csr", rows
    yield "scipy", rows | {"format": np.array(b"csc"), "shape": np.array([3, 3])}


def _write_tensors(folder: Path) -> None:
    torch: Any = importlib.import_module("torch")
    dense = torch.from_numpy(SCORES)
    torch.save(dense, folder / "dense.heat.pt")
    torch.save(dense, folder / "old.heat.pt", _use_new_zipfile_serialization=False)
    torch.save(dense.to_sparse_csr(), folder / "csr.heat.pt")
    torch.save([dense.to_sparse_coo(), dense.to_sparse_csc()], folder / "lists.heat.pt")
    ends = torch.from_numpy(ENDS)
    torch.save({"edge_index": ends, "value": torch.ones(4), "n": 6}, folder / "dict.heat.pt")
    torch.save(torch.ones(1, 1).expand(6, 6), folder / "expanded.heat.pt")
