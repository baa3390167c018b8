"""`solve`: prediction and search in one call, under one limit."""

import math
import time
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from tests.support import check_tour, points_instance

import heataco as ha
from heataco.predictors import PREDICTORS, Alpha

N = 30
INSTANCE = points_instance(N)
POINTS = INSTANCE.coordinates
MATRIX = np.random.default_rng(1).random((N, N))


@dataclass(frozen=True)
class CtrlC:
    """A prediction in which Ctrl-C is pressed."""

    name: ClassVar[str] = "ctrl-c"
    seconds: ClassVar[float] = 0.02

    def predict(self, instance):
        time.sleep(self.seconds)
        raise KeyboardInterrupt


@pytest.mark.parametrize("decoder", [ha.Focused(), ha.HeatACO(), ha.MCTS(), ha.Greedy()])
def test_is_prediction_and_decoding(decoder):
    """One call would give another tour than its two stages."""
    heatmap = Alpha().predict(INSTANCE)
    budget = ha.Budget(iterations=3)
    apart = ha.decode(INSTANCE, heatmap, decoder, budget=budget, seed=4)
    result = ha.solve(INSTANCE, iterations=3, decoder=decoder, seed=4, threads=2)
    check_tour(result, INSTANCE)
    assert result.tour.tolist() == apart.tour.tolist()
    assert result.prediction.predictor == "alpha"
    assert result.prediction.heatmap == heatmap


def test_decode_needs_no_decoder():
    """The default decoder would have to be named, or be another one."""
    heatmap, budget = Alpha().predict(INSTANCE), ha.Budget(iterations=3)
    for heat in (heatmap, None):
        named = ha.decode(INSTANCE, heat, ha.Focused(), budget=budget)
        assert ha.decode(INSTANCE, heat, budget=budget).tour.tolist() == named.tour.tolist()
    assert ha.decode(INSTANCE, budget=budget).tour.tolist() == named.tour.tolist()
    (batched,) = ha.decode_batch([(INSTANCE, None)], budget=budget)
    assert batched.tour.tolist() == named.tour.tolist()


def test_without_prediction():
    """`predictor=None` would still predict, and so would a decoder that ignores it."""
    for result in (
        ha.solve(INSTANCE, iterations=3, predictor=None),
        ha.solve(INSTANCE, iterations=3, predictor="None"),
        ha.solve(INSTANCE, iterations=3, decoder=ha.MMAS()),
    ):
        check_tour(result, INSTANCE)
        assert result.prediction is None
    with pytest.raises(ValueError, match=r"heataco needs a heatmap; .* solve predicts one"):
        ha.solve(INSTANCE, iterations=3, predictor=None, decoder=ha.HeatACO())


@pytest.mark.parametrize(
    ("given", "instance"),
    [
        (POINTS, INSTANCE),
        (POINTS.tolist(), INSTANCE),
        (MATRIX, ha.Instance.from_matrix(MATRIX)),
        (MATRIX + MATRIX.T, ha.Instance.from_matrix(MATRIX + MATRIX.T)),
        ([[5]], ha.Instance.from_matrix([[5]])),
        ([[5, 6]], ha.Instance.from_coordinates([[5, 6]])),
    ],
    ids=["points", "list", "asymmetric", "symmetric", "one distance", "one point"],
)
def test_arrays(given, instance):
    """Points would be taken for distances, or an array be refused."""
    result = ha.solve(given, iterations=3)
    check_tour(result, instance)
    assert result.tour.tolist() == ha.solve(instance, iterations=3).tour.tolist()


