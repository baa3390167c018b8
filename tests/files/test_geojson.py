"""GeoJSON points in and out."""

import json

import pytest
from tests.support import written

from heataco.files import FileError, read_instances, write_instance, write_tour
from heataco.instances import Instance

EARTH = Instance.from_coordinates(
    [[48.85, 2.35], [52.52, 13.4], [41.9, 12.5]], "latlon_km", ids=["Paris", "Berlin", "Roma"]
)


def feature(lon, lat, **more):
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [lon, lat]}, **more}


def collection(*features):
    return {"type": "FeatureCollection", "features": list(features)}


def read(tmp_path, data, **options):
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    (item,) = read_instances(written(tmp_path / "stops.geojson", text), **options)
    return item.instance


def test_points(tmp_path):
    """Longitude and latitude would change places, or stops lose their ids."""
    write_instance(EARTH, tmp_path / "a.geojson")
    (item,) = read_instances(tmp_path / "a.geojson")
    assert item.instance.coordinates.tolist() == EARTH.coordinates.tolist()
    assert (item.instance.ids, item.instance.metric) == (EARTH.ids, "latlon_km")
    first = json.loads((tmp_path / "a.geojson").read_text())["features"][0]
    assert first["geometry"]["coordinates"] == [2.35, 48.85]


@pytest.mark.parametrize(
    ("features", "ids"),
    [
        ([feature(2, 1), feature(4, 3)], None),
        ([feature(2, 1, id=5), feature(4, 3, id=6)], (5, 6)),
        (
            [feature(2, 1, properties={"name": "a"}), feature(4, 3, properties={"name": "b"})],
            ("a", "b"),
        ),
        ([feature(2, 1, properties={"name": "a"}), feature(4, 3, properties={"name": "a"})], None),
        ([feature(2, 1, id=1.5), feature(4, 3, id=2.5)], None),
        (
            [feature(2, 1, properties=None), {"type": "Feature", "geometry": None}, feature(4, 3)],
            None,
        ),
    ],
)
def test_ids(tmp_path, features, ids):
    """Ids would be missed, or something taken for them that cannot tell stops apart."""
    instance = read(tmp_path, collection(*features), metric="latlon_m")
    assert instance.coordinates.tolist() == [[1, 2], [3, 4]]
    assert (instance.ids, instance.metric) == (ids, "latlon_m")


def test_other_geometries(tmp_path):
    """A MultiPoint, or points beside a line, could not be read."""
    many = {"type": "MultiPoint", "coordinates": [[2, 1, 77], [4, 3]]}
    assert read(tmp_path, many).coordinates.tolist() == [[1, 2], [3, 4]]
    write_tour([2, 0, 1], tmp_path / "tour.geojson", instance=EARTH, cost=5.0)
    (item,) = read_instances(tmp_path / "tour.geojson")
    assert item.instance.ids == ("Roma", "Paris", "Berlin")


BAD = {
    "no JSON": ("{", "1: is not JSON"),
    "list": ("[1]", "holds a list; it must hold one object"),
    "nan": ('{"type": "Point", "coordinates": [NaN, 1]}', "NaN is not a JSON number"),
    "deep": ('{"a":' * 100_000, "is not JSON"),
    "long": ('{"a":' + "1" * 10_000 + "}", "is not JSON"),
    "no type": ({"a": 1}, "is not GeoJSON"),
    "no features": ({"type": "FeatureCollection"}, "is not GeoJSON"),
    "no point": (collection(), "contains no Point"),
    "number": (collection(1), "feature 0 is '1', not an object"),
    "position": (collection(feature("a", 1)), "feature 0 has the position"),
    "huge": (collection(feature(10**400, 1)), "feature 0 "),
    "swapped": (collection(feature(1, 91)), "latitude 91; positions are"),
    "projected": (collection(feature(500_000, 1)), "longitude 500000, latitude 1; positions are"),
    "binary": (b"{\x00}", "NUL byte"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused(tmp_path, case):
    """A file of another kind would end in a traceback."""
    data, message = BAD[case]
    with pytest.raises(FileError, match=f"stops.geojson:.*{message}"):
        read(tmp_path, data)


def test_plane_is_refused(tmp_path):
    """Coordinates of the plane would be put on the Earth."""
    with pytest.raises(FileError, match="metric EUC_2D is planar"):
        read(tmp_path, collection(feature(1, 2)), metric="EUC_2D")
    plane = Instance.from_coordinates([[1, 2]], name="p")
    with pytest.raises(ValueError, match="instance 'p' has metric euclidean"):
        write_instance(plane, tmp_path / "a.geojson")
    with pytest.raises(ValueError, match="instance '' has a matrix"):
        write_instance(Instance.from_matrix([[0]]), tmp_path / "a.geojson")
