"""TSPLIB instances in and out."""

import math
import re
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.files.tsplib_samples import SQUARE, explicit, read_text

from heataco.files import FileError, read_tour, read_tsplib, write_tsplib
from heataco.instances import Instance, Metric

FULL = [[0, 1, 2, 3], [1, 0, 4, 5], [2, 4, 0, 6], [3, 5, 6, 0]]
ENTRIES = {
    "FULL_MATRIX": "0 1 2 3 1 0 4 5 2 4 0 6 3 5 6 0",
    "UPPER_ROW": "1 2 3 4 5 6",
    "LOWER_COL": "1 2 3 4 5 6",
    "LOWER_ROW": "1 2 4 3 5 6",
    "UPPER_COL": "1 2 4 3 5 6",
    "UPPER_DIAG_ROW": "0 1 2 3 0 4 5 0 6 0",
    "LOWER_DIAG_COL": "0 1 2 3 0 4 5 0 6 0",
    "LOWER_DIAG_ROW": "0 1 0 2 4 0 3 5 6 0",
    "UPPER_DIAG_COL": "0 1 0 2 4 0 3 5 6 0",
}


def test_loose_forms(tmp_path):
    """Real files would be refused for blanks, comments, node order or what follows EOF."""
    expected = [[0, 0], [10, 0], [10, 10], [0, 10]]
    for text in (SQUARE, SQUARE.replace("\n", "\r\n"), SQUARE.replace("\n", "\r")):
        instance = read_text(tmp_path, text)
        assert (instance.name, instance.metric, instance.best_known) == ("square", "EUC_2D", None)
        assert instance.coordinates.tolist() == expected
    without = SQUARE.replace("NAME : square\n", "").replace("EOF\nignored\n", "")
    assert read_text(tmp_path, without).name == "file"


@pytest.mark.parametrize("form", ENTRIES)
@pytest.mark.parametrize("wrap", ["{}", "{} ", "\n{}", "{}\n\n"])
def test_matrix_formats(tmp_path, form, wrap):
    """A triangle would be laid out wrongly, or wrapped lines misread."""
    entries = "".join(wrap.format(entry) + " " for entry in ENTRIES[form].split())
    tail = "\nDISPLAY_DATA_SECTION\n1 5 5\n2 6 6\nEOF"
    instance = read_text(tmp_path, explicit(entries, form) + tail)
    assert instance.matrix.tolist() == FULL
    assert instance.symmetric


@pytest.mark.parametrize("end", ["-1\n", "", "-1\n-1\n"])
def test_fixed_edges(tmp_path, end):
    """A tour would lack edges that the file fixes, or a written file would lose them."""
    text = SQUARE.replace("NODE_COORD", f"FIXED_EDGES_SECTION\n1 3\n4 2\n{end}NODE_COORD")
    instance = read_text(tmp_path, text)
    assert instance.fixed_edges.tolist() == [[0, 2], [3, 1]]
    write_tsplib(instance, tmp_path / "again.tsp")
    assert read_tsplib(tmp_path / "again.tsp") == instance


def test_forbidden_edges_are_kept(tmp_path):
    """A written matrix would allow what it forbids."""
    matrix = np.array([[0, 1, np.inf], [2, 0, 3], [4, 5, 0]])
    instance = Instance.from_matrix(matrix, name="roads")
    write_tsplib(instance, tmp_path / "roads.atsp")
    assert read_tsplib(tmp_path / "roads.atsp") == instance


def test_three_coordinates(tmp_path):
    """The third coordinate would be read as the number of the next node."""
    text = "DIMENSION: 2\nEDGE_WEIGHT_TYPE: {}\nNODE_COORD_SECTION\n2 3 4 12\n1 0 0 0\nEOF\n"
    lengths = {"EUC_3D": 13, "CEIL_3D": 13, "MAN_3D": 19, "MAX_3D": 12, "XRAY1": 1200}
    lengths |= {"XRAY2": 1043, "EUCLIDEAN_3D": 13}
    for name, length in lengths.items():
        instance = read_text(tmp_path, text.format(name))
        assert instance.coordinates.tolist() == [[0, 0, 0], [3, 4, 12]]
        assert instance.cost([0, 1]) == 2 * length
    with pytest.raises(FileError, match=r":5: .* holds 8 numbers; a node needs 3, number x y$"):
        read_text(tmp_path, text.format("MAN_2D"))


