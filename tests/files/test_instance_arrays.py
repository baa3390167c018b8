"""Points and distances in NumPy's files."""

import zipfile

import numpy as np
import pytest

from heataco.files import FileError, read_instances, write_instance
from heataco.instances import Instance

POINTS = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0], [0.0, 1.0]])
MATRIX = np.arange(16.0).reshape(4, 4)


def test_a_second_array_is_refused(tmp_path):
    """Of two arrays that were saved to one file, the second would be left out in silence."""
    with open(tmp_path / "a.npy", "wb") as file:
        np.save(file, POINTS)
        np.save(file, POINTS)
    with pytest.raises(FileError, match="192 bytes follow the array; they belong to none"):
        read_instances(tmp_path / "a.npy")


def saved(tmp_path, array):
    np.save(tmp_path / "a.npy", array)
    return read_instances(tmp_path / "a.npy")


def test_arrays(tmp_path):
    """An array would be refused, or points be taken for distances."""
    (item,) = saved(tmp_path, POINTS.astype(np.float32))
    assert item.instance == Instance.from_coordinates(POINTS, name="a")
    (item,) = saved(tmp_path, np.asfortranarray(MATRIX))
    assert item.instance == Instance.from_matrix(MATRIX, name="a")
    (item,) = saved(tmp_path, POINTS[:, [0, 1, 1]])
    assert item.instance.metric == "euclidean_3d"
    batch = saved(tmp_path, np.stack([POINTS, 2 * POINTS]))
    assert [each.instance.name for each in batch] == ["a_0", "a_1"]
    assert (batch[1].instance.coordinates == 2 * POINTS).all()
    np.save(tmp_path / "a.npy", POINTS)
    (item,) = read_instances(tmp_path / "a.npy", metric="latlon_km")
    assert item.instance.metric == "latlon_km"


def test_archives(tmp_path):
    """Named arrays, and the ids beside them, would not be found."""
    for name in ("coordinates", "coords", "points", "arr_0"):
        np.savez(tmp_path / "a.npz", **{name: POINTS}, ids=["a", "b", "c", "d"], other=1)
        (item,) = read_instances(tmp_path / "a.npz")
        assert item.instance.ids == ("a", "b", "c", "d")
        assert (item.instance.coordinates == POINTS).all()
    for name in ("matrix", "distances"):
        np.savez(tmp_path / "a.npz", **{name: MATRIX[:2, :2]}, ids=[7, 8])
        (item,) = read_instances(tmp_path / "a.npz")
        assert (item.instance.ids, item.instance.matrix.tolist()) == ((7, 8), [[0, 1], [4, 5]])
    np.savez(tmp_path / "set.npz", coords=[POINTS], tours=[[0, 1, 2, 3]])
    assert read_instances(tmp_path / "set.npz")[0].tour.tolist() == [0, 1, 2, 3]


def test_member_that_is_no_array(tmp_path):
    """A file of an array's name, without the suffix of one, would end in a traceback."""
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("distances", b"text")
    with pytest.raises(FileError, match=r"a.npz: holds no array; it needs one of coordinates"):
        read_instances(tmp_path / "a.npz")
    with zipfile.ZipFile(tmp_path / "a.npz", "a") as archive, archive.open("points.npy", "w") as it:
        np.save(it, POINTS)
    assert read_instances(tmp_path / "a.npz")[0].instance.n == 4


def test_two_arrays_in_one_archive(tmp_path):
    """Points would be taken where the distances beside them are meant, without a word."""
    path = tmp_path / "both.npz"
    np.savez(path, points=POINTS, matrix=np.ones((4, 4)), ids=list("abcd"))
    with pytest.raises(FileError, match=r"both.npz: holds points and matrix, each of which may"):
        read_instances(path)
    assert read_instances(path, metric="EXPLICIT")[0].instance.matrix is not None
    assert read_instances(path, metric="EUC_2D")[0].instance.metric == "EUC_2D"
    np.savez(path, points=POINTS, coords=POINTS)
    with pytest.raises(FileError, match="holds coords and points"):
        read_instances(path, metric="EUC_2D")


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (POINTS[:2], r"shape \(2, 2\), which may be 2 points .* or the distances of 2 nodes"),
        (POINTS[:3, [0, 1, 1]], r"may be 3 points \(metric euclidean_3d\) or the distances of 3"),
        (np.zeros((4, 5)), r"shape \(4, 5\); give an Instance, points"),
        (np.zeros(4), r"shape \(4,\)"),
        (np.zeros((0, 2)), r"shape \(0, 2\)"),
        (np.zeros((1, 1, 2, 2)), r"shape \(1, 1, 2, 2\)"),
        (np.full((4, 2), np.nan), r"coordinates\[0, 0\] is nan"),
        (np.array([["a", "b"]]), "real numbers"),
        (np.array([[None, 1]]), "Python objects"),
    ],
)
def test_bad_arrays_are_refused(tmp_path, array, message):
    """An array that can be read in two ways would be guessed at."""
    np.save(tmp_path / "a.npy", array)
    with pytest.raises(FileError, match=f"a.npy: .*{message}"):
        read_instances(tmp_path / "a.npy")


def test_damaged_files_are_refused(tmp_path):
    """A cut file would crash the reader, or a foreign archive be guessed at."""
    np.save(tmp_path / "a.npy", MATRIX)
    content = (tmp_path / "a.npy").read_bytes()
    (tmp_path / "a.npy").write_bytes(content[:-1])
    with pytest.raises(FileError, match="it is cut off"):
        read_instances(tmp_path / "a.npy")
    np.savez(tmp_path / "a.npz", heat=MATRIX)
    with pytest.raises(FileError, match="holds heat; it needs one of coordinates"):
        read_instances(tmp_path / "a.npz")


def test_round_trip(tmp_path):
    """Numbers would change when they are saved and read again."""
    for instance in (Instance.from_coordinates(POINTS), Instance.from_matrix(MATRIX)):
        write_instance(instance, tmp_path / "a.npy")
        (item,) = read_instances(tmp_path / "a.npy")
        assert item.instance.digest == instance.digest
    with pytest.raises(FileError, match=r"'\.xyz' is unknown; written instances have \.tsp"):
        write_instance(instance, tmp_path / "a.xyz")


def test_ids_that_are_no_text(tmp_path):
    """A damaged archive would end in a traceback."""
    damaged = np.array([0x7FFFFFFF] * 4, np.uint32).view("<U1")
    np.savez(tmp_path / "a.npz", coordinates=POINTS, ids=damaged)
    with pytest.raises(FileError, match=r"'ids' has characters that are not Unicode"):
        read_instances(tmp_path / "a.npz")
    np.savez(tmp_path / "a.npz", coordinates=POINTS, ids=["a"] * 1_000)
    with pytest.raises(FileError, match="'ids' has 1000 entries; there is one for each node"):
        read_instances(tmp_path / "a.npz")
