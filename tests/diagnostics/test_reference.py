"""The figures beside a reference tour, against numbers computed by hand."""

import numpy as np
import pytest

import heataco as ha

CLOSE = {"rel": 1e-6}


def test_missing(report):
    """Miss % would not be the paper's: tour edges without support in either direction."""
    assert report.agreement.missing_percent == 25.0
    assert report.agreement.missing_percent_at.tolist() == [0, 25, 25, 25, 50, 50, 50, 75]


def test_evidence(report):
    """P(e>1) would not be the paper's: of the arcs with evidence, those in the tour."""
    agreement = report.agreement
    assert agreement.evidence_precision == 5 / 7  # 0-2 and 2-0 are not in the tour
    assert agreement.evidence_recall == 3 / 4
    assert agreement.support_precision == 3 / 4
    assert agreement.coverage == 1.0


def test_coverage_counts_edges_with_a_candidate():
    """A tour edge that no ant could take would count as covered, or one that it could not."""
    line = ha.Instance.from_coordinates([[0, 0], [1, 0], [2.5, 0], [4.5, 0], [7, 0]])
    nothing = ha.Heatmap.from_edges([], [], [], 5)
    # With one candidate each: 0-1, 1-0, 2-1, 3-2, 4-3.
    decoder = ha.HeatACO(candidates=1)
    assert ha.diagnose(line, nothing, range(5), decoder=decoder).agreement.coverage == 4 / 5


def test_ranking(report):
    """The order of the scores would be judged by other edges than the best."""
    ranking = report.ranking
    assert ranking.r_precision == 3 / 4  # 0-1, 1-2, 0-2, 2-3
    assert ranking.nearest_r_precision == 1.0
    assert ranking.recall_at.tolist() == [1, 2, 3, 5, 10, 20]
    assert ranking.recall.tolist() == [0.5, 0.75, 1, 1, 1, 1]
    assert ranking.nearest_recall.tolist() == [0.5, 1, 1, 1, 1, 1]
    assert ranking.recall_of(2) == (0.75, 1.0)
    assert (ranking.disputed_heat, ranking.disputed_distance) == (0.0, 1.0)


def test_calibration(report):
    """The reliability diagram would be that of other edges."""
    calibration = report.calibration
    assert calibration.edges.tolist() == [1, 0, 2, 0, 0, 0, 1, 0, 0, 0]
    filled = calibration.edges > 0
    assert calibration.predicted[filled].tolist() == pytest.approx([0.02, 0.235, 0.6], **CLOSE)
    assert calibration.observed[filled].tolist() == [1.0, 0.5, 1.0]
    assert np.isnan(calibration.predicted[~filled]).all()
    assert calibration.error == pytest.approx((0.98 + 2 * 0.265 + 0.4) / 4, **CLOSE)
    squares = 0.4**2 + 0.75**2 + 0.22**2 + 0.98**2
    assert calibration.brier == pytest.approx(squares / 4, **CLOSE)


def test_certainty_is_in_the_last_bin(rectangle):
    """A score of 1, or a little more by rounding, would fall out of the diagram."""
    heat = ha.Heatmap.from_edges([0, 1, 1, 2], [1, 0, 2, 1], [1, 1, 1.00004, 1.00004], 4)
    calibration = ha.diagnose(rectangle, heat, [0, 1, 2, 3]).calibration
    assert calibration.edges.tolist() == [0] * 9 + [2]
    assert (calibration.error, calibration.brier) == (0.0, 0.0)


def test_no_calibration_above_one(rectangle):
    """Scores that are no probabilities would be measured as if they were."""
    heat = ha.Heatmap.from_edges([0, 1], [1, 2], [3.0, 2.5], 4)
    assert ha.diagnose(rectangle, heat, [0, 1, 2, 3]).calibration is None


def test_ties_go_to_the_shorter_edge(rectangle):
    """Equal scores would be ranked by chance, or by node number before length."""
    equal = ha.Heatmap.from_dense(np.ones((4, 4)))
    ranking = ha.diagnose(rectangle, equal, [0, 1, 2, 3]).ranking
    assert ranking.r_precision == 1.0
    assert ranking.recall[1] == 1.0
    crossing = ha.diagnose(rectangle, equal, [0, 2, 1, 3]).ranking  # 0-2, 2-1, 1-3, 3-0
    assert crossing.r_precision == 0.5


def test_ties_go_to_the_lower_number():
    """Equal scores and lengths would be ranked by chance."""
    square = ha.Instance.from_coordinates([[0, 0], [1, 0], [1, 1], [0, 1]])
    equal = ha.Heatmap.from_dense(np.ones((4, 4)))
    recall = ha.diagnose(square, equal, [0, 1, 2, 3]).ranking.recall
    assert recall[0] == 4 / 8
    on_a_point = ha.Instance.from_coordinates(np.zeros((5, 2)))
    ranking = ha.diagnose(
        on_a_point, ha.Heatmap.from_dense(np.ones((5, 5))), [0, 1, 2, 3, 4]
    ).ranking
    assert ranking.r_precision == 3 / 5  # 0-1, 0-2, 0-3, 0-4, 1-2


def test_directed():
    """A directed tour would be met by arcs against its direction."""
    instance = ha.Instance.from_matrix([[0, 1, 2], [2, 0, 1], [1, 2, 0]])
    forward = ha.Heatmap.from_edges([0, 1, 2], [1, 2, 0], [0.9, 0.8, 0.7], 3)
    with_it = ha.diagnose(instance, forward, [0, 1, 2])
    against = ha.diagnose(instance, forward, [2, 1, 0])
    assert with_it.agreement.missing_percent == 0.0
    assert with_it.ranking.r_precision == with_it.agreement.evidence_precision == 1.0
    assert with_it.ranking.recall[0] == 1.0
    assert against.agreement.missing_percent == 100.0
    assert against.ranking.r_precision == against.agreement.evidence_precision == 0.0


@pytest.mark.parametrize("metric", [m for m in ha.Metric if m not in ("EXPLICIT", "XRAY2")])
def test_lengths_order_as_the_metric_does(metric):
    """Ties would be broken by distances of another metric."""
    points = np.random.default_rng(3).uniform(-80, 80, (60, metric.dimensions))
    points = np.trunc(points) + 0.59 * (points - np.trunc(points))  # minutes are below 60
    instance = ha.Instance.from_coordinates(points, metric)
    equal = ha.Heatmap.from_dense(np.ones((60, 60)))
    tour = np.random.default_rng(4).permutation(60)
    ranking = ha.diagnose(instance, equal, tour).ranking
    for place in (0, 1, 2):
        assert ranking.recall[place] == pytest.approx(ranking.nearest_recall[place], abs=0.02)
