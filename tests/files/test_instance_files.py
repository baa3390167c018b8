"""Instances from any file that holds some."""

import numpy as np
import pytest

from heataco.files import (
    FileError,
    LabelledInstance,
    read_instances,
    write_labelled_set,
    write_tsplib,
)
from heataco.instances import Instance

POINTS = Instance.from_coordinates([[0, 0], [1, 0], [1, 1], [0, 1]], name="square")


def test_one_reader_for_all_forms(tmp_path):
    """A form that one command takes could be unknown to another."""
    write_tsplib(POINTS, tmp_path / "square.TSP")
    (single,) = read_instances(tmp_path / "square.TSP")
    assert single.instance == POINTS
    assert single.tour is None
    write_labelled_set([LabelledInstance(POINTS, np.arange(4))] * 2, tmp_path / "set.txt")
    items = read_instances(str(tmp_path / "set.txt"))
    assert [item.instance.best_known for item in items] == [4.0, 4.0]
    assert items[1].tour.tolist() == [0, 1, 2, 3]


def test_unknown_suffixes_are_refused(tmp_path):
    """A user would not learn which suffixes instances have."""
    with pytest.raises(FileError, match=r"'\.xyz' is unknown; instances have \.tsp, \.atsp, \.npy"):
        read_instances(tmp_path / "a.xyz")