@pytest.mark.parametrize(
    ("instance", "words"),
    [
        (np.zeros((5, 4)), r"shape \(5, 4\); give an Instance, points"),
        ([[0, 3], [4, 0]], r"may be 2 points \(metric euclidean\) or the distances of 2 nodes"),
        (np.zeros(5), r"shape \(5,\); give"),
        (np.zeros((2, 5, 2)), "instance is a batch of 2; give one of them, or use decode_batch"),
        (np.zeros((0, 2)), r"shape \(0, 2\)"),
        (np.zeros((0, 0)), "0, 0"),
        (None, "instance .*give an Instance"),
        ("points.tsp", r"points\.tsp: no such file"),
        ([[1, 2], [3]], "cannot be read as an array.*give an Instance"),
        (ha.Instance, "give an Instance"),
        ({"a": (0, 1), "b": (2, 3)}, r"instance is \{'a': \(0, 1\).*; give an Instance"),
        (iter([(0, 1)]), "instance is <list_iterator.*; give an Instance"),
        ([INSTANCE, INSTANCE], "instance is a set of 2; give one of them, or use decode_batch"),
        ([[0, math.nan]], r"coordinates\[0, 1\] is nan"),
    ],
)
def test_bad_instances(instance, words):
    """A wrong argument would crash inside, or be blamed on another one."""
    with pytest.raises(ValueError, match=words):
        ha.solve(instance, iterations=1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seconds": -1}, "seconds is -1"),
        ({"iterations": 0.5}, "iterations is 0.5"),
        ({"target": math.nan}, "target is nan"),
        ({"seed": -1}, "seed is -1"),
        ({"threads": 0}, "threads is 0"),
        ({"predictor": "alfa"}, "predictor 'alfa' is unknown; .*did you mean 'alpha'"),
        ({"predictor": 3}, r"predictor is 3; give a predictor, such as Alpha\(\)"),
        ({"predictor": Alpha}, "predictor is <class"),
        ({"decoder": "focussed"}, "decoder 'focussed' is unknown; .*did you mean 'focused'"),
        ({"initial_tour": [0, 1]}, "tour"),
    ],
)
def test_bad_options(monkeypatch, options, words):
    """A slip would be found only after a long prediction."""
    monkeypatch.setattr(Alpha, "predict_within", None)
    with pytest.raises(ValueError, match=words):
        ha.solve(INSTANCE, **options)


def test_asymmetric_where_none_are_taken(monkeypatch):
    """An instance that the decoder refuses would be predicted first."""
    monkeypatch.setattr(Alpha, "predict_within", None)
    with pytest.raises(ValueError, match="mcts supports symmetric instances only"):
        ha.solve(MATRIX, decoder=ha.MCTS())


@pytest.mark.parametrize("name", PREDICTORS)
def test_every_predictor(name):
    """A predictor could be used in two calls only."""
    result = ha.solve(INSTANCE, seconds=60, iterations=2, predictor=PREDICTORS[name]())
    check_tour(result, INSTANCE)
    assert result.prediction.predictor == name


def test_stopped_by_the_callback():
    """A search could not be ended by a button."""
    result = ha.solve(INSTANCE, seconds=60, on_progress=lambda progress: False)
    assert (result.iterations, result.stop_reason) == (1, ha.StopReason.STOPPED)


@pytest.mark.parametrize("options", [{}, {"predictor": "rank"}, {"fixed_edges": [(5, 9)]}])
def test_a_callback_may_be_empty(options):
    """A callback that collects in itself, a list that can be called, would be taken for none."""

    class Seen(list):
        def __call__(self, progress):
            self.append(progress.iteration)

    seen = Seen()
    ha.solve(INSTANCE, iterations=3, on_progress=seen, **options)
    assert seen == [1, 2, 3]


def test_warm_start():
    """The initial tour would be lost between the stages."""
    best = ha.solve(INSTANCE, iterations=50)
    again = ha.solve(INSTANCE, iterations=0, initial_tour=best.tour)
    assert again.cost <= best.cost


def test_interrupt_during_the_search():
    """Ctrl-C would lose the best tour, or the time of its prediction."""

    def on_progress(progress):
        raise KeyboardInterrupt

    with pytest.raises(ha.Interrupted) as interrupted:
        ha.solve(INSTANCE, seconds=60, on_progress=on_progress)
    result = interrupted.value.result
    check_tour(result, INSTANCE)
    assert result.stop_reason is ha.StopReason.INTERRUPTED
    assert result.seconds > result.prediction.seconds > 0


@pytest.mark.parametrize("decoder", [ha.Focused(), ha.HeatACO()])
def test_interrupt_during_the_prediction(decoder):
    """Ctrl-C before the search would leave nothing, not even the initial tour."""
    with pytest.raises(ha.Interrupted) as interrupted:
        ha.solve(INSTANCE, seconds=60, predictor=CtrlC(), decoder=decoder)
    check_tour(interrupted.value.result, INSTANCE)
    best = ha.solve(INSTANCE, iterations=50)
    with pytest.raises(ha.Interrupted) as interrupted:
        ha.solve(INSTANCE, predictor=CtrlC(), decoder=decoder, initial_tour=best.tour)
    result = interrupted.value.result
    assert result.cost <= best.cost
    assert (result.stop_reason, result.prediction) == (ha.StopReason.INTERRUPTED, None)
    assert min(result.seconds, *result.trace.seconds) >= CtrlC.seconds


def test_short_to_print():
    """A result in a notebook would fill the screen with scores."""
    result = ha.solve(INSTANCE, iterations=1)
    assert "Heatmap" not in repr(result.prediction)
