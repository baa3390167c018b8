"""Ends, fixed and forbidden edges in `heataco decode`."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from tests.cli.lines import decode_json
from tests.support import check_failure

import heataco as ha


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("file", ["points.tsp", "matrix.atsp"])
@pytest.mark.parametrize(
    "options",
    ["--start 5", "--open", "--open --start 5", "--open --end 7", "--open --start 5 --end 7"],
)
def test_ends(heataco, file, options):
    """A path would begin or end elsewhere, or be paid for the way back."""
    report = decode_json(heataco, f"{file} --iterations 5 {options}")
    instance, tour = ha.read_tsplib(file), report["tour"]
    assert report["closed"] == ("--open" not in options)
    assert report["cost"] == instance.cost(tour, closed=report["closed"])
    assert "--start" not in options or tour[0] == 5
    assert "--end" not in options or tour[-1] == 7


@pytest.mark.usefixtures("files")
def test_fixed_edges(heataco):
    """Edges that must be in the tour could be given in Python, and not in the shell."""
    line = "points.tsp --iterations 5 --start 3 --fixed-edge 3 30 --fixed-edge 30 7"
    report = decode_json(heataco, f"{line} --best-known 1")
    following = report["tour"][1:3]
    assert following == [30, 7] or report["tour"][-1:-3:-1] == [30, 7]
    assert report["gap"] is not None
    directed = decode_json(heataco, "matrix.atsp --iterations 5 --start 3 --fixed-edge 3 0")
    assert directed["tour"][1] == 0
    Path("places.csv").write_text("id,x,y\nA,0,0\nB,1,0\nC,0,1\nD,1,1\n")
    ids = decode_json(heataco, "places.csv --iterations 5 --start A --fixed-edge A D")["ids"]
    assert "D" in (ids[1], ids[-1])


@pytest.mark.usefixtures("files")
def test_open_path_is_said(heataco):
    """The summary, the file or the gap would be those of a closed tour."""
    line = "decode set.txt --index 1 --open --start 5 --end 7 --iterations 5 --output a.tour"
    answer = heataco(line)
    assert "path        from 5 to 7\n" in answer.out
    assert "gap         unknown" in answer.out
    assert "open path" in Path("a.tour").read_text()
    assert ha.read_tour("a.tour")[[0, -1]].tolist() == [5, 7]
    assert "gap         unknown" not in heataco(f"{line} --best-known 1").out


@pytest.mark.usefixtures("files")
def test_fixed_edges_of_a_file(heataco):
    """A tour would lack an edge that the file fixes."""
    instance = ha.read_tsplib("points.tsp").with_fixed_edges([(0, 20), (20, 39)])
    ha.write_tsplib(instance, "fixed.tsp")
    tour = decode_json(heataco, "fixed.tsp --iterations 5 --start 20")["tour"]
    assert {tour[1], tour[-1]} == {0, 39}


@pytest.mark.usefixtures("files")
def test_forbidden_edges_of_a_file(heataco):
    """A tour over a missing road would be returned, or its absence be a traceback."""
    matrix = ha.read_tsplib("matrix.atsp").matrix.copy()
    matrix[3, np.arange(12) != 7] = np.inf
    ha.write_tsplib(ha.Instance.from_matrix(matrix), "roads.atsp")
    tour = decode_json(heataco, "roads.atsp --iterations 5 --start 3")["tour"]
    assert tour[1] == 7
    matrix[3, 7] = np.inf
    ha.write_tsplib(ha.Instance.from_matrix(matrix), "none.atsp")
    words = "there is no tour without forbidden (infinite) edges: no allowed edge leaves node 3"
    check_failure(heataco("decode none.atsp"), words)


PLACES = "id,lat,lon\nParis,48.85,2.35\nBerlin,52.52,13.4\nRoma,41.9,12.5\nWien,48.2,16.37\n"


def test_ends_by_id(heataco, files):
    """A depot of a table would have to be counted out by hand."""
    (files / "places.csv").write_text(PLACES)
    line = "decode places.csv --iterations 5 --quiet --open --start Roma --end Paris --bound"
    answer = heataco(f"{line} -o a.geojson --best-known 2000")
    assert answer.code == 0
    assert re.search(r"^path +from Roma to Paris$", answer.out, re.MULTILINE)
    assert re.search(r"^gap .* to the best known 2000 km$", answer.out, re.MULTILINE)
    line_string = json.loads((files / "a.geojson").read_text())["features"][0]["geometry"]
    assert line_string["coordinates"][0] == [12.5, 41.9]
    assert line_string["coordinates"][-1] == [2.35, 48.85]
    report = decode_json(heataco, "places.csv --iterations 5 --start Wien --best-known 2000")
    assert (report["ids"][0], report["closed"], report["start"]) == ("Wien", True, 3)
    words = "--start is 'Rom', which is not the id of a node; give one of 'Paris', 'Berlin', "
    check_failure(heataco("decode places.csv --start Rom"), words)


def test_initial_tour_that_breaks_a_constraint(heataco, files):
    """A warm start would be ignored, or the path begin elsewhere."""
    (files / "places.csv").write_text(PLACES)
    (files / "first.json").write_text('{"tour": [0, 1, 2, 3]}')
    answer = heataco("decode places.csv --open --start Berlin --initial-tour first.json")
    check_failure(answer, "first.json begins at Paris and must begin at Berlin")
