"""Prediction and search under one time limit."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from tests.support import check_tour, points_instance

import heataco as ha
from heataco import decoding
from heataco.predictors import Alpha, Consensus, LimitedPredictor, SoftDist, Zero
from heataco.predictors.stages import PREDICTION_SHARE

INSTANCE = points_instance(30)


@dataclass(frozen=True)
class TooSlow:
    """A predictor whose time is never enough; without a limit it works."""

    name: ClassVar[str] = "slow"

    def predict(self, instance):
        return SoftDist().predict(instance)

    def predict_within(self, instance, seconds):
        raise TimeoutError(f"{seconds} s are not enough")


@dataclass(frozen=True)
class Plain:
    """Someone's own predictor, with nothing but the protocol."""

    name: ClassVar[str] = "plain"

    def predict(self, instance):
        return SoftDist().predict(instance)


def test_limit_covers_both_stages(monkeypatch):
    """A time limit would hold for the search alone, and a run take longer than allowed."""
    given = {}

    def predict_within(self, instance, seconds):
        given["prediction"] = seconds
        return SoftDist().predict(instance)

    def run_reduced(decoder, tasks, budget, *options):
        given["search"] = budget.seconds
        return run(decoder, tasks, ha.Budget(iterations=1), *options)

    run = decoding.run_reduced
    monkeypatch.setattr(Alpha, "predict_within", predict_within)
    monkeypatch.setattr(decoding, "run_reduced", run_reduced)
    result = ha.solve(INSTANCE, seconds=60.0)
    assert given["prediction"] == PREDICTION_SHARE * 60
    assert given["search"] == 60 - result.prediction.seconds
    ha.solve(INSTANCE, seconds=0.0)
    assert given == {"prediction": 0.0, "search": 0.0}
    ha.solve(INSTANCE, seconds=math.inf)
    assert given == {"prediction": math.inf, "search": math.inf}


@pytest.mark.parametrize("decoder", [ha.Focused(), ha.HeatACO(), ha.MCTS(), ha.Greedy()])
def test_too_short_for_a_prediction(decoder):
    """A short limit would give no tour, or nobody would learn that the heatmap is missing."""
    result = ha.solve(INSTANCE, seconds=60, iterations=3, predictor=TooSlow(), decoder=decoder)
    check_tour(result, INSTANCE)
    assert result.trust is None
    assert (result.prediction.predictor, result.prediction.heatmap) == ("slow", None)
    heatmap = Zero().predict(INSTANCE) if decoder.needs_heatmap else None
    plain = ha.decode(INSTANCE, heatmap, decoder, budget=ha.Budget(iterations=3))
    assert result.cost == plain.cost


def test_without_limit_every_prediction_ends():
    """An iteration budget would give a tour that depends on the machine."""
    result = ha.solve(INSTANCE, iterations=3, predictor=TooSlow())
    assert result.prediction.heatmap == SoftDist().predict(INSTANCE)


def test_predictor_without_a_limit():
    """A predictor with `predict` alone could not be used under a time limit."""
    assert not isinstance(Plain(), LimitedPredictor)
    result = ha.solve(INSTANCE, seconds=60, iterations=3, predictor=Plain())
    assert result.prediction.heatmap == SoftDist().predict(INSTANCE)


@pytest.mark.parametrize("kind", [Alpha, Consensus])
def test_limited_predictors(kind):
    """A predictor would not give up, or predict something else under a limit."""

    predictor = kind()
    assert isinstance(predictor, LimitedPredictor)
    with pytest.raises(TimeoutError):
        predictor.predict_within(INSTANCE, 0.0)
    assert predictor.predict_within(INSTANCE, 600.0) == predictor.predict(INSTANCE)
    with pytest.raises(ValueError, match=r"^instance is a .*give an Instance"):
        predictor.predict_within(INSTANCE.coordinates, 1.0)
    for n in (1, 2, 3):
        assert predictor.predict_within(ha.Instance.from_matrix(np.ones((n, n))), 60.0).n == n


def test_relaxation_is_given_up():
    """A prediction that is under way could not be ended by its limit."""
    with pytest.raises(TimeoutError, match="not enough"):
        Alpha(iterations=1_000_000).measure(INSTANCE, 1e-3)


def test_hopeless_predictions_are_not_begun(monkeypatch):
    """A prediction that cannot end in time would take its share of the limit from the search."""
    monkeypatch.setattr(Alpha, "measure", None)
    points = np.random.default_rng(2).random((2_000, 2))
    result = ha.solve(points, seconds=1e-3)
    check_tour(result, ha.Instance.from_coordinates(points))
    assert result.prediction.heatmap is None


def test_times_are_those_of_both_stages():
    """The time of a prediction would be nobody's, or the trace not fit the total."""
    seen = []
    result = ha.solve(INSTANCE, iterations=5, on_progress=seen.append)
    prediction = result.prediction
    assert 0 < prediction.seconds < result.seconds
    assert prediction.cpu_seconds <= result.cpu_seconds
    assert result.trace.seconds[0] >= prediction.seconds
    assert result.trace.seconds[-1] <= result.seconds
    assert [row.seconds for row in seen] == result.trace.seconds[1:].tolist()
    assert not result.trace.seconds.flags.writeable


@pytest.mark.parametrize("decoder", ["focused", "mmas", "greedy"])
def test_matrix_without_time(decoder):
    """A limit that is over at once would give the nodes in the order of the file."""
    matrix = np.random.default_rng(1).random((300, 300))
    result = ha.decode(matrix, decoder=decoder, seconds=1e-9)
    assert result.cost < 0.1 * ha.Instance.from_matrix(matrix).cost(np.arange(300))
