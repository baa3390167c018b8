"""TSPLIB files that are refused."""

import re

import pytest
from tests.files.tsplib_samples import SQUARE, explicit, read_text

from heataco.files import FileError, read_tsplib


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ("1 5", "FIXED_EDGES_SECTION: node 5 is not one of 1..4"),
        ("1 2\n0 3", "node 0 is not one of"),
        ("1.5 2", "node 1.5 is not one of"),
        ("1 2 3", "holds 3 nodes; an edge needs two"),
        ("2 2", "joins node 2 to itself"),
        ("1 x", "'x' is not a number"),
    ],
)
def test_bad_fixed_edges(tmp_path, pairs, words):
    """A slip in a file would fix another edge, or none."""
    text = SQUARE.replace("NODE_COORD", f"FIXED_EDGES_SECTION\n{pairs}\n-1\nNODE_COORD")
    with pytest.raises(FileError, match=re.escape(words)) as caught:
        read_text(tmp_path, text)
    assert ".tsp:" in str(caught.value)


BAD = {
    "empty": ("", "is empty"),
    "blank": (" \n\n", "is empty"),
    "binary": (b"\x89PNG\r\n\0\0", "binary"),
    "text of another kind": ("x,y\n1,2\n", ":1: 'x,y' has no known keyword; known are NAME"),
    "number first": ("5\n", ":1: '5' has no known keyword"),
    "other type": (
        SQUARE.replace("TSP (by", "CVRP (by"),
        ":4: TYPE CVRP is a vehicle routing problem",
    ),
    "cycle": (SQUARE.replace("TSP (by", "HCP (by"), ":4: TYPE HCP is the search for a Hamilt"),
    "graph": (
        "TYPE: HCP\nDIMENSION: 3\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n-1\nEOF\n",
        ":1: TYPE HCP is the search for a Hamilt",
    ),
    "sparse": (
        SQUARE.replace("EOF", "EDGE_DATA_SECTION\n1 2\n-1\nEOF"),
        "EDGE_DATA_SECTION belongs to a problem other than TSP and ATSP",
    ),
    "unknown type": (SQUARE.replace("TSP (by", "XYZ (by"), ":4: TYPE 'XYZ.* known are TSP, ATSP"),
    "other metric": (
        SQUARE.replace("EUC_2D", "SPECIAL"),
        r":6: EDGE_WEIGHT_TYPE 'SPECIAL' is unknown; known are EUCLIDEAN, EUCLIDEAN_3D, LATLON_KM",
    ),
    "no metric": (SQUARE.replace("EDGE_WEIGHT_TYPE : EUC_2D\n", ""), "EDGE_WEIGHT_TYPE is missing"),
    "no dimension": (SQUARE.replace("DIMENSION :4\n", ""), "DIMENSION is missing"),
    "dimension word": (SQUARE.replace(":4", ": four"), ":5: DIMENSION 'four'"),
    "dimension zero": (SQUARE.replace(":4", ":0"), ":5: DIMENSION '0'"),
    "dimension negative": (SQUARE.replace(":4", ":-4"), ":5: DIMENSION"),
    "dimension low": (SQUARE.replace(":4", ":3"), r":10: .*node 4 is not one of 1\.\.3"),
    "dimension high": (SQUARE.replace(":4", ":5"), "4 nodes given for 5: node 5 is missing"),
    "dimension absurd": (SQUARE.replace(":4", f":{10**12}"), "node 5 is missing"),
    "dimension endless": (SQUARE.replace(":4", ":" + "9" * 5000), r"DIMENSION '9+\.\.\.' is"),
    "twice": (SQUARE.replace("COMMENT : f", "NAME : f"), ":2: NAME is given twice"),
    "no section": (SQUARE.partition("NODE_COORD")[0], "NODE_COORD_SECTION is missing"),
    "empty section": (SQUARE.partition(" 3 10")[0], ":7: .*node 1 is missing"),
    "cut in a line": (SQUARE.partition("0 1e1")[0], ":10: NODE_COORD_SECTION holds 7 numbers"),
    "cut between lines": (SQUARE.partition("4 0 1e1")[0], "2 nodes given for 4: node 2 is missing"),
    "repeated node": (
        SQUARE.replace("4 0 1e1", "1 0 1e1"),
        ":10: NODE_COORD_SECTION: 4 nodes given for 4: node 1 is repeated and node 4 is missing",
    ),
    "fractional node": (SQUARE.replace("4 0 1e1", "3.5 0 1"), r":10: .*node 3\.5"),
    "no number": (SQUARE.replace("1e1", "1e1x"), ":10: '1e1x' is not a number"),
    "underscore": (SQUARE.replace("1e1", "1_0"), ":10: '1_0' is not a number"),
    "nan": (SQUARE.replace("1e1", "nan"), r"coordinates\[3, 1\] is nan"),
    "overflow": (SQUARE.replace("1e1", "1e999"), r"coordinates\[3, 1\] is inf"),
    "no format": (explicit("").replace("EDGE_WEIGHT_FORMAT: FULL_MATRIX\n", ""), "is missing"),
    "other format": (explicit("", "FUNCTION"), ":4: EDGE_WEIGHT_FORMAT .* known are FULL_MATRIX"),
    "matrix short": (explicit("0 1 2\n3"), ":7: EDGE_WEIGHT_SECTION holds 4 .* needs 16"),
    "matrix long": (explicit("0 1 2 3 4", n=2), "holds 5 .* needs 4"),
    "matrix absurd": (explicit("0 1", n=10**12), f"needs {10**24}"),
    "triangle short": (explicit("1 2 3 4 5", "UPPER_ROW"), "needs 6"),
    "negative distance": (explicit("0 1 -2 0", n=2), r"matrix\[1, 0\] is -2"),
    "distance that is no number": (explicit("0 nan 2 0", n=2), r"matrix\[0, 1\] is nan"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused(tmp_path, case):
    """A broken file would crash, exhaust the memory or be read as another problem."""
    text, message = BAD[case]
    with pytest.raises(FileError, match=f"^{re.escape(str(tmp_path))}.file.tsp.*{message}"):
        read_text(tmp_path, text)


def test_missing_file_and_folder(tmp_path):
    """A wrong path would end in a traceback."""
    with pytest.raises(FileError, match=r"none\.tsp: no such file"):
        read_tsplib(tmp_path / "none.tsp")
    with pytest.raises(FileError, match="is a folder; give a file"):
        read_tsplib(tmp_path)
    with pytest.raises(FileError, match="null"):
        read_tsplib("a\0b")
