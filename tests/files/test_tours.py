"""TSPLIB tours in and out."""

import json
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import refused, written

from heataco.files import FileError, read_tour, write_tour
from heataco.instances import Instance

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
    tour = read_tour(written(tmp_path / "a.tour", text))
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
    path = written(tmp_path / "a.tour", text)
    with refused(path, f".*{message}"):
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


STOPS = Instance.from_coordinates(
    [[48.85, 2.35], [52.52, 13.4], [41.9, 12.5]],
    "latlon_km",
    name="trip",
    ids=["Paris", 'Berlin, "Mitte"', "Roma"],
)
FORMS = {
    "csv": 'order,node,id,lat,lon\n0,2,Roma,41.9,12.5\n1,0,Paris,48.85,2.35\n2,1,"Berlin, ""Mitte""'
    '",52.52,13.4\n',
    "txt": 'Roma\nParis\nBerlin, "Mitte"\n',
    "json": '{"instance": "trip", "n": 3, "cost": 7.5, "closed": true, "start": 2, "end": null, '
    '"tour": [2, 0, 1], '
    '"ids": ["Roma", "Paris", "Berlin, \\"Mitte\\""]}\n',
    "tour": "NAME : trip\nCOMMENT : Length 7.5\nTYPE : TOUR\nDIMENSION : 3\nTOUR_SECTION\n3\n1\n2\n"
    "-1\nEOF\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_the_suffix_says_the_form(tmp_path, form):
    """A file called order.csv would hold a TSPLIB tour."""
    write_tour([2, 0, 1], tmp_path / f"a.{form.upper()}", cost=7.5, instance=STOPS)
    assert (tmp_path / f"a.{form.upper()}").read_text() == FORMS[form]
    write_tour([2, 0, 1], tmp_path / "a.out", cost=7.5, instance=STOPS, form=form)
    assert (tmp_path / "a.out").read_text() == FORMS[form]
    if form != "txt":
        assert read_tour(tmp_path / f"a.{form.upper()}").tolist() == [2, 0, 1]


def test_without_an_instance(tmp_path):
    """A tour alone could not be written as anything but TSPLIB."""
    for form, text in {"csv": "order,node\n0,1\n1,0\n", "txt": "1\n0\n"}.items():
        write_tour([1, 0], tmp_path / f"a.{form}")
        assert (tmp_path / f"a.{form}").read_text() == text
    write_tour([1, 0], tmp_path / "a.json", name="x")
    assert json.loads((tmp_path / "a.json").read_text())["ids"] is None


def test_geojson(tmp_path):
    """A map would show the stops in another order, or not close the tour."""
    write_tour([2, 0, 1], tmp_path / "a.geojson", cost=7.5, instance=STOPS)
    line, *stops = json.loads((tmp_path / "a.geojson").read_text())["features"]
    assert line["geometry"]["type"] == "LineString"
    assert line["geometry"]["coordinates"][0] == line["geometry"]["coordinates"][-1] == [12.5, 41.9]
    assert line["properties"] == {"name": "trip", "cost": 7.5}
    assert [stop["id"] for stop in stops] == ["Roma", "Paris", 'Berlin, "Mitte"']
    assert [stop["properties"]["order"] for stop in stops] == [0, 1, 2]
    geo = Instance.from_coordinates([[10.30, 20.15]], "GEO")
    write_tour([0], tmp_path / "b.geojson", instance=geo)
    line = json.loads((tmp_path / "b.geojson").read_text())["features"][0]
    assert line["geometry"]["coordinates"][0] == pytest.approx([20.25, 10.5])


def test_geojson_over_the_date_line(tmp_path):
    """A map would draw a step of 100 km around the whole Earth."""
    places = [[-18.0, 178.0], [-20.0, -174.0], [-14.0, -172.0], [-8.0, 176.0]]
    write_tour([0, 1, 2, 3], tmp_path / "a.geojson", instance=latlon(places))
    line, *stops = json.loads((tmp_path / "a.geojson").read_text())["features"]
    assert line["geometry"] == {
        "type": "MultiLineString",
        "coordinates": [
            [[178.0, -18.0], [180.0, -18.5]],
            [[-180.0, -18.5], [-174.0, -20.0], [-172.0, -14.0], [-180.0, -10.0]],
            [[180.0, -10.0], [176.0, -8.0], [178.0, -18.0]],
        ],
    }
    assert [stop["geometry"]["coordinates"] for stop in stops] == [p[::-1] for p in places]
    for others in ([[0.0, 180.0], [1.0, -180.0]], [[0.0, 90.0], [1.0, -90.0]], [[1.0, 2.0]]):
        write_tour(np.arange(len(others)), tmp_path / "b.geojson", instance=latlon(others))
        line = json.loads((tmp_path / "b.geojson").read_text())["features"][0]["geometry"]
        pieces = [line["coordinates"]] if line["type"] == "LineString" else line["coordinates"]
        for piece in pieces:
            longitudes = np.array(piece)[:, 0]
            assert np.abs(np.diff(longitudes)).max() <= 180


def latlon(places):
    return Instance.from_coordinates(places, "latlon_km")


def test_open_paths_in_other_forms(tmp_path):
    """A map would show a way back that the path does not take."""
    options = {"cost": 7.5, "instance": STOPS, "closed": False}
    write_tour([2, 0, 1], tmp_path / "a.geojson", **options)
    line, *stops = json.loads((tmp_path / "a.geojson").read_text())["features"]
    assert line["geometry"]["coordinates"] == [[12.5, 41.9], [2.35, 48.85], [13.4, 52.52]]
    assert stops[0]["id"] == "Roma"
    write_tour([2, 0, 1], tmp_path / "a.json", **options)
    saved = json.loads((tmp_path / "a.json").read_text())
    assert (saved["closed"], saved["start"], saved["end"]) == (False, 2, 1)
    write_tour([2, 0, 1], tmp_path / "a.csv", **options)
    assert (tmp_path / "a.csv").read_text() == FORMS["csv"]


def test_unknown_suffixes_are_refused(tmp_path):
    """A form would be chosen that nobody asked for."""
    with pytest.raises(FileError, match=r"'\.xyz' is unknown; tours have \.tour, \.csv, \.json"):
        write_tour([0], tmp_path / "a.xyz")
    with pytest.raises(FileError, match="GeoJSON needs the latitudes"):
        write_tour([0], tmp_path / "a.geojson")
    with pytest.raises(ValueError, match="form 'xyz' is unknown; known are tour, csv"):
        write_tour([0], tmp_path / "a.tour", form="xyz")
    with pytest.raises(ValueError, match="not a permutation"):
        write_tour([0], tmp_path / "a.tour", instance=STOPS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", "{}", "holds no list called tour"),
        ("a.json", '{"tour": [0, 1.5]}', r"tour holds '1\.5', which is not a node number"),
        ("a.json", '{"tour": [0, true]}', "tour holds 'True'"),
        ("a.json", '{"tour": [0, 2]}', "not a permutation"),
        ("a.json", '{"tour": [0, 99999999999]}', "is not a node number"),
        ("a.csv", "order,id\n0,a\n", "has no column called node"),
        ("a.csv", "order,node\n0,a\n", ":2: 'a' is not a number"),
        ("a.csv", "order,node\n0,0.5\n", "must hold node numbers only"),
        ("a.csv", "order,node\n0,nan\n", "must hold node numbers only"),
        ("a.csv", "order,node\n0,1\n", "not a permutation"),
        ("a.txt", "Roma\nParis\n", r"holds no tour to read; give one in \.tour, \.json, \.csv"),
        ("a.geojson", '{"type": "FeatureCollection", "features": []}', "holds no tour to read"),
    ],
)
def test_bad_json_and_csv_are_refused(tmp_path, name, text, message):
    """Something that is no tour would be taken for one."""
    (tmp_path / name).write_text(text)
    with pytest.raises(FileError, match=f"{name}.*{message}"):
        read_tour(tmp_path / name)


def test_tsplib_in_a_text_file(tmp_path):
    """A tour of another program would be refused for its suffix."""
    (tmp_path / "a.txt").write_text(HEAD + "2 1 4 3 -1\n")
    assert read_tour(tmp_path / "a.txt").tolist() == [1, 0, 3, 2]


@pytest.mark.parametrize(
    "text",
    [
        "COMMENT : optimal, by X\n" + HEAD + "2 1 4 3 -1\n",
        "COMMENT : by, node\n" + HEAD + "2 1 4 3 -1\n",
        "order,node\n0,1\n1,0\n2,3\n3,2\n",
        '\ufefforder;"Node"\r\n0;1\r\n1;0\r\n2;3\r\n3;2\r\n',
        "node\n1\n0\n3\n2\n",
        '\n{"tour": [1, 0, 3, 2]}\n',
    ],
)
def test_the_content_says_the_form(tmp_path, text):
    """A TSPLIB tour with a comma in its first line would be taken for a table, and refused."""
    (tmp_path / "tour").write_text(text, encoding="utf-8")
    assert read_tour(tmp_path / "tour").tolist() == [1, 0, 3, 2]