def test_decimal_degrees_are_warned_about(tmp_path):
    """Decimal degrees would be read as degrees and minutes without a word."""
    text = SQUARE.replace("EUC_2D", "GEO").replace("1e1", "8.75")
    with pytest.warns(UserWarning, match=r"file\.tsp: coordinates\[3, 1\] is 8\.75"):
        read_text(tmp_path, text)


def test_best_known_lengths_come_with_the_name(tmp_path):
    """Gaps would be unknown for instances whose optimum everybody knows."""
    text = SQUARE.replace("NAME : square", "NAME: burma14")
    assert read_text(tmp_path, text).best_known is None  # burma14 has 14 nodes
    circle = Instance.from_coordinates(np.arange(28).reshape(14, 2), "GEO", name="burma14")
    write_tsplib(circle, tmp_path / "a.tsp")
    assert read_tsplib(tmp_path / "a.tsp").best_known == 3323
    write_tsplib(replace(circle, metric="euclidean"), tmp_path / "a.tsp")
    assert read_tsplib(tmp_path / "a.tsp").best_known is None


@pytest.mark.parametrize(
    ("metric", "length"), [("EUC_2D", 18659688), ("CEIL_2D", 18660188), ("MAN_2D", None)]
)
def test_best_known_lengths_go_by_the_metric(tmp_path, metric, length):
    """An optimal tour of distances that are rounded up would seem to be 0.003 % too long."""
    nodes = "\n".join(f"{v + 1} {v} 0" for v in range(1_000))
    head = f"NAME: dsj1000\nTYPE: TSP\nDIMENSION: 1000\nEDGE_WEIGHT_TYPE: {metric}\n"
    instance = read_text(tmp_path, f"{head}NODE_COORD_SECTION\n{nodes}\nEOF\n")
    assert instance.best_known == length


def test_best_known_lengths_are_not_of_constrained_instances(tmp_path):
    """A gap would be computed to the length of another problem, as for linhp318."""
    circle = Instance.from_coordinates(np.arange(28).reshape(14, 2), "GEO", name="burma14")
    write_tsplib(circle.with_fixed_edges([(0, 5)]), tmp_path / "burma14.tsp")
    assert read_tsplib(tmp_path / "burma14.tsp").best_known is None
    matrix = np.ones((17, 17))
    for entry, best_known in ((1.0, 2085), (np.inf, None)):
        matrix[3, 4] = matrix[4, 3] = entry
        write_tsplib(Instance.from_matrix(matrix, name="gr17"), tmp_path / "a.tsp")
        assert read_tsplib(tmp_path / "a.tsp").best_known == best_known


@pytest.mark.filterwarnings("ignore:.*GEO reads degrees.minutes")
@pytest.mark.filterwarnings("ignore:.*rounds distances to whole numbers")
@settings(max_examples=200, deadline=None)
@given(
    metric=st.sampled_from(list(Metric)),
    n=st.integers(1, 5),
    entries=st.lists(
        st.one_of(st.integers(0, 10**6).map(float), st.floats(0, 1e6)), min_size=25, max_size=25
    ),
)
def test_round_trip(metric, n, entries):
    """An instance would change when it is saved and read again."""
    if metric is Metric.EXPLICIT:
        instance = Instance.from_matrix(np.array(entries[: n * n]).reshape(n, n), name="a b")
    else:
        shape = (n, metric.dimensions)
        points = np.negative(entries[: math.prod(shape)]).reshape(shape) * 1e-6
        if 0 < np.ptp(points, axis=0).max() < 1e-100:
            points[:] = 0
        instance = Instance.from_coordinates(points, metric, name="a b")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.tsp"
        write_tsplib(instance, path)
        assert read_tsplib(path) == instance


