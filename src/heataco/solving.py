"""Both stages in one call: a heatmap from the instance, and a tour from the two."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import to_numpy
from heataco.constraints import Constraints, Reduction
from heataco.decoders import Decoder, Focused
from heataco.decoders.base import OnProgress
from heataco.decoding import check_effort, check_task, decode
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors import Alpha, Predictor, Zero
from heataco.predictors.timed import predict_timed
from heataco.results import Budget, Interrupted, Prediction, Progress, Result, StopReason

# Of a time limit: what a prediction may take. A search without a heatmap still has the rest.
PREDICTION_SHARE = 1 / 3

DEFAULT_PREDICTOR = Alpha()
_DEFAULT_DECODER = Focused()


def solve(
    instance: Any,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    target: float | None = None,
    predictor: Predictor | None = DEFAULT_PREDICTOR,
    decoder: Decoder = _DEFAULT_DECODER,
    seed: int = 0,
    threads: int = 1,
    initial_tour: Any = None,
    start: int | None = None,
    end: int | None = None,
    closed: bool = True,
    fixed_edges: Any = None,
    on_progress: OnProgress | None = None,
) -> Result:
    """Predict a heatmap and decode it: from an instance to a short tour in one call.

    A time limit covers both stages. The prediction may take a third of it; where that is not
    enough, the search goes without a heatmap, and `Result.prediction` says so: its `heatmap` is
    None. (That holds for `LimitedPredictor`s, `Alpha` among them; others are waited for.)

    Parameters
    ----------
    instance
        The problem: an `Instance`, or points of shape (n, 2), whose distances are Euclidean and
        not rounded, or distances of shape (n, n). Shape (2, 2) is two points.
    seconds, iterations, target
        When to stop, at whichever comes first, as in `Budget`: wall-clock seconds, iterations of
        the decoder, a cost that is low enough. With neither of the first two, after the decoder's
        `default_iterations`.
    predictor
        Where the heatmap comes from; None: a search without one. None is predicted for decoders
        that never look at it.
    decoder
        The method of the search.
    seed, threads, initial_tour, start, end, closed, fixed_edges
        As in `decode`.
    on_progress
        As in `decode`, after every iteration of the search; the seconds count from the start of
        the prediction.

    Returns
    -------
    Result
        The best tour and how it was found; its times, and those of the trace, include the
        prediction, which `prediction` tells apart.

    Raises
    ------
    ValueError
        As `decode` does, or for an array of another shape, or something that is not a predictor.
    Interrupted
        On Ctrl-C: a KeyboardInterrupt whose `result` holds the best tour so far; during the
        prediction the initial tour or else one made at once.
    """
    problem = _to_instance(instance)
    first = check_task(problem, decoder, initial_tour)
    limits = Budget(iterations, seconds, target)
    budget = check_effort(decoder, limits, seed, threads, on_progress)
    _require_predictor(predictor)
    route: dict[str, Any] = {
        "start": start,
        "end": end,
        "closed": closed,
        "fixed_edges": fixed_edges,
    }
    Reduction.of(problem, Constraints(**route)).checked(first)
    options: dict[str, Any] = {"seed": seed, "threads": threads, "initial_tour": first, **route}
    if predictor is None or not decoder.reads_heatmap:
        return decode(problem, None, decoder, budget=budget, on_progress=on_progress, **options)
    try:
        prediction, options["budget"] = predict_within(predictor, problem, budget)
    except KeyboardInterrupt:
        with suppress(ValueError):  # made at once, it may hold forbidden edges
            raise Interrupted([tour_at_once(problem, first, **route)]) from None
        raise Interrupted([None]) from None
    heatmap = heatmap_to_decode(prediction, decoder, problem)
    options["on_progress"] = on_progress and _counted_from_prediction(on_progress, prediction)
    try:
        return _with_prediction(decode(problem, heatmap, decoder, **options), prediction)
    except Interrupted as interrupted:
        best = interrupted.result
        kept = None if best is None else _with_prediction(best, prediction)
        raise Interrupted([kept]) from None


def predict_within(
    predictor: Predictor, instance: Instance, budget: Budget
) -> tuple[Prediction, Budget]:
    """Predict within a share of a budget, and return what the search is left with."""
    if budget.seconds is None:
        return predict_timed(predictor, instance), budget
    prediction = predict_timed(predictor, instance, PREDICTION_SHARE * budget.seconds)
    return prediction, replace(budget, seconds=max(0.0, budget.seconds - prediction.seconds))


def heatmap_to_decode(
    prediction: Prediction, decoder: Decoder, instance: Instance
) -> Heatmap | None:
    """Return the predicted heatmap; without one, an empty one where the decoder needs it."""
    if prediction.heatmap is None and decoder.needs_heatmap:
        return Zero().predict(instance)
    return prediction.heatmap


def tour_at_once(
    instance: Instance, initial_tour: NDArray[np.int32] | None, **route: Any
) -> Result:
    """Return a tour for someone who does not want to wait; `route` as `decode` takes it."""
    budget = Budget(seconds=0.0)
    result = decode(instance, None, Focused(), budget=budget, initial_tour=initial_tour, **route)
    return replace(result, stop_reason=StopReason.INTERRUPTED)


def _to_instance(value: Any) -> Instance:
    """Make an instance of points or of a matrix."""
    if isinstance(value, Instance):
        return value
    wanted = "give an Instance, points of shape (n, 2) or distances of shape (n, n)"
    try:
        array = to_numpy(value, "instance")
    except ValueError as error:
        raise ValueError(f"{error}; {wanted}") from None
    if array.ndim == 2 and array.shape[1] == 2:
        return Instance.from_coordinates(array)
    if array.ndim == 2 and array.shape[0] == array.shape[1]:
        return Instance.from_matrix(array)
    raise ValueError(f"instance is an array of shape {array.shape}; {wanted}")


def _require_predictor(predictor: object) -> None:
    if predictor is not None and (not hasattr(predictor, "predict") or isinstance(predictor, type)):
        raise ValueError(f"predictor is {predictor!r}; give a predictor, such as Alpha(), or None")


def _counted_from_prediction(on_progress: OnProgress, prediction: Prediction) -> OnProgress:
    def with_both_stages(progress: Progress) -> Any:
        return on_progress(replace(progress, seconds=progress.seconds + prediction.seconds))

    return with_both_stages


def _with_prediction(result: Result, prediction: Prediction) -> Result:
    """Count the first stage into the times of the second one."""
    trace = replace(result.trace, seconds=result.trace.seconds + prediction.seconds)
    return replace(
        result,
        seconds=result.seconds + prediction.seconds,
        cpu_seconds=result.cpu_seconds + prediction.cpu_seconds,
        trace=trace,
        prediction=prediction,
    )
