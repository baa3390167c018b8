"""Instances and heatmaps that the page is given."""

import numpy as np
import pytest
from tests.support import directed_instance
from tests.view.conftest import Server
from tests.view.searches import FOCUSED

import heataco as ha


def test_uploads(page, tmp_path):
    """A dropped file would be taken for something else, or its heatmap be forgotten."""
    points = np.random.default_rng(1).random((30, 2))
    heatmap = ha.predictors.SoftDist().predict(ha.Instance.from_coordinates(points))
    np.save(tmp_path / "points.npy", points)
    ha.write_heatmap(heatmap, tmp_path / "heat.npz")
    assert page.upload("points.npy", (tmp_path / "points.npy").read_bytes()).status == 200
    assert page.wait("instance")["n"] == 30
    assert page.upload("heat.npz", (tmp_path / "heat.npz").read_bytes()).status == 200
    assert page.wait("heat")["scores"] == len(heatmap.values)
    page.start(FOCUSED | {"heat": "file"}, iterations=3)
    done = page.wait("done")
    assert "--heatmap heat.npz" in done["shell"]
    again = ha.decode(points, heatmap, iterations=3, seed=1)
    assert np.array_equal(done["tour"], again.tour)
    answer = page.upload("bad.tsp", b"NAME : x\nDIMENSION : 3\nNODE_COORD_SECTION\n1 0\n")
    assert answer.status == 400
    assert answer.content.startswith(b'{"error":"bad.tsp:')


def test_matrix_without_coordinates(page, tmp_path):
    """An asymmetric instance could not be opened, as it has no places."""
    ha.write_tsplib(directed_instance(12), tmp_path / "a.atsp")
    assert page.upload("a.atsp", (tmp_path / "a.atsp").read_bytes()).status == 200
    message = page.wait("instance")
    assert not message["planar"]
    assert len(message["points"]) == 24
    page.start({"decoder": "focused", "heat": "none"}, iterations=2)
    page.wait("done")
    assert page.download("tour.svg").status == 409


def test_points_drawn_by_hand(page):
    """Clicked points would not become nodes."""
    page.tell("points", points=[[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.5]])
    assert page.wait("instance")["n"] == 5
    page.start({"decoder": "greedy", "heat": "none"}, iterations=None)
    assert page.wait("done")["cost"] == pytest.approx(3 + 2**0.5)


def test_a_heatmap_without_an_instance(page):
    """A heatmap that was dropped on the empty page would be refused for its suffix."""
    for role in ("any", "heatmap"):
        answer = page.upload("heat.safetensors", b"", role)
        assert answer.status == 400
        assert "a heatmap needs an instance" in answer.content.decode()


def test_a_file_that_is_neither(page, tmp_path):
    """A heatmap of another instance would be refused as an instance, which nobody gave."""
    page.tell("generate", family="uniform", n=30, seed=1)
    page.wait("instance")
    np.save(tmp_path / "heat.npy", np.random.default_rng(1).random((20, 21)))
    error = page.upload("heat.npy", (tmp_path / "heat.npy").read_bytes()).content.decode()
    assert "heat.npy: as a heatmap of this instance: " in error
    assert "; as an instance: " in error
    error = page.upload("heat.npy", b"nothing").content.decode()
    assert "as an instance" not in error  # where both readers say the same


def test_warnings_of_readers(page):
    """Distances in degrees that were read as minutes would go unnoticed but in the terminal."""
    rows = "".join(f"{k + 1} {40 + k / 10:.2f} {5 + k / 7:.2f}\n" for k in range(12))
    head = "NAME : towns\nTYPE : TSP\nDIMENSION : 12\nEDGE_WEIGHT_TYPE : GEO\n"
    answer = page.upload("towns.tsp", f"{head}NODE_COORD_SECTION\n{rows}EOF\n".encode())
    assert answer.status == 200
    text = page.wait("warning")["text"]
    assert text.startswith("towns.tsp: coordinates[")
    assert "GEO reads degrees.minutes" in text
    assert page.wait("instance")["n"] == 12


def test_a_heatmap_for_each_instance_of_a_set(tmp_path):
    """Another instance of the set would be searched with a predictor, without a word."""
    instances = [ha.as_instance(points) for points in np.random.default_rng(4).random((3, 20, 2))]
    items = [ha.LabelledInstance(instance, np.arange(20)) for instance in instances]
    ha.write_labelled_set(items, tmp_path / "set.txt")
    scores = np.random.default_rng(5).random((3, 20, 20))
    np.save(tmp_path / "heat.npy", scores)
    server = Server(str(tmp_path / "set.txt"), "--heatmap", str(tmp_path / "heat.npy"))
    try:
        with server.page() as page:
            page.wait("heat")
            page.tell("choose", index=2)
            assert page.wait("instance")["index"] == 2
            page.wait("heat")
            page.start(FOCUSED | {"heat": "file"}, iterations=3)
            done = page.wait("done")
            assert "--heatmap-index 2" in done["shell"]
            again = ha.decode(instances[2], scores[2], iterations=3, seed=1)
            assert np.array_equal(done["tour"], again.tour)
    finally:
        server.close()
