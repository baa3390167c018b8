"""Means over a set: the rows of the paper's table."""

import numpy as np
import pytest

import heataco as ha
from heataco.diagnostics import summarise


def reports(references=True):
    made = []
    for seed in range(3):
        instance = ha.Instance.from_coordinates(np.random.default_rng(seed).random((30, 2)))
        heatmap = ha.predictors.SoftDist().predict(instance)
        made.append(ha.diagnose(instance, heatmap, range(30) if references else None))
    return made


def test_means():
    """A column of the table would be the mean of something else."""
    made = reports()
    summary = summarise(made)
    assert summary.instances == 3
    for name, section in (
        ("edges_per_node", "density"),
        ("missing_percent", "agreement"),
        ("evidence_precision", "agreement"),
        ("coverage", "agreement"),
        ("r_precision", "ranking"),
        ("nearest_r_precision", "ranking"),
        ("starved_share", "degrees"),
        ("effective_neighbours", "spread"),
        ("quantile", "separation"),
        ("nearest_overlap", "nearness"),
    ):
        values = [getattr(getattr(report, section), name) for report in made]
        assert getattr(summary, name) == pytest.approx(np.mean(values)), name


def test_bands_are_pooled():
    """P(opt | band) would be a mean of shares of a handful of edges each."""
    made = reports()
    bands = summarise(made).bands
    assert bands.nodes == 90
    assert bands.edges.tolist() == np.sum([report.bands.edges for report in made], axis=0).tolist()
    hits = np.sum([report.bands.tour_edges for report in made], axis=0)
    filled = bands.edges > 0
    assert bands.tour_share[filled].tolist() == (hits / np.maximum(bands.edges, 1))[filled].tolist()


def test_without_reference():
    """Unknown figures would come out as numbers, or break the table."""
    summary = summarise(reports(references=False))
    assert np.isnan([summary.missing_percent, summary.r_precision, summary.brier]).all()
    assert summary.bands.tour_edges is None
    assert summary.to_dict()["missing_percent"] is None


def test_missing_figures_are_left_out_of_the_mean():
    """One instance without any evidence would make the whole row unknown."""
    made = reports()
    instance = ha.Instance.from_coordinates(np.random.default_rng(9).random((30, 2)))
    nothing = ha.diagnose(instance, ha.Heatmap.from_edges([], [], [], 30), range(30))
    summary = summarise([*made, nothing])
    assert summary.evidence_precision == summarise(made).evidence_precision
    assert summary.grades["empty"] == 1
    assert sum(summary.grades.values()) == 4


def test_refusals():
    """A table of nothing, or of different thresholds, would be made."""
    with pytest.raises(ValueError, match="reports is empty"):
        summarise([])
    instance = ha.Instance.from_coordinates(np.random.default_rng(0).random((30, 2)))
    heatmap = ha.predictors.SoftDist().predict(instance)
    other = ha.diagnose(instance, heatmap, decoder=ha.HeatACO(heat_threshold=0.3))
    with pytest.raises(ValueError, match="different limits"):
        summarise([*reports(), other])
