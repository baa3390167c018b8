"""The README: what it shows must work as it stands there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import heataco as ha

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"^(<!-- not run -->\n+)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEATMAP_LINE = re.compile(r"`(ha\.(?:Heatmap\.from_|read_heatmap\()[^`]*)`")
SHELLS = {"python": [sys.executable, "-c"], "sh": ["bash", "-euc"]}


class OnlyDlpack:
    """What torch tensors are to the library, where there is no torch."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def blocks():
    found = [match.groups() for match in BLOCK.finditer(README.read_text(encoding="utf-8"))]
    return [(language, code) for skipped, language, code in found if not skipped]


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_code_blocks(tmp_path):
    """The first thing that a new user copies would fail."""
    commands = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}
    languages = set()
    for language, code in blocks():
        languages.add(language)
        done = subprocess.run(
            [*SHELLS[language], code],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}"
    assert languages == {"python", "sh"}


def test_heatmap_lines(tmp_path, monkeypatch):
    """A way to bring a heatmap that the table shows would not exist, or give other scores."""
    sparse = pytest.importorskip("scipy.sparse")
    monkeypatch.chdir(tmp_path)
    scores = np.random.default_rng(0).random((6, 6)).astype(np.float32)
    np.fill_diagonal(scores, 0)
    matrix = sparse.csr_array(scores)
    edges = matrix.tocoo()
    n = len(scores)
    indices = np.array([[j for j in range(n) if j != i] for i in range(n)])
    values = np.take_along_axis(scores, indices, axis=1)
    np.save("dense.npy", scores)
    np.save("batch.npy", scores[np.newaxis])
    np.savez("topk.npz", indices=indices, values=values)
    sparse.save_npz("sparse.npz", matrix)
    np.savez("coo.npz", row=edges.row, col=edges.col, value=edges.data, n=n)
    ha.write_heatmap(ha.Heatmap.from_dense(scores), "scores.txt")
    names = {"ha": ha, "scores": scores, "indices": indices, "values": values, "n": n}
    names |= {"indptr": matrix.indptr, "columns": matrix.indices, "data": matrix.data}
    names |= {"sources": edges.row, "targets": edges.col, "weights": edges.data}
    names |= {"matrix": matrix, "tensor": OnlyDlpack(scores)}
    names |= {"edge_index": np.stack((edges.row, edges.col))}
    lines = HEATMAP_LINE.findall(README.read_text(encoding="utf-8"))
    assert len(lines) >= 12
    for line in lines:
        assert eval(line, names) == ha.Heatmap.from_dense(scores), line


def test_links_lead_somewhere():
    """A reader would follow a link to nothing."""
    targets = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (README.parent / target).exists()]
    assert not missing
