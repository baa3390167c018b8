"""Labelled sets in and out."""

import pickle
import re
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import refused, written

from heataco.files import FileError, LabelledInstance, read_labelled_set, write_labelled_set
from heataco.instances import Instance, Metric

POINTS = "0 0 3 0 3 4"
MATRIX = "0 1 2 3 0 4 5 6 0"


def read_text(folder, text):
    return read_labelled_set(written(folder / "set.txt", text))


def test_lines(tmp_path):
    """Closed and open tours, points and matrices would be confused."""
    lines = [
        f"{POINTS} output 1 3 2 1",
        "",
        f" {POINTS}  output 1 3 2 ",
        f"{MATRIX} output 1 3 2 1",
        POINTS,
        "0 0 1 1 output 1 2 1",
        "5 5 output 1 1",
        "7 output 1",
    ]
    items = read_text(tmp_path, "\n".join(lines))
    assert [item.instance.name for item in items] == [f"set_{index}" for index in range(7)]
    assert [item.instance.best_known for item in items[:4]] == [12, 12, 2 + 6 + 3, None]
    assert [item.instance.n for item in items] == [3, 3, 3, 3, 2, 1, 1]
    assert [item.instance.metric == Metric.EXPLICIT for item in items] == [0, 0, 1, 0, 0, 0, 1]
    assert items[0].tour.tolist() == items[2].tour.tolist() == [0, 2, 1]
    assert items[3].tour is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": holds no instance"),
        ("\n\n", ": holds no instance"),
        (b"\x80\x04\0\0", ": holds a NUL byte"),
        (f"{POINTS} output 1 2 3 1\n1 2 3", ":2: 3 coordinates without output"),
        ("0.5 0.5\n0.1 0.2\n", ":1: 2 coordinates without output; .* write a .csv file"),
        (f"{POINTS} output", ":1: 6 numbers before output and a tour of 0 nodes"),
        (f"{POINTS} output 1 2 1", ":1: 6 numbers .* tour of 2 nodes"),
        (f"{POINTS} output 1 2 4 1", r":1: .*node 4 is not one of 1\.\.3"),
        (f"{POINTS} output 0 1 2 0", r":1: .*node 0"),
        (f"{POINTS} output 1 2 2", ":1: .*node 2 is repeated and node 3 is missing"),
        (f"{POINTS} output 1 2 x", ":1: 'x' is not a number"),
        (f"{POINTS} output 1 2 3 output 1", ":1: 'output' is not a number"),
        (POINTS.replace("4", "nan") + " output 1 2 3 1", r":1: coordinates\[2, 1\] is nan"),
        (MATRIX.replace("4", "-4") + " output 1 2 3 1", r":1: matrix\[1, 2\] is -4"),
        ("output 1", ":1: 0 numbers"),
    ],
)
def test_bad_lines_are_refused(tmp_path, text, message):
    """A wrong line would be scored against a wrong reference."""
    with pytest.raises(FileError, match=f"^{re.escape(str(tmp_path))}.set.txt{message}"):
        read_text(tmp_path, text)


def test_archive(tmp_path):
    """The sets in .npz would lose their references."""
    path = tmp_path / "set.npz"
    coords = np.array([[[0, 0], [3, 0], [3, 4]]] * 2)
    tours = np.array([[0, 1, 2], [2, 1, 0]])
    np.savez(path, coords=coords, tours=tours, lengths=[99, 99])
    items = read_labelled_set(path)
    assert [item.instance.best_known for item in items] == [12, 12]
    assert items[1].tour.tolist() == [2, 1, 0]
    assert items[1].instance.name == "set_1"
    np.savez(path, coords=coords, lengths=[99, 98])
    assert [item.instance.best_known for item in read_labelled_set(path)] == [99, 98]
    np.savez(path, coords=coords)
    assert [item.instance.best_known for item in read_labelled_set(path)] == [None, None]


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"tours": [[0]]}, "needs an array coords"),
        ({"coords": [[0, 0]]}, "needs an array coords"),
        ({"coords": np.zeros((0, 3, 2))}, "holds no instance"),
        ({"coords": np.zeros((1, 3, 3))}, "item 0: coordinates have shape"),
        ({"coords": np.zeros((1, 2, 2)), "tours": [[1, 2]]}, "item 0: .*node 2 is not one of"),
        ({"coords": np.zeros((1, 2, 2)), "tours": [[0.0, 1.0]]}, "item 0: .*must be integers"),
        ({"coords": np.zeros((2, 2, 2)), "tours": [[0, 1]]}, r"tours has shape \(1, 2\) for 2"),
        ({"coords": np.zeros((1, 2, 2)), "lengths": 5}, r"lengths has shape \(\)"),
        ({"coords": np.zeros((1, 2, 2)), "lengths": [[5, 6]]}, r"must be \(B,\)"),
        ({"coords": np.zeros((1, 2, 2)), "lengths": [np.nan]}, "item 0: best_known is nan"),
    ],
)
def test_bad_archives_are_refused(tmp_path, arrays, message):
    """References of another size or numbering would be used."""
    path = tmp_path / "set.npz"
    np.savez(path, **arrays)
    with refused(path, f": .*{message}"):
        read_labelled_set(path)


