"""The picture of a heatmap."""

import numpy as np
import pytest

import heataco as ha
from heataco import plotting

pytest.importorskip("matplotlib")

SQUARE = ha.Instance.from_coordinates([[0, 0], [2, 0], [2, 1], [0, 1]], name="square")
HEAT = ha.Heatmap.from_edges([0, 1, 1, 2], [1, 0, 2, 0], [0.2, 0.8, 0.4, 0.3], 4)
MATRIX = ha.Instance.from_matrix(np.arange(16.0).reshape(4, 4), name="matrix")
TOUR = [0, 1, 2, 3]


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_missing_edges_stand_out():
    """A reader would not see which edges of the tour the heatmap lacks."""
    ax = plotting.plot_heatmap(SQUARE, HEAT, reference=TOUR)
    assert "reference tour (2)" in labels(ax)
    assert "reference tour without support (2)" in labels(ax)
    missing = ax.collections[2].get_segments()
    assert [edge.tolist() for edge in missing] == [[[2, 1], [0, 1]], [[0, 1], [0, 0]]]


def test_missing_edges_are_those_of_the_report():
    """The picture would show other edges as missing than Miss % counts."""
    ax = plotting.plot_heatmap(SQUARE, HEAT, reference=TOUR, threshold=0.21)
    assert "reference tour without support (3)" in labels(ax)  # 1-2 has 0.4 in one direction only


def test_map_without_reference():
    """A tour would be drawn where there is none."""
    assert len(labels(plotting.plot_heatmap(SQUARE, HEAT))) == 1


def test_matrix_shows_the_scores():
    """The scores of an instance without coordinates would be turned, or be on other nodes."""
    ax = plotting.plot_heatmap(MATRIX, HEAT, reference=TOUR)
    assert ax.images[0].get_array().tolist() == HEAT.to_dense().tolist()
    assert ax.get_xlabel() == "to node"
    assert ax.lines[0].get_xydata().tolist() == [[1, 0], [2, 1], [3, 2], [0, 3]]


def test_large_matrix_is_shrunk():
    """The picture of a large matrix would need all its cells, or lose its few scores."""
    n = 2_000
    instance = ha.Instance.from_matrix(np.ones((n, n)))
    heat = ha.Heatmap.from_edges([0, 1_999], [1_999, 3], [0.7, 0.4], n)
    picture = plotting.plot_heatmap(instance, heat).images[0].get_array()
    assert picture.shape == (500, 500)
    assert picture[0, 499] == pytest.approx(0.7)
    assert picture[499, 0] == pytest.approx(0.4)


def test_bad_input():
    """A user would get matplotlib's errors in place of a sentence."""
    with pytest.raises(ValueError, match="heatmap has 4 nodes, the instance has 3"):
        plotting.plot_heatmap(ha.Instance.from_coordinates(np.eye(3)[:, :2]), HEAT)
    with pytest.raises(ValueError, match="tour is not a permutation"):
        plotting.plot_heatmap(SQUARE, HEAT, reference=[0, 1, 2, 2])
