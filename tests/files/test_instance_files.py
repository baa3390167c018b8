"""Instances from any file that holds some."""

import warnings

import numpy as np
import pytest

from heataco.files import (
    FileError,
    LabelledInstance,
    read_instances,
    write_instance,
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


def test_other_problems_of_tsplib_are_named(tmp_path):
    """A graph of TSPLIB, `alb1000.hcp`, would be refused for its suffix, not for what it is."""
    (tmp_path / "a.HCP").write_text("NAME : a\nTYPE : HCP\nDIMENSION : 3\n")
    with pytest.raises(FileError, match="TYPE HCP is the search for a Hamiltonian cycle"):
        read_instances(tmp_path / "a.HCP")


@pytest.mark.parametrize(
    ("options", "name", "words"),
    [
        ({"ids": list("abcd")}, "a.tsp", "the ids"),
        ({"ids": list("abcd")}, "a.npy", "the ids"),
        ({"ids": list("abcd")}, "a.csv", None),
        ({"metric": "EUC_2D"}, "a.csv", "metric EUC_2D"),
        ({"metric": "EUC_2D"}, "a.tsp", None),
        ({"metric": "latlon_km"}, "a.geojson", None),
        ({"metric": "latlon_km"}, "a.npy", "metric latlon_km"),
        ({"metric": "latlon_m"}, "a.geojson", "metric latlon_m"),
    ],
)
@pytest.mark.parametrize("fixed", [False, True])
def test_what_a_form_leaves_out_is_said(tmp_path, options, name, words, fixed):
    """Ids, rounding or fixed edges would be gone without a word after a conversion."""
    instance = Instance.from_coordinates(POINTS.coordinates, **options)
    if fixed:
        instance = instance.with_fixed_edges([(0, 2)])
    lost = [words] if words else []
    if fixed and not name.endswith(".tsp"):
        lost.insert("ids" in options and bool(words), "the fixed edges")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        write_instance(instance, tmp_path / name)
    expected = [f"{tmp_path / name} does not keep {' and '.join(lost)}"] if lost else []
    assert [str(warning.message) for warning in caught] == expected
