"""The pages on heatmaps: every form that they show must be read."""

import re

import numpy as np
import pytest
from tests.docs.pages import DOCS, blocks, text

import heataco as ha
from heataco.files.heatmap_files import HEATMAP_SUFFIXES
from heataco.heatmaps.kinds import Kind

GUIDE = DOCS / "guide" / "heatmaps.md"
FILES = DOCS / "reference" / "files.md"
HEATMAP_LINE = re.compile(r"`(ha\.(?:Heatmap\.from_|read_heatmap\()[^`]*)`")


class OnlyDlpack:
    """What torch tensors are to the library, where there is no torch."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_lines_of_the_table(tmp_path, monkeypatch):
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
    lines = HEATMAP_LINE.findall(text(GUIDE).partition("```")[0])
    assert len(lines) >= 12
    for line in lines:
        assert eval(line, names) == ha.Heatmap.from_dense(scores), line


def test_texts(tmp_path):
    """A text that is shown as an example would not be read."""
    texts = [block.code for block in blocks(FILES) if block.language == "text"]
    (tmp_path / "dense.txt").write_text(texts[0], encoding="utf-8")
    (tmp_path / "one.lines").write_text(texts[1], encoding="utf-8")
    heatmap = ha.read_heatmap(tmp_path / "dense.txt")
    assert heatmap.nnz == 3
    assert ha.read_heatmap(tmp_path / "one.lines") == heatmap


@pytest.mark.parametrize("name", [*HEATMAP_SUFFIXES, *ha.PRESETS, *Kind])
def test_nothing_is_missing(name):
    """A form, kind or preset would not be found by those who look for it."""
    assert f"`{name}`" in text(GUIDE)
