"""The picture of a tour."""

import subprocess
import sys

import numpy as np
import pytest

from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.plotting import plot_tour, tours

matplotlib = pytest.importorskip("matplotlib")

SQUARE = Instance.from_coordinates([[0, 0], [2, 0], [2, 1], [0, 1]], name="square")
HEAT = Heatmap.from_edges([0, 1, 1, 2], [1, 0, 2, 0], [0.2, 0.8, 0.4, 0.001], 4)


def heat_lines(ax):
    collections = matplotlib.collections
    return next(c for c in ax.collections if isinstance(c, collections.LineCollection))


def test_tour_is_closed_and_on_top():
    """The way back to the first node would be missing, or the heat hide the tour."""
    ax = plot_tour(SQUARE, [0, 1, 2, 3], HEAT)
    line = next(line for line in ax.lines if line.get_label() == "tour")
    assert line.get_xydata().tolist() == [[0, 0], [2, 0], [2, 1], [0, 1], [0, 0]]
    assert heat_lines(ax).get_zorder() < line.get_zorder()


def test_open_path():
    """A path would be drawn with a way back."""
    ax = plot_tour(SQUARE, [3, 1, 2, 0], closed=False)
    line = next(line for line in ax.lines if line.get_label() == "path")
    assert line.get_xydata().tolist() == [[0, 1], [2, 0], [2, 1], [0, 0]]
    assert ax.collections[-1].get_offsets().tolist() == [[0, 1], [0, 0]]


def test_heat_is_drawn_by_score():
    """The picture would show an edge twice, or a strong edge weaker than a weak one."""
    lines = heat_lines(plot_tour(SQUARE, [0, 1, 2, 3], HEAT))
    edges = [segment.tolist() for segment in lines.get_segments()]
    assert edges == [[[2, 0], [2, 1]], [[0, 0], [2, 0]]]  # weakest first; 2-0 is too faint
    assert np.all(np.diff(lines.get_linewidths()) > 0)
    assert np.all(np.diff(lines.get_colors()[:, 3]) > 0)


def test_only_the_strongest_of_many_edges(monkeypatch):
    """A picture of a large dense heatmap would take minutes."""
    monkeypatch.setattr(tours, "_MAX_EDGES", 1)
    lines = heat_lines(plot_tour(SQUARE, [0, 1, 2, 3], HEAT))
    assert len(lines.get_segments()) == 1


@pytest.mark.parametrize("n", [1, 2, 3])
def test_smallest(n, tmp_path):
    """A heatmap without edges, or an instance of a node or two, could not be drawn."""
    instance = Instance.from_coordinates(np.random.default_rng(1).random((n, 2)))
    empty = Heatmap.from_edges([], [], [], n)
    plot_tour(instance, range(n), empty).figure.savefig(tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 0


def test_given_axes_are_used():
    """A user could not put several tours on one figure."""
    axes = matplotlib.figure.Figure().subplots(1, 2)
    assert plot_tour(SQUARE, [0, 1, 2, 3], ax=axes[1]) is axes[1]
    assert not axes[0].lines


def test_longitude_is_horizontal():
    """A map of GEO nodes would lie on its side."""
    instance = Instance.from_coordinates([[50, 10], [51, 20], [52, 15]], "GEO")
    line = plot_tour(instance, [0, 1, 2]).lines[0]
    assert line.get_xdata().tolist() == [10, 20, 15, 10]


def test_bad_input():
    """A user would get matplotlib's errors in place of a sentence."""
    with pytest.raises(ValueError, match="only an instance with coordinates can be drawn"):
        plot_tour(Instance.from_matrix(np.ones((3, 3))), [0, 1, 2])
    with pytest.raises(ValueError, match="heatmap has 4 nodes, the instance has 3"):
        plot_tour(Instance.from_coordinates(np.eye(3)[:, :2]), [0, 1, 2], HEAT)
    with pytest.raises(ValueError, match="tour"):
        plot_tour(SQUARE, [0, 1, 2, 2])


def test_without_matplotlib(monkeypatch):
    """A user would not learn what to install."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"pip install 'heataco\[plot\]'"):
        plot_tour(SQUARE, [0, 1, 2, 3])


def test_pyplot_stays_out():
    """Drawing would need a display, or leave figures behind in a long-running program."""
    code = (
        "import sys, heataco; from heataco.plotting import plot_tour;"
        "instance = heataco.Instance.from_coordinates([[0, 0], [1, 0], [0, 1]]);"
        "plot_tour(instance, [0, 1, 2]);"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
