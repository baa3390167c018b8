"""Budgets, traces and results as values."""

import json
import math
import pickle
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from heataco.results import (
    Budget,
    Interrupted,
    Prediction,
    Result,
    StopReason,
    Trace,
    Trust,
)


def make_trace(rows=2):
    columns = (np.arange(rows), *(np.linspace(3.0, 1.0, rows) for _ in range(3)))
    return Trace(*columns)


def make_result():
    return Result(
        np.arange(3, dtype=np.int32), 1.0, 1, 0.5, 0.5, StopReason.ITERATIONS, make_trace()
    )


def test_budgets_are_values():
    """A budget could be used up, or not serve as part of a key."""
    budget = Budget(iterations=3, seconds=math.inf, target=-1.0)
    assert pickle.loads(pickle.dumps(budget)) == budget == Budget(3, math.inf, -1.0)
    assert len({budget, Budget(3, math.inf, -1.0), Budget(4)}) == 2
    with pytest.raises(FrozenInstanceError):
        budget.iterations = 4
    assert Budget(iterations=np.int64(3)) == Budget(iterations=3)


def test_arrays_are_read_only_also_after_pickling():
    """A result could be changed by whoever reads it."""
    for result in (make_result(), pickle.loads(pickle.dumps(make_result()))):
        trace = result.trace
        for array in (result.tour, trace.iteration, trace.seconds, trace.iteration_best):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1
        with pytest.raises(ValueError, match="read-only"):
            trace.best[0] = 1


def test_results_are_frozen():
    """A published result could be overwritten by accident."""
    result = make_result()
    with pytest.raises(FrozenInstanceError):
        result.cost = 0.0
    with pytest.raises(FrozenInstanceError):
        result.trace.best = None
    assert len(result.trace) == 2


def test_stop_reasons_read_as_words():
    """Reports would show the name of a Python enum."""
    assert f"{StopReason.TARGET}" == "target"
    assert StopReason("time") is StopReason.TIME


def test_interrupted_is_a_keyboard_interrupt():
    """Code that catches Ctrl-C would not catch it during a decoding."""
    result = make_result()
    error = Interrupted([result, None])
    assert isinstance(error, KeyboardInterrupt)
    assert not isinstance(error, Exception)
    assert error.result is result
    assert Interrupted([]).result is None
    assert Interrupted([None]).result is None


def test_result_as_plain_values():
    """A result could not be written as JSON, or would lose its trust or stop reason there."""
    trust = Trust(0.5, math.nan, math.nan, math.nan, math.inf)
    prediction = Prediction("alpha", None, 0.25, 0.5)
    result = replace(make_result(), trust=trust, prediction=prediction)
    plain = json.loads(json.dumps(result.to_dict(trace=True), allow_nan=False))
    assert plain["tour"] == [0, 1, 2]
    assert plain["stop_reason"] == "iterations"
    assert plain["trust"]["value"] == 0.5
    assert plain["trust"]["ahead_by_distance"] is None
    assert plain["prediction"] == {
        "predictor": "alpha",
        "complete": False,
        "seconds": 0.25,
        "cpu_seconds": 0.5,
    }
    assert plain["trace"]["best"] == [3.0, 1.0]
    assert result.to_dict(tour=False).keys() == plain.keys() - {"tour", "ids", "trace"}
    assert make_result().to_dict()["prediction"] is None
