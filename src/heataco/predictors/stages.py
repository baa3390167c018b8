"""Two stages under one budget: a prediction first, and the search with what is left."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._timing import Elapsed, Stopwatch
from heataco.constraints import Reduction, without_search
from heataco.decoders import Decoder
from heataco.decoders.base import OnProgress
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors.base import BatchPredictor, Predictor
from heataco.predictors.controls import Zero
from heataco.predictors.timed import predict_timed
from heataco.results import Budget, Interrupted, Prediction, Progress, Result, StopReason

# Of a time limit: what a prediction may take. A search without a heatmap still has the rest, which
# for an asymmetric instance may end with a proof of optimality, sooner than the prediction would.
PREDICTION_SHARE = 1 / 3
ASYMMETRIC_PREDICTION_SHARE = 1 / 6

# The second stage: from heatmap, limits and progress callback to a result.
Search = Callable[[Heatmap | None, Budget, OnProgress | None], Result]


def in_two_stages(
    predictor: Predictor,
    decoder: Decoder,
    reduction: Reduction,
    initial_tour: NDArray[np.int32] | None,
    budget: Budget,
    on_progress: OnProgress | None,
    search: Search,
) -> Result:
    """Predict, then search; times and progress count from the start of the prediction.

    On Ctrl-C during the prediction, Interrupted has the initial tour, or else a simple one.
    """
    instance, stopwatch = reduction.original, Stopwatch()
    try:
        prediction, left = predict_within(predictor, instance, budget)
    except KeyboardInterrupt:
        raise Interrupted([tour_at_once(reduction, initial_tour, stopwatch.elapsed())]) from None
    heatmap = heatmap_to_decode(prediction, decoder, instance)
    report = None if on_progress is None else _counted_from_prediction(on_progress, prediction)
    try:
        return with_prediction(search(heatmap, left, report), prediction)
    except Interrupted as interrupted:
        best = interrupted.result
        kept = None if best is None else with_prediction(best, prediction)
        raise Interrupted([kept]) from None


def predict_within(
    predictor: Predictor, instance: Instance, budget: Budget
) -> tuple[Prediction, Budget]:
    """Predict within a share of a budget, and return what is left of it for the search."""
    if budget.seconds is None:
        return predict_timed(predictor, instance), budget
    prediction = predict_timed(predictor, instance, _share(instance) * budget.seconds)
    return prediction, replace(budget, seconds=max(0.0, budget.seconds - prediction.seconds))


def _share(instance: Instance) -> float:
    return PREDICTION_SHARE if instance.symmetric else ASYMMETRIC_PREDICTION_SHARE


def heatmap_to_decode(
    prediction: Prediction, decoder: Decoder, instance: Instance
) -> Heatmap | None:
    """Return the predicted heatmap, or an empty one if there is none and the decoder needs it."""
    if prediction.heatmap is None and decoder.needs_heatmap:
        return Zero().predict(instance)
    return prediction.heatmap


def tour_at_once(
    reduction: Reduction, initial_tour: NDArray[np.int32] | None, spent: Elapsed
) -> Result | None:
    """Return a tour without a search, after an interrupt; None if it has forbidden edges.

    Its times include `spent`. Raises ValueError if the initial tour violates a constraint.
    """
    result = without_search(reduction, initial_tour)
    return result and replace(result.begun_before(*spent), stop_reason=StopReason.INTERRUPTED)


def with_prediction(result: Result, prediction: Prediction) -> Result:
    """Count the first stage into the times of the second one."""
    counted = result.begun_before(prediction.seconds, prediction.cpu_seconds)
    return counted._changed(prediction=prediction)


def _counted_from_prediction(on_progress: OnProgress, prediction: Prediction) -> OnProgress:
    def with_both_stages(progress: Progress) -> Any:
        return on_progress(replace(progress, seconds=progress.seconds + prediction.seconds))

    return with_both_stages


def predict_all(
    pairs: Sequence[tuple[Instance, Heatmap | Predictor | None]],
    decoder: Decoder,
    budget: Budget,
    threads: int,
) -> tuple[list[Heatmap | None], list[Prediction | None]]:
    """Predict where there is a predictor in place of a heatmap; raises Interrupted on Ctrl-C.

    Returns
    -------
    heatmaps, predictions
        Of each pair the heatmap to decode, and how it was predicted.
    """
    heatmaps = [scores if isinstance(scores, Heatmap) else None for _, scores in pairs]
    predictions: list[Prediction | None] = [None] * len(pairs)
    groups: list[tuple[Predictor, bool, list[int]]] = []
    for place, (instance, scores) in enumerate(pairs):
        if scores is None or isinstance(scores, Heatmap) or not decoder.reads_heatmap:
            continue
        if not groups or groups[-1][0] is not scores or groups[-1][1] != instance.symmetric:
            groups.append((scores, instance.symmetric, []))
        groups[-1][2].append(place)
    try:
        for predictor, _, places in groups:
            group = [pairs[place][0] for place in places]
            found = _predict_group(predictor, group, budget, threads)
            for place, one in zip(places, found, strict=True):
                predictions[place] = one
                heatmaps[place] = heatmap_to_decode(one, decoder, pairs[place][0])
    except KeyboardInterrupt:
        raise Interrupted([None] * len(pairs)) from None
    return heatmaps, predictions


def _predict_group(
    predictor: Predictor, instances: list[Instance], budget: Budget, threads: int
) -> list[Prediction]:
    """Predict for instances that are all symmetric, or all not."""
    if not isinstance(predictor, BatchPredictor):
        return [predict_within(predictor, instance, budget)[0] for instance in instances]
    seconds = math.inf if budget.seconds is None else _share(instances[0]) * budget.seconds
    return predictor.predict_batch_within(instances, seconds, threads)
