"""The figures that need scores alone, against numbers computed by hand."""

import math

import numpy as np
import pytest

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES

CLOSE = {"rel": 1e-6}  # scores are float32
DIRECTED = ha.Instance.from_matrix([[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]])
CYCLE = ha.Heatmap.from_edges([0, 1, 2, 2], [1, 2, 3, 0], [0.9, 0.6, 0.5, 0.4], 4)


def test_density(report):
    """Edges/n would not be the paper's: undirected edges above the threshold, over n."""
    assert report.density.edges_per_node == 1.0
    assert report.density.given_arcs_per_node == 7 / 4
    at = dict(zip(report.density.thresholds, report.density.edges_per_node_at, strict=True))
    assert at == {
        0.0: 5 / 4,
        1e-4: 1.0,
        1e-3: 1.0,
        0.01: 1.0,
        0.05: 0.75,
        0.1: 0.75,
        0.2: 0.75,
        0.5: 0.25,
    }


def test_threshold_of_the_decoder(rectangle, heat):
    """The report would be on another threshold than the search uses."""
    report = ha.diagnose(rectangle, heat, decoder=ha.HeatACO(heat_threshold=0.23))
    assert report.heat_threshold == 0.23
    assert report.density.edges_per_node == 0.5
    assert report.density.thresholds.tolist().count(0.23) == 1
    assert report.bands.limits[:2].tolist() == [0.23, 0.3]


def test_degrees(report):
    """Rows that the heatmap leaves alone would not be counted."""
    degrees = report.degrees
    assert (degrees.target, degrees.minimum, degrees.mean, degrees.maximum) == (2, 1, 2.0, 3)
    assert degrees.histogram.tolist() == [0, 1, 2, 1]
    assert (degrees.starved, degrees.starved_share) == (1, 0.25)


def test_bands(report):
    """The confidence-band figure would show edges in the wrong band, twice, or not at all."""
    bands = report.bands
    filled = dict(zip(bands.limits, bands.edges, strict=False))
    assert {limit: count for limit, count in filled.items() if count} == {0.01: 1, 0.2: 2, 0.6: 1}
    assert bands.edges_per_node[1] == 0.25
    assert bands.tour_edges.tolist() == [0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    assert bands.tour_share[[1, 4, 8]].tolist() == [1.0, 0.5, 1.0]
    assert np.isnan(bands.tour_share[0])
    assert bands.score_share[4] == pytest.approx(0.47 / 1.09, **CLOSE)
    assert bands.sparse.tolist() == [count == 0 for count in bands.edges]


def test_bands_take_their_lower_limit(rectangle):
    """A score on a limit would be in two bands, or in that below."""
    heat = ha.Heatmap.from_edges([0, 1, 1, 2], [1, 0, 2, 1], [0.5, 0.5, 5.0, 5.0], 4)
    bands = ha.diagnose(rectangle, heat).bands
    filled = dict(zip(bands.limits, bands.edges, strict=False))
    assert {limit: count for limit, count in filled.items() if count} == {0.5: 1, 0.9: 1}
    assert bands.tour_share is None


def test_separation(report, rectangle, heat):
    """Evidence would be another than that of the search."""
    separation = report.separation
    assert separation.rows_share == 1.0
    assert separation.arcs_per_node == 7 / 4  # the weakest arc of node 2 has none
    floored = [math.log(score / 1e-9) for score in (0.6, 0.22, 0.6, 0.25, 0.02)]
    margins = [*floored, math.log(0.25 / 0.02), math.log(0.22 / 0.02)]
    assert separation.log_evidence.tolist() == pytest.approx(
        np.quantile(margins, [0.1, 0.25, 0.5, 0.75, 0.9]).tolist(), **CLOSE
    )
    assert separation.median == separation.log_evidence[2]
    for local_search, ending in (("2opt", "with_local_search"), ("none", "without_local_search")):
        guidance = ha.HeatACO(local_search=local_search).guidance(rectangle, heat)
        assert separation.quantile == guidance.quantile
        assert getattr(separation, f"kappa_{ending}") == guidance.kappa
        assert getattr(separation, f"trail_range_{ending}") == guidance.trail_range
    assert separation.dropped_share == 0.0


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES)
def test_local_search_of_the_decoder_does_not_matter(rectangle, heat, report, local_search):
    """The two scales would depend on what the decoder happens to be set to."""
    decoder = ha.HeatACO(local_search=local_search)
    assert ha.diagnose(rectangle, heat, [0, 1, 2, 3], decoder=decoder).to_dict() == report.to_dict()


def test_dropped_arcs():
    """Nobody would learn that the lists are too short for a dense heatmap."""
    points = np.random.default_rng(0).random((30, 2))
    dense = ha.Heatmap.from_dense(np.ones((30, 30)))
    report = ha.diagnose(ha.Instance.from_coordinates(points), dense)
    assert report.separation.dropped_share == pytest.approx(9 / 29)


def test_spread(report):
    """The entropy of a row would be wrong, or the row of a node be that of another."""
    rows = [(0.6, 0.22), (0.6, 0.25), (0.25, 0.02, 0.22), (0.02,)]
    entropies = [-sum(s / sum(row) * math.log(s / sum(row)) for s in row) for row in rows]
    choices = [math.exp(entropy) for entropy in entropies]
    spread = report.spread
    assert spread.row_sum == pytest.approx(sum(map(sum, rows)) / 4, **CLOSE)
    assert spread.largest == pytest.approx(0.6, **CLOSE)
    assert spread.entropy == pytest.approx(sum(entropies) / 4, **CLOSE)
    assert spread.effective_neighbours == pytest.approx(sum(choices) / 4, **CLOSE)
    assert spread.effective_neighbours_at[2] == pytest.approx(np.median(choices), **CLOSE)


def test_asymmetry(report):
    """One-sided heatmaps would not be recognised as such."""
    assert report.asymmetry.imbalance == pytest.approx(1.0601 / 2.1801, **CLOSE)
    assert report.asymmetry.one_way_share == 2 / 8


def test_nearness(report):
    """A heatmap of distances would not be recognised, or any be taken for one."""
    assert report.nearness.nearest_overlap == 6 / 8
    # Node 2 alone has three supported candidates: by score 1, 0, 3, by closeness 1, 3, 0.
    assert report.nearness.rank_correlation == pytest.approx(0.5)


def test_distances_are_recognised():
    """The order of the distances would not correlate with itself."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(1).random((40, 2)))
    nodes, distances = instance.nearest_neighbours(39)
    heat = ha.Heatmap.from_topk(nodes, 2 - distances)
    nearness = ha.diagnose(instance, heat).nearness
    assert nearness.nearest_overlap == 1.0
    assert nearness.rank_correlation == pytest.approx(1.0)


def test_directed():
    """An asymmetric instance would be read as a symmetric one: averaged, or with d* = 2."""
    report = ha.diagnose(DIRECTED, CYCLE)
    assert report.density.edges_per_node == 1.0
    assert report.density.given_arcs_per_node == 1.0
    assert report.degrees.target == 1
    assert report.degrees.histogram.tolist() == [1, 2, 1]
    assert report.degrees.starved == 1  # node 3 has no arc
    assert report.asymmetry.one_way_share == 1.0
    assert report.asymmetry.imbalance == 1.0
    assert report.separation.rows_share == 0.75
    assert report.nearness.nearest_overlap == 1.0  # of the three rows with a best arc
