"""Batches: sets, arrays and pairs; one instance for many heatmaps and one heatmap for many."""

import time
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from tests.support import make_heat, points_instance

import heataco as ha

B, N = 3, 10
INSTANCES = [points_instance(N, seed) for seed in range(B)]
POINTS = np.stack([instance.coordinates for instance in INSTANCES])
SCORES = np.stack([make_heat(N, seed) for seed in range(B)])
HEATMAPS = [ha.Heatmap.from_dense(scores) for scores in SCORES]
PAIRS = list(zip(POINTS, SCORES, strict=True))
EXPECTED = [ha.decode(*pair, iterations=2).tour.tolist() for pair in PAIRS]


@dataclass(frozen=True)
class CtrlC:
    """A prediction in which Ctrl-C is pressed."""

    name: ClassVar[str] = "ctrl-c"

    def predict(self, instance):
        raise KeyboardInterrupt


def tours(*arguments, **options):
    options = {"iterations": 2} | options
    return [result.tour.tolist() for result in ha.decode_batch(*arguments, **options)]


@pytest.mark.parametrize(
    "arguments",
    [
        (POINTS, SCORES),
        (POINTS.tolist(), SCORES.tolist()),
        (list(POINTS), HEATMAPS),
        (INSTANCES, SCORES),
        ([ha.LabelledInstance(instance) for instance in INSTANCES], iter(HEATMAPS)),
        (POINTS, {"heatmap": SCORES}),
        (list(zip(INSTANCES, HEATMAPS, strict=True)),),
        (zip(POINTS, SCORES, strict=True),),
        (list(zip(POINTS, SCORES, strict=True)), ha.Focused()),
    ],
)
def test_forms(arguments):
    """A batch of any form would be refused, or paired wrongly."""
    assert tours(*arguments) == EXPECTED


def test_one_for_all():
    """One heatmap for many instances, or the reverse, would have to be repeated by hand."""
    for heatmap in (SCORES[0], HEATMAPS[0], SCORES[:1]):
        assert tours(POINTS, heatmap) == tours(INSTANCES, [HEATMAPS[0]] * B)
    for instance in (POINTS[0], INSTANCES[0], POINTS[:1], POINTS[0].tolist()):
        assert tours(instance, SCORES) == tours([INSTANCES[0]] * B, HEATMAPS)
    assert len(tours(POINTS[0])) == 1
    assert tours([]) == tours([], SCORES[0]) == []


def test_matrices_and_names():
    """Matrices would be taken for points, or names count in `decode` only."""
    matrices = np.random.default_rng(0).random((B, N, N))
    assert tours(matrices, SCORES) == tours(map(ha.Instance.from_matrix, matrices), SCORES)
    named = ha.decode_batch(POINTS, "softdist", "heataco", iterations=2, threads=2)
    assert [result.prediction.predictor for result in named] == ["softdist"] * B
    predictor = ha.predictors.SoftDist()
    heatmaps = [predictor.predict(instance) for instance in INSTANCES]
    assert tours(POINTS, heatmaps, ha.HeatACO()) == [result.tour.tolist() for result in named]
    assert tours(POINTS, decoder="mmas") == tours(POINTS, None, ha.MMAS())
    assert tours([(POINTS[0], "alpha"), (POINTS[1], None)])


def test_prediction_within_the_limit():
    """The time of the predictions would come on top of the limit."""
    results = ha.decode_batch(POINTS, "alpha", seconds=0.0)
    assert [result.prediction.heatmap for result in results] == [None] * B
    assert all(result.stop_reason == "time" for result in results)
    with pytest.raises(ha.Interrupted) as interrupted:
        ha.decode_batch(POINTS, CtrlC())
    assert interrupted.value.results == [None] * B


def test_labelled_set(tmp_path):
    """A set could not be decoded as it is read, or its gaps would be lost."""
    items = [ha.LabelledInstance(instance, range(N)) for instance in INSTANCES]
    ha.write_labelled_set(items, tmp_path / "set.txt")
    results = ha.decode_batch(ha.read_labelled_set(tmp_path / "set.txt"), iterations=2)
    costs = [instance.cost(range(N)) for instance in INSTANCES]
    gaps = [100 * (result.cost / cost - 1) for result, cost in zip(results, costs, strict=True)]
    assert [result.gap for result in results] == pytest.approx(gaps)
    assert results == list(results)
    assert isinstance(results, ha.Results)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((POINTS, SCORES[:2]), "3 instances and 2 heatmaps are given"),
        (((POINTS[0], SCORES[0]),), "may be an instance and its heatmap or points and distances"),
        ((zip(POINTS, SCORES, strict=True), SCORES), "heatmaps is given beside"),
        ((POINTS[:, :2],), r"pair 0: instance has shape \(2, 2\)"),
        ((5,), "instances is 5; give instances"),
        ((POINTS, [*HEATMAPS[:2], 5]), "pair 2: heatmap is 5"),
        ((POINTS, SCORES[:, :5, :5]), "pair 0: heatmap has 5 nodes, the instance has 10"),
        ((POINTS, "focused"), "give it as decoder='focused'"),
        ((POINTS, None, "heataco"), "pair 0: decoder heataco needs a heatmap"),
        ((POINTS[np.newaxis],), r"shape \(1, 3, 10, 2\)"),
    ],
)
def test_what_is_refused(arguments, words):
    """Instances and heatmaps would be paired by guessing."""
    with pytest.raises(ValueError, match=words):
        ha.decode_batch(*arguments)


def test_predictions_of_a_batch_are_those_of_one_by_one():
    """Instances that are scored together would get other scores, or those of each other."""
    rng = np.random.default_rng(1)
    forbidding = rng.random((20, 20))
    forbidding[3, 5] = np.inf
    instances = [
        *(points_instance(n, n) for n in (50, 2, 1, 30, 50, 3)),
        *(ha.Instance.from_matrix(rng.random((n, n))) for n in (30, 12, 2)),
        ha.Instance.from_matrix(forbidding),
    ]
    predictor = ha.predictors.Alpha()
    expected = [predictor.predict(instance) for instance in instances]
    for threads in (1, 2):
        found = predictor.predict_batch_within(instances, np.inf, threads)
        assert [prediction.heatmap for prediction in found] == expected
        assert all(prediction.cpu_seconds > 0 for prediction in found)
    assert predictor.predict_batch_within([], np.inf, 2) == []


@dataclass(frozen=True)
class Uneven:
    """A prediction that takes the whole limit, and more, for the first instance of a batch."""

    name: ClassVar[str] = "uneven"

    def predict(self, instance):
        if np.array_equal(instance.coordinates, POINTS[0]):
            time.sleep(0.3)
        return ha.predictors.SoftDist().predict(instance)


def test_a_slow_prediction_costs_its_own_instance_alone():
    """One instance whose prediction is slow would leave no time to the searches of all others."""
    first, *others = ha.decode_batch(POINTS, Uneven(), seconds=0.25)
    assert first.iterations == 0
    assert all(result.iterations > 0 for result in others)
