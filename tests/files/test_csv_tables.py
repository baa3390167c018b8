"""CSV and TSV: how tables are understood, and what is refused."""

import re

import numpy as np
import pytest
from tests.support import written

from heataco.files import FileError, read_instances, write_instance, write_tour
from heataco.instances import Instance, Metric

MATRIX = [[0, 1, 2, 3], [4, 0, 5, 6], [7, 8, 0, 9], [1, 2, 3, 0]]
ROWS = "0,1,2,3\n4,0,5,6\n7,8,0,9\n1,2,3,0\n"
LABELLED = ",A,B,C,D\nA,0,1,2,3\nB,4,0,5,6\nC,7,8,0,9\nD,1,2,3,0\n"


def numbered(text):
    return text.translate(str.maketrans("ABCD", "1234"))


def read(tmp_path, text, suffix=".csv", **options):
    (item,) = read_instances(written(tmp_path / f"stops{suffix}", text), **options)
    return item.instance


POINTS = {
    "header row": ("id,x,y\na,1,2\nb,3,4\n", {}, "euclidean", ("a", "b")),
    "no ids": ("x,y\n1,2\n3,4\n", {}, "euclidean", None),
    "number ids": ("ID;X;Y\n7;1;2\n9;3;4\n", {}, "euclidean", (7, 9)),
    "padded ids": ("id,x,y\n007,1,2\n9,3,4\n", {}, "euclidean", ("007", "9")),
    "tabs": ("name\tx\ty\na b\t1\t2\nc\t3\t4\n", {}, "euclidean", ("a b", "c")),
    "id before name": ("name,id,x,y\nn,a,1,2\nn,b,3,4\n", {}, "euclidean", ("a", "b")),
    "latitudes": ("id,lat,lon\na,1,2\nb,3,4\n", {}, "latlon_km", ("a", "b")),
    "long names": ("Longitude,Latitude\n2,1\n4,3\n", {}, "latlon_km", None),
    "lng": ("lat,lng,note\n1,2,home\n3,4,\n", {"metric": "latlon_m"}, "latlon_m", None),
    "still x and y": ("x,y\n1,2\n3,4\n", {"metric": "EUC_2D"}, "EUC_2D", None),
    "marked header row": ("# x, y\n1, 2\n3, 4\n", {}, "euclidean", None),
    "bom, blanks, CRLF": ("\ufeff\r\nx,y\r\n\r\n1,2\r\n3,4\r\n", {}, "euclidean", None),
    "declared by Excel": (
        "sep=;\r\nid;x;y\r\na, b;1;2\r\nc;3;4\r\n",
        {},
        "euclidean",
        ("a, b", "c"),
    ),
    "quotes": ('"id","x","y"\n"a, ""A""","1","2"\nb,3,4\n', {}, "euclidean", ('a, "A"', "b")),
    "no header row": ("1,2\n3,4\n", {"metric": "euclidean"}, "euclidean", None),
    "no header row, ids": ("a,1,2\nb,3,4\n", {"metric": "euclidean"}, "euclidean", ("a", "b")),
    "no header row, number ids": ("5,1,2\n6,3,4\n", {"metric": "MAN_2D"}, "MAN_2D", (5, 6)),
    "named": (
        "Shop,Ost,Nord\na,1,2\nb,3,4\n",
        {"columns": {"id": "Shop", "x": "Ost", "y": "Nord"}},
        "euclidean",
        ("a", "b"),
    ),
    "named in another case": (
        "Shop,Ost,Nord\na,1,2\nb,3,4\n",
        {"columns": {"id": "shop", "x": "OST", "y": "nord"}},
        "euclidean",
        ("a", "b"),
    ),
    "only the id named": (
        "Address,Lat,Lon\na,1,2\nb,3,4\n",
        {"columns": {"id": "address"}},
        "latlon_km",
        ("a", "b"),
    ),
    "numbered": ("9,2,1\n8,4,3\n", {"columns": {"lat": "3", "lon": "2"}}, "latlon_km", None),
    "both kinds": (
        "x,y,lat,lon\n1,2,50,60\n3,4,70,80\n",
        {"columns": {"x": "x", "y": "y"}},
        "euclidean",
        None,
    ),
    "by the metric": ("x,y,lat,lon\n5,6,1,2\n7,8,3,4\n", {"metric": "latlon_m"}, "latlon_m", None),
    "z is extra": ("x,y,z\n1,2,9\n3,4,9\n", {"metric": "EUC_2D"}, "EUC_2D", None),
}


@pytest.mark.parametrize("case", POINTS)
def test_points(tmp_path, case):
    """A table that is plain to people would be refused, or its columns mixed up."""
    text, options, metric, ids = POINTS[case]
    instance = read(tmp_path, text, **options)
    assert (instance.name, instance.metric, instance.ids) == ("stops", metric, ids)
    assert instance.coordinates.tolist() == [[1, 2], [3, 4]]