def test_missing_and_unknown_files(tmp_path):
    """A wrong path would end in a traceback."""
    for name, message in [("a.txt", "no such"), ("a.npz", "no such"), ("a.csv", r"\.txt, \.npz")]:
        with pytest.raises(FileError, match=message):
            read_labelled_set(tmp_path / name)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.booleans(), st.booleans(), st.integers(0, 999)), min_size=1
    )
)
def test_round_trip(kinds):
    """A labelled set would change when it is saved and read again."""
    items = []
    for n, explicit, with_tour, seed in kinds:
        rng = np.random.default_rng(seed)
        if explicit and n != 2:
            items.append(
                LabelledInstance(Instance.from_matrix(rng.random((n, n))), rng.permutation(n))
            )
        else:
            tour = rng.permutation(n) if with_tour or n == 1 else None
            items.append(LabelledInstance(Instance.from_coordinates(rng.random((n, 2))), tour))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        write_labelled_set(items, path)
        again = read_labelled_set(path)
    assert [item.instance.digest for item in again] == [item.instance.digest for item in items]
    for old, new in zip(items, again, strict=True):
        assert (new.tour is None) == (old.tour is None)
        assert new.tour is None or new.tour.tolist() == old.tour.tolist()


def test_what_lines_cannot_hold_is_refused(tmp_path):
    """An item would be read back as another problem."""
    rounded = Instance.from_coordinates([[0, 0], [1, 1]], "EUC_2D")
    pair = Instance.from_matrix([[0, 1], [2, 0]])
    triple = Instance.from_matrix(np.ones((3, 3)))
    for item in (
        LabelledInstance(rounded),
        LabelledInstance(pair, [0, 1]),
        LabelledInstance(triple),
        LabelledInstance(Instance.from_coordinates([[0, 0]])),
    ):
        with pytest.raises(ValueError, match="item 0"):
            write_labelled_set([item], tmp_path / "a.txt")
    with pytest.raises(ValueError, match="empty"):
        write_labelled_set([], tmp_path / "a.txt")
    with pytest.raises(FileError, match=r"\.txt"):
        write_labelled_set([LabelledInstance(triple, [0, 1, 2])], tmp_path / "a.npz")
    with pytest.raises(ValueError, match="repeated"):
        LabelledInstance(triple, [0, 0, 1])
    assert list(tmp_path.iterdir()) == []


def test_labelled_instances_pickle():
    """Worker processes would get writable tours."""
    item = LabelledInstance(Instance.from_coordinates([[0, 0], [1, 1]]), [1, 0])
    again = pickle.loads(pickle.dumps(item))
    assert again.tour.tolist() == [1, 0]
    assert not again.tour.flags.writeable
    assert not item.tour.flags.writeable


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "count", "mean"),
    [
        ("tsp500.npz", 128, 16.54581),
        ("tsp1000.npz", 128, 23.11842),
        ("tsp10000.npz", 16, 71.77281),
        ("small/tsp50.txt", 10, 5.79013),
        ("small/atsp50.txt", 10, 1.56777),
        ("small/atsp50_uniform_16ins.txt", 16, 1.53082),
    ],
)
def test_benchmark_sets(data_dir, name, count, mean):
    """The reference tours of the field would get other lengths than published."""
    items = read_labelled_set(data_dir / name)
    assert len(items) == count
    assert np.mean([item.instance.best_known for item in items]) == pytest.approx(mean, abs=1e-5)
    assert items[0].instance.symmetric == ("atsp" not in name)
