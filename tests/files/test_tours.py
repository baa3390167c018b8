"""TSPLIB tours in and out."""

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heataco.files import FileError, read_tour, write_tour

HEAD = "NAME : t\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "2\n1\n4\n3\n-1\nEOF\n",
        HEAD + "2 1\n 4 3 -1\n-1\n\n",
        HEAD + "2 1 4 3",
        HEAD.replace("DIMENSION : 4\n", "") + "2 1 4 3\nEOF",
        "TOUR_SECTION\n2 1 4 3 -1\nEOF",
    ],
)
def test_loose_forms(tmp_path, text):
    """Tours that other programs write would be refused."""
    path = tmp_path / "a.tour"
    path.write_text(text)
    tour = read_tour(path)
    assert tour.dtype == np.int32
    assert tour.tolist() == [1, 0, 3, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("\0", "binary"),
        (HEAD.replace("TOUR\n", "TSP\n"), ":2: TYPE 'TSP' is unknown; known are TOUR"),
        (HEAD.partition("TOUR_")[0], "TOUR_SECTION is missing"),
        (HEAD, ":4: TOUR_SECTION is empty"),
        (HEAD + "-1\n", ":4: TOUR_SECTION is empty"),
        (HEAD + "1\n2\n3\n-1\n", "3 nodes given for 4: node 4 is missing"),
        (HEAD + "1\n2\n2\n4\n-1\n", ":7: TOUR_SECTION: .*node 2 is repeated and node 3 is missing"),
        (HEAD + "1\n2\n3\n5\n-1\n", r":8: TOUR_SECTION: node 5 is not one of 1\.\.4"),
        (HEAD + "0\n1\n2\n3\n-1\n", r":5: TOUR_SECTION: node 0"),
        (HEAD + "1 2\n3 4.5\n", r":6: TOUR_SECTION: node 4\.5"),
        (HEAD + "1 2 3 4\n-1\n4 3 2 1\n-1\n", ":6: more than one tour"),
        (HEAD + "1 2 3 x\n", ":5: 'x' is not a number"),
        (HEAD.replace("4", str(10**12)) + "1 2 3 4\n", "node 5 is missing"),
    ],
)
def test_bad_files_are_refused(tmp_path, text, message):
    """Something that is no tour would be taken for one."""
    path = tmp_path / "a.tour"
    path.write_text(text)
    with pytest.raises(FileError, match=f"^{path}.*{message}"):
        read_tour(path)


@settings(max_examples=100, deadline=None)
@given(tour=st.integers(1, 30).flatmap(lambda n: st.permutations(range(n))))
def test_round_trip(tour):
    """A saved tour would come back as another."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.tour"
        write_tour(tour, path, name="a", cost=12.5)
        assert read_tour(path).tolist() == list(tour)


def test_written_form(tmp_path):
    """Other programs could not read what is written."""
    write_tour([1, 0], tmp_path / "a.tour", name="pair", cost=7.0)
    assert (tmp_path / "a.tour").read_text() == (
        "NAME : pair\nCOMMENT : Length 7\nTYPE : TOUR\nDIMENSION : 2\nTOUR_SECTION\n2\n1\n-1\nEOF\n"
    )


@pytest.mark.parametrize("tour", [[0, 0], [1, 2], [], [0.5], [[0, 1]]])
def test_bad_tours_are_not_written(tmp_path, tour):
    """A file would be written that is no tour."""
    with pytest.raises(ValueError, match="tour"):
        write_tour(tour, tmp_path / "a.tour")
    assert list(tmp_path.iterdir()) == []


def test_open_path(tmp_path):
    """A reader of the file would take a path for a tour that returns."""
    path = tmp_path / "a.tour"
    write_tour([2, 0, 1], path, cost=5, closed=False)
    assert "COMMENT : Length 5, open path\n" in path.read_text()
    assert read_tour(path).tolist() == [2, 0, 1]
    write_tour([2, 0, 1], path, closed=False)
    assert "COMMENT : open path\n" in path.read_text()