def test_space(tmp_path):
    """The third coordinate would be lost."""
    assert read(tmp_path, "x,y,z\n1,2,3\n4,5,6\n").metric is Metric.EUCLIDEAN_3D
    plain = read(tmp_path, "1,2,3\n4,5,6\n", metric="EUC_3D")
    assert plain.coordinates.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert read(tmp_path, "a,1,2,3\nb,4,5,6\n").ids == ("a", "b")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        (ROWS, None),
        (ROWS.replace(",", "\t"), None),
        (LABELLED, ("A", "B", "C", "D")),
        (LABELLED.replace(",A,B", "from/to,A,B"), ("A", "B", "C", "D")),
        (LABELLED.removeprefix(","), ("A", "B", "C", "D")),
        ("A,B,C,D\n" + ROWS, ("A", "B", "C", "D")),
        (LABELLED.partition("\n")[2], ("A", "B", "C", "D")),
        (LABELLED.replace(",0", ","), ("A", "B", "C", "D")),
        (LABELLED.partition("\n")[2].replace(",0", ","), ("A", "B", "C", "D")),
        (numbered(LABELLED), (1, 2, 3, 4)),
        (numbered(LABELLED).replace("3,7,8,0", "3,7,8,"), (1, 2, 3, 4)),
        (numbered(LABELLED).replace(",1", "from/to,1", 1).replace(",0", ","), (1, 2, 3, 4)),
        (numbered(LABELLED).partition("\n")[2], (1, 2, 3, 4)),
        (numbered(LABELLED).partition("\n")[2].replace(",0", ","), (1, 2, 3, 4)),
    ],
)
def test_matrices(tmp_path, text, ids):
    """Labels would be taken for distances, or lost."""
    instance = read(tmp_path, text)
    assert instance.matrix.tolist() == MATRIX
    assert instance.ids == ids


