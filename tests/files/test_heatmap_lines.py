"""The line form: a heatmap in each line, after the points and the tour of its instance."""

import numpy as np
import pytest
from tests.support import refused

import heataco as ha

SCORES = np.array([[0, 0.5, 0], [0.25, 0, 2], [0, 0, 0]], np.float32)
HEATMAP = ha.Heatmap.from_dense(SCORES)
POINTS = "0 0 1 0 0.5 1"
TOUR = "output 1 2 3 1"
DENSE = "indices -1 2 3 1 -1 3 1 2 -1 value 0 0.5 0 0.25 0 2 0 0 0"
TOPK = "indices 2 -1 1 3 -1 3 value 0.5 9 0.25 2 9 9"

LINES = {
    "as UTSP writes it": f"{POINTS} {TOUR} {DENSE} \n",
    "as UTSP's newer search reads it": f"{POINTS} {TOUR} {TOPK}\n",
    "open tour": f"{POINTS} output 1 2 3 {TOPK}",
    "without tour": f"{POINTS} {TOPK}",
    "without points": f"{TOUR} {TOPK}",
    "with the number of nodes": f"nodes 3 {TOPK}",
    "scores alone": DENSE,
    "values alone": "value 0 0.5 0 0.25 0 2 0 0 0",
    "values": f"{POINTS} {TOUR} {TOPK}".replace("value", "values"),
    "colons and commas": "nodes: 3, indices: [2, -1, 1, 3, -1, 3], value: [.5, 9, .25, 2, 9, 9]",
    "quotes": '{"nodes": 3, "indices": [2,-1,1,3,-1,3], "values": [.5,9,.25,2,9,9]}',
    "equals": "nodes=3 indices=2 -1 1 3 -1 3 value=0.5 9 .25 2 9 9",
    "values first": "nodes 3 value 0.5 9 0.25 2 9 9 indices 2 -1 1 3 -1 3",
    "matrix": f"0 1 2 1 0 3 2 3 0 {TOUR} {TOPK}",
}


@pytest.mark.parametrize("case", LINES)
def test_forms(tmp_path, case):
    """A variant of the form would be refused, or its nodes be counted from the wrong number."""
    path = tmp_path / "a.lines"
    path.write_text(LINES[case])
    assert ha.read_heatmap(path) == HEATMAP
    assert ha.read_heatmaps(path) == [HEATMAP]
    other = path.rename(tmp_path / "a.txt")
    assert ha.read_heatmap(other) == HEATMAP


def test_instances_are_read_from_the_same_lines(tmp_path):
    """UTSP's files would have to be taken apart before their instances can be decoded."""
    path = tmp_path / "a.txt"
    path.write_text(f"{POINTS} {TOUR} {DENSE}\n{POINTS} {TOPK}\n")
    first, second = ha.read_labelled_set(path)
    assert first.tour.tolist() == [0, 1, 2]
    assert second.tour is None
    assert np.array_equal(first.instance.coordinates, second.instance.coordinates)


def test_sizes_may_differ(tmp_path):
    """A set of different sizes would be refused."""
    heatmaps = [ha.Heatmap.from_dense(np.eye(n)[::-1]) for n in (5, 2, 1, 4)]
    ha.write_heatmaps(heatmaps, tmp_path / "a.lines")
    assert ha.read_heatmaps(tmp_path / "a.lines") == heatmaps


def test_written_lines(tmp_path):
    """UTSP's search could not read what is written for it."""
    instance = ha.Instance.from_coordinates([[0, 0], [1, 0], [0.5, 1]])
    item = ha.LabelledInstance(instance, [0, 1, 2])
    ha.write_heatmaps([HEATMAP], tmp_path / "a.lines", instances=[item])
    assert (tmp_path / "a.lines").read_text() == (
        f"{POINTS} {TOUR} indices 2 -1 1 3 -1 -1 value 0.5 0 0.25 2 0 0\n"
    )
    ha.write_heatmap(HEATMAP, tmp_path / "a.lines")
    assert (tmp_path / "a.lines").read_text().startswith("nodes 3 indices 2 -1 1 3")


def test_instances_must_fit(tmp_path):
    """Scores would be written beside the points of another instance."""
    item = ha.LabelledInstance(ha.Instance.from_coordinates(np.eye(4, 2)))
    path = tmp_path / "a.lines"
    with pytest.raises(ValueError, match="heatmap 0 has 3 nodes, its instance 4"):
        ha.write_heatmaps([HEATMAP], path, instances=[item])
    with pytest.raises(ValueError, match="2 instances for 1 heatmaps"):
        ha.write_heatmaps([HEATMAP], path, instances=[item, item])
    assert list(tmp_path.iterdir()) == []


BAD = {
    "empty": ("\n \n", ": is empty; each line must hold a heatmap"),
    "no value": (f"{POINTS} {TOUR}\n", ":1: lacks the word value"),
    "second line": (f"nodes 3 {TOPK}\n\n{POINTS}\n", ":3: lacks the word value"),
    "no numbers": ("nodes 3 indices value", ":1: nodes must be followed by one number"),
    "count": (f"{POINTS} {TOUR} indices 2 1 value 1 2", ":1: 2 numbers after value; 3 nodes need"),
    "unequal": ("nodes 3 indices 2 1 value 1 2 3", ":1: 2 indices and 3 values"),
    "zero": (f"nodes 3 {TOPK}".replace("-1", "0"), r":1: index 0 is neither one of 1\.\.3 nor -1"),
    "too large": (f"nodes 3 {TOPK}".replace("3 -1", "4 -1"), ":1: index 4 is neither"),
    "fraction": (f"nodes 3 {TOPK}".replace("-1", "1.5"), ":1: index 1.5 is neither"),
    "nan index": (f"nodes 3 {TOPK}".replace("-1", "nan"), ":1: index nan is neither"),
    "twice": ("nodes 2 indices 2 2 1 1 value 1 1 1 1", ":1: edge at row 0, column 1 is given"),
    "nan": ("nodes 2 indices 2 1 value 1 nan", ":1: score at row 1, column 0 is nan"),
    "negative": ("nodes 2 indices 2 1 value 1 -4", ":1: .*--kind logit"),
    "word": ("nodes 2 indices 2 1 value 1 x", ":1: 'x' is not a number"),
    "value twice": ("nodes 2 indices 2 1 value 1 1 value 1", ":1: 'value' is not a number"),
    "no size": ("indices 2 1 value 1 1", ":1: 2 values without points, tour or nodes"),
    "size": ("nodes 2.5 indices 2 1 value 1 1", ":1: nodes must be followed"),
    "sizes": ("nodes 2 2 indices 2 1 value 1 1", ":1: nodes must be followed"),
    "oblong": ("nodes 2 value 1 1 1 1 1 1", r":1: heatmap has shape \(2, 3\)"),
    "binary": (b"\x01\x80value\xff 3", ":1: .* is not a number"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_lines(tmp_path, case):
    """A broken line would crash, be skipped, or be named by the wrong number."""
    content, message = BAD[case]
    path = tmp_path / "a.lines"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with refused(path, message):
        ha.read_heatmaps(path)