def test_written_form(tmp_path):
    """Other programs could not read what is written."""
    write_tsplib(Instance.from_matrix([[0, 1.5], [2, 0]], name="pair"), tmp_path / "a.atsp")
    assert (tmp_path / "a.atsp").read_text() == (
        "NAME : pair\nTYPE : ATSP\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EXPLICIT\n"
        "EDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1.5\n2 0\nEOF\n"
    )
    with pytest.raises(ValueError, match="line breaks"):
        write_tsplib(Instance.from_matrix([[0]], name="a\nTYPE : TOUR"), tmp_path / "b.tsp")


def best_known(folder):
    text = (folder / "bestSolutions.txt").read_text()
    return {name: int(cost) for name, cost in re.findall(r"^(\S+) : (\d+)", text, re.MULTILINE)}


@pytest.mark.data
def test_best_known_lengths_are_those_of_the_library(data_dir):
    """A gap would be computed to a wrong length."""
    lengths = best_known(data_dir / "tsplib")
    read = {path.stem: read_tsplib(path).best_known for path in data_dir.glob("tsplib/*.tsp")}
    assert read.pop("linhp318") is None  # its edge is fixed
    # The file asks for distances rounded up; the list has the length of rounded ones beside it.
    assert read.pop("dsj1000") == lengths["dsj1000ceil"]
    assert read == {name: lengths[name] for name in read}


@pytest.mark.data
def test_every_tsplib_file_is_read(data_dir):
    """A file of the library would be refused or read with the wrong size or symmetry."""
    paths = sorted([*data_dir.glob("tsplib/*.tsp"), *data_dir.glob("tsplib/*.atsp")])
    assert len(paths) > 100
    for path in paths:
        instance = read_tsplib(path)
        assert instance.n == int(re.search(r"DIMENSION\s*:\s*(\d+)", path.read_text())[1])
        assert instance.symmetric == (path.suffix == ".tsp")


@pytest.mark.data
def test_optimal_tours_cost_the_best_known(data_dir):
    """Distances would not be those of TSPLIB, and no gap be right."""
    folder = data_dir / "tsplib"
    tours = sorted(folder.glob("*.opt.tour"))
    assert len(tours) == 33
    costs = {path.name.split(".")[0]: read_tour(path) for path in tours}
    costs = {name: read_tsplib(folder / f"{name}.tsp").cost(tour) for name, tour in costs.items()}
    assert costs == {name: best_known(folder)[name] for name in costs}


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "cost"), [("pcb442", 221440), ("gr666", 423710), ("att532", 309636)]
)
def test_canonical_tours(data_dir, name, cost):
    """Nodes would be read in the wrong order or rounded wrongly."""
    instance = read_tsplib(data_dir / "tsplib" / f"{name}.tsp")
    assert instance.cost(np.arange(instance.n)) == cost


def test_sections_of_several_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Millions of lines are read in pieces: numbers at their borders and line numbers stay."""
    monkeypatch.setattr("heataco.files.sections.LINES_PER_PIECE", 3)
    lines = [f"{node} {node * 1.5} {-node}" for node in range(1, 12)]
    head = "DIMENSION : 11\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"
    path = tmp_path / "pieces.tsp"
    path.write_text(head + "\n".join(lines) + "\nEOF\n")
    numbers = np.arange(1.0, 12.0)
    assert np.array_equal(read_tsplib(path).coordinates, np.stack((1.5 * numbers, -numbers), 1))
    for place in range(11):
        for wrong, problem in (("1 x", "'x' is not a number"), ("99 1", "99")):
            broken = [*lines]
            broken[place] = f"{wrong} 1"
            path.write_text(head + "\n".join(broken) + "\nEOF\n")
            with pytest.raises(FileError, match=f"tsp:{4 + place}: .*{problem}"):
                read_tsplib(path)