BAD = {
    "empty": ("", {}, "is empty"),
    "blank": ("\n \n", {}, "is empty"),
    "header row only": ("x,y\n", {}, ":1: has a header row but no other rows"),
    "one column": ("x\n1\n2\n", {}, ":1: has one column; columns are separated by commas"),
    "ragged": ("x,y\n1,2\n3\n", {}, ":3: has 1 cells; the first row has 2"),
    "long header row": ("a,b,c,d\n1,2\n", {}, ":2: has 2 cells; the header row has 4"),
    "text": ("x,y\n1,2\n3,four\n", {}, ":3: 'four' is not a number"),
    "decimal comma": ("x;y\n1,5;2\n", {}, r":2: '1,5' is not a number; write decimals with a poin"),
    "empty cell": ("x,y\n1,\n", {}, ":2: column 2 is empty; all nodes need coordinates"),
    "underscore": ("x,y\n1_0,2\n", {}, ":2: '1_0' is not a number"),
    "nan": ("x,y\n1,nan\n", {}, r":2: coordinates\[0, 1\] is nan"),
    "only x": ("x,b\n1,2\n", {}, "the columns 'x', 'b' lack x and y, .* --columns ROLE=NAME"),
    "one twice": ("x,y\n1,2\n", {"columns": {"x": "y", "y": "Y"}}, "x and y are both column 'y'"),
    "two kinds": ("x,y,lat,lon\n1,2,3,4\n", {}, "hold x and y as well as lat and lon; say which"),
    "twice": ("x,y,x\n1,2,3\n", {}, "two columns are called x"),
    "two longitudes": ("lat,lon,lng\n1,2,3\n", {}, "lon and lng are both lon"),
    "no columns": ("a,b,c\n1,2,3\n", {}, "has 1 rows of 3 .*, and no columns are called x and y"),
    "no labels": ("a,b,c\n1,2,3\n4,5,6\n", {}, "and columns differ, and no .*, give columns"),
    "a square of other columns": (
        "id,easting,northing\n1,5,40\n2,3,4\n3,4,5\n",
        {},
        "3 rows of columns 'id', 'easting', 'northing' may be as many points, or distances",
    ),
    "odd names": ("a,GPS x\nb,c\n", {}, "are among 'a', 'GPS x', give columns"),
    "dash": (",A,B\nA,0,-\nB,1,0\n", {}, ":2: '-' is not a number$"),
    "other names": ("Lat (°),town\n1,A\n2,B\n", {}, ":2: 'A' is not a number, and no columns a"),
    "no id": ("id,x,y\na,1,2\n,3,4\n", {}, ":3: has no id; all nodes need one"),
    "two by two": ("1,2\n3,4\n", {}, "may be 2 points or their distances; give the metric"),
    "three": ("1,2,3\n4,5,6\n", {}, "may be id, x and y, or x, y and z, or distances; give the m"),
    "named three": ("a,1,2,3\nb,1,2,3\nc,1,2,3\n", {}, "may be 3 points or their distances"),
    "wrong metric": ("x,y\n1,2\n", {"metric": "latlon_km"}, "lack lat and lon, which metric latl"),
    "planar": ("lat,lon\n1,2\n", {"metric": "EUC_2D"}, "lack x and y, which metric EUC_2D needs"),
    "flat": ("x,y\n1,2\n", {"metric": "EUC_3D"}, "metric EUC_3D needs columns x, y and z"),
    "north": ("lat,lon\n91,2\n", {}, r":2: coordinates\[0, 0\] is 91"),
    "same ids": ("id,x,y\na,1,2\n\na,3,4\n", {}, ":4: nodes 0 and 1 both have the id 'a'"),
    "labels twice": ("x,y,label\n1,2,0\n3,4,0\n", {}, "the ids are column 'label': name"),
    "no such column": ("x,y\n1,2\n", {"columns": {"x": "a", "y": "y"}}, "no column 'a' for x"),
    "column number": ("x,y\n1,2\n", {"columns": {"x": "3", "y": "y"}}, "no column '3' for x"),
    "only the id named": ("a,b\n1,2\n", {"columns": {"id": "a"}}, "columns gives no coordinates"),
    "labels": (LABELLED.replace("\nB", "\nX"), {}, "the labels of rows and columns differ"),
    "hole": (LABELLED.replace("A,0,1", "A,0,"), {}, ":2: column 3 holds no distance; write inf wh"),
    "hole in the first row": (ROWS.replace("0,1,2", "0,1,", 1), {}, ":1: column 3 holds no dist"),
    "last row missing": (ROWS.rpartition("1,2")[0], {}, "3 nodes with labels, or those of 4 witho"),
    "empty diagonal": (",1,2\n1,,3\n2,3,\n", {}, "2 nodes with labels, or those of 3; write 0"),
    "old line ends": ("x,y\r1,2\r3,4\r", {}, ":1: is not a table: lines end with CR alone"),
    "latin": ("id,x,y\nK\xf6ln,1,2\n".encode("latin-1"), {}, ":2: is not UTF-8 text"),
    "quote": ('x,y\n"1,2\n', {}, "is not a table"),
    "binary": (b"x,y\n\x00", {}, "NUL byte"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_tables_are_refused(tmp_path, case):
    """A table would be guessed at, or end in a traceback."""
    text, options, message = BAD[case]
    with pytest.raises(FileError, match=f"^{re.escape(str(tmp_path))}.stops.csv.*{message}"):
        read(tmp_path, text, **options)


def test_metric_decides(tmp_path):
    """Nobody could say how an ambiguous table is meant."""
    assert read(tmp_path, "1,2\n3,4\n", metric="EXPLICIT").matrix.tolist() == [[1, 2], [3, 4]]
    assert read(tmp_path, "0,2,3\n4,0,5\n6,7,0\n", metric="EXPLICIT").n == 3
    assert read(tmp_path, "A,B\n1,2\n3,4\n", metric="EXPLICIT").ids == ("A", "B")
    with pytest.raises(ValueError, match="columns has the role 'a'; known are id, x, y"):
        read(tmp_path, "x,y\n1,2\n", columns={"a": "x"})
    with pytest.raises(ValueError, match="metric 'euclid' is unknown"):
        read(tmp_path, "x,y\n1,2\n", metric="euclid")
    with pytest.raises(ValueError, match="form 'xls' is unknown; known are tsplib"):
        read(tmp_path, "x,y\n1,2\n", form="xls")


@pytest.mark.parametrize(
    "instance",
    [
        Instance.from_coordinates([[0.1, 2], [3, 1e-7]], ids=['a,"b"', "c d"]),
        Instance.from_coordinates([[0.1, 2], [3, 4]], "latlon_km", ids=[4, 7]),
        Instance.from_coordinates([[0.1, 2, 3], [3, 4, 5]], "euclidean_3d"),
        Instance.from_matrix(MATRIX, ids=["a", "b", "c", "d"]),
    ],
)
def test_round_trip(tmp_path, instance):
    """An instance would change when it is saved and read again."""
    write_instance(instance, tmp_path / "a.csv")
    (item,) = read_instances(tmp_path / "a.csv")
    assert item.instance == instance.relabelled(name="a")


def test_wide_matrix_is_read_by_rows(tmp_path):
    """A matrix of some thousand columns would need lists of texts for all of it."""
    matrix = np.random.default_rng(0).integers(0, 9, (300, 300))
    np.savetxt(tmp_path / "wide.csv", matrix, fmt="%d", delimiter=",")
    (item,) = read_instances(tmp_path / "wide.csv")
    assert (item.instance.matrix == matrix).all()


def test_degrees_and_minutes_become_decimal(tmp_path):
    """Minutes of TSPLIB's GEO would be read as hundredths of a degree."""
    geo = Instance.from_coordinates([[48.30, 2.15], [-33.45, 18.0]], "GEO")
    with pytest.warns(UserWarning, match="does not keep metric GEO"):
        write_instance(geo, tmp_path / "a.csv")
    (item,) = read_instances(tmp_path / "a.csv")
    assert item.instance.metric is Metric.LATLON_KM
    assert np.allclose(item.instance.coordinates, [[48.5, 2.25], [-33.75, 18.0]])
    write_tour([1, 0], tmp_path / "order.csv", instance=geo)
    (item,) = read_instances(tmp_path / "order.csv")
    assert np.allclose(item.instance.coordinates, [[-33.75, 18.0], [48.5, 2.25]])
