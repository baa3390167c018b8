"""Many instances with their heatmaps at once."""

from typing import Any

from heataco._arguments import is_decoder, naming_pair, to_budget, to_decoder, to_pairs
from heataco._names import DecoderName
from heataco.decoders import Decoder
from heataco.decoding import DEFAULT_DECODER, check_effort, check_task, checked_task, run_tasks
from heataco.predictors.stages import predict_all, with_prediction
from heataco.results import Budget, Results


def decode_batch(
    instances: Any,
    heatmaps: Any = None,
    decoder: Decoder | DecoderName = DEFAULT_DECODER,
    *,
    budget: Budget | None = None,
    seconds: float | None = None,
    iterations: int | None = None,
    target: float | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Results:
    """Decode many instances, in order, each as `decode` would, with the threads spread over them.

    Parameters
    ----------
    instances
        Instances, in any form that `decode` takes, such as a labelled set or an array of points,
        (B, n, 2), or of distances, (B, n, n); or pairs of these with their heatmaps. One instance
        goes with all heatmaps.
    heatmaps
        Scores, in any form that `decode` takes, one for each instance or one for all, such as an
        array (B, n, n) or (n, n); None for decoders that need none, and beside pairs. A decoder
        in second place is the decoder.
    decoder, budget, seconds, iterations, target, seed
        As in `decode`; limits and seed hold for each instance by itself. Under a time limit
        every search has what the slowest prediction leaves.
    threads
        Instances that are decoded at the same time.

    Raises
    ------
    ValueError
        As `decode` does, naming the pair, or where instances and heatmaps are not equally many.
    Interrupted
        On Ctrl-C: a KeyboardInterrupt whose `results` hold what there was, None where nothing.
    """
    if is_decoder(heatmaps) and decoder is DEFAULT_DECODER:
        heatmaps, decoder = None, heatmaps
    method = to_decoder(decoder)
    pairs = to_pairs(instances, heatmaps)
    given = to_budget(budget, seconds, iterations, target)
    limits = check_effort(method, given, seed, threads)
    for index, (problem, _) in enumerate(pairs):
        with naming_pair(index):
            check_task(problem, method, None)
    heats, predictions, limits = predict_all(pairs, method, limits)
    tasks = []
    for index, ((problem, _), heat) in enumerate(zip(pairs, heats, strict=True)):
        with naming_pair(index):
            tasks.append(checked_task(problem, heat, method, None))
    results = run_tasks(method, tasks, limits, seed, threads)
    return Results(
        result if prediction is None else with_prediction(result, prediction)
        for result, prediction in zip(results, predictions, strict=True)
    )
