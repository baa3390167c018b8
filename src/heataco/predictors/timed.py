"""A prediction with the time that it took, and optionally a time limit."""

from contextlib import suppress

from heataco._timing import Stopwatch
from heataco.instances import Instance
from heataco.predictors.base import LimitedPredictor, Predictor
from heataco.results import Prediction


def predict_timed(
    predictor: Predictor, instance: Instance, seconds: float | None = None
) -> Prediction:
    """Predict a heatmap, and measure the wall-clock time and the CPU time of all threads.

    Parameters
    ----------
    predictor, instance
        What predicts for what.
    seconds
        When a `LimitedPredictor` gives up; the heatmap is then None. Other predictors are
        waited for.
    """
    stopwatch = Stopwatch()
    heatmap = None
    if seconds is None or not isinstance(predictor, LimitedPredictor):
        heatmap = predictor.predict(instance)
    else:
        with suppress(TimeoutError):
            heatmap = predictor.predict_within(instance, seconds)
    return Prediction(predictor.name, heatmap, *stopwatch.elapsed())
