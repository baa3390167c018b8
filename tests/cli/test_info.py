"""`heataco info`: what is in a file."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.support import check_failure

import heataco as ha


def info(heataco, line):
    answer = heataco(f"info {line} --json")
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


@pytest.mark.usefixtures("files")
def test_instances(heataco):
    """A user could not see how a file is understood before searching."""
    Path("stops.csv").write_text("id,lat,lon\na,1,2\nb,3,4\nc,5,0\nd,0,1\n")
    report = info(heataco, "stops.csv")
    assert (report["content"], report["n"], report["metric"]) == ("instance", 4, "latlon_km")
    assert report["ids"] == ["a", "b", "c", "d"]
    assert report["extent"] == [[0, 0], [5, 4]]
    assert report["best_known"] is None
    assert "a, b, c and 1 more" in heataco("info stops.csv").out
    assert not info(heataco, "matrix.atsp")["symmetric"]
    assert info(heataco, "set.txt") == {
        "file": "set.txt",
        "content": "instance",
        "count": 3,
        "name": None,
        "n": 40,
        "metric": "euclidean",
        "symmetric": True,
        "extent": None,
        "ids": None,
        "tours": 3,
        "best_known": None,
        "fixed_edges": None,
    }


@pytest.mark.usefixtures("files")
def test_other_contents(heataco):
    """A heatmap or tour would be refused, or taken for an instance."""
    heat = info(heataco, "batch.npy")
    assert (heat["content"], heat["count"], heat["n"]) == ("heatmap", 3, 40)
    assert 0 <= heat["lowest"] <= heat["highest"]
    assert info(heataco, "heat.npz")["edges"] == ha.read_heatmap("heat.npz").nnz
    assert info(heataco, "identity.tour") == {
        "file": "identity.tour",
        "content": "tour",
        "count": 1,
        "n": 40,
    }
    ha.write_tour([1, 0, 2], "a.json")
    ha.write_tour([1, 0, 2], "a.csv")
    assert info(heataco, "a.json")["content"] == info(heataco, "a.csv")["content"] == "tour"
    np.save("points.npy", np.ones((9, 2)))
    assert info(heataco, "points.npy")["content"] == "instance"
    np.savez("points.npz", np.ones((9, 2)))
    assert info(heataco, "points.npz")["n"] == 9
    np.savez("unnamed.npz", np.ones((9, 9)))
    assert info(heataco, "unnamed.npz")["content"] == "heatmap"
    np.save("square.npy", np.ones((9, 9)))
    assert info(heataco, "square.npy")["content"] == "heatmap"
    assert "for distances use --content instance" in heataco("info square.npy").err
    answer = heataco("info square.npy --content instance --json")
    assert (json.loads(answer.out)["metric"], answer.err) == ("EXPLICIT", "")


@pytest.mark.usefixtures("files")
def test_failures(heataco):
    """A file that is not there, or of no known kind, would end in a traceback."""
    for name in ("missing.tsp", "missing"):
        check_failure(heataco(f"info {name}"), f"{name}: no such file")
    Path("a.hcp").write_text("NAME: a\nTYPE: HCP\nDIMENSION: 3\n")
    check_failure(heataco("info a.hcp"), "TYPE HCP is the search for a Hamiltonian cycle")
    check_failure(heataco("info a.xyz"), "suffix '.xyz' is unknown; known are .tsp")
    np.savetxt("points.txt", np.random.default_rng(0).random((9, 2)))
    check_failure(heataco("info points.txt"), "for points, one per line, write a .csv file")
    Path("bad.npy").write_bytes(b"nonsense")
    check_failure(heataco("info bad.npy"), "bad.npy: is not a readable .npy file")
