"""Many instances with their heatmaps at once."""

from typing import Any

from heataco._arguments import is_decoder, to_budget, to_decoder
from heataco._batch_arguments import naming_pair, to_pairs
from heataco._hints import hinting
from heataco.constraints import Constraints, Reduction, Task, run_reduced
from heataco.decoders import Decoder, DecoderName
from heataco.decoding import DEFAULT_DECODER, check_effort, check_task, checked_task
from heataco.predictors.stages import predict_all, with_prediction
from heataco.results import Budget, Results


@hinting
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
    start: int | str | None = None,
    end: int | str | None = None,
    closed: bool = True,
) -> Results:
    """Decode many instances, in order, each as `decode` would, with the threads spread over them.

    Parameters
    ----------
    instances
        Instances, in any form that `decode` takes, such as a labelled set or an array of points,
        (B, n, 2), or of distances, (B, n, n), or a file; or pairs of these with their heatmaps.
        One instance goes with all heatmaps.
    heatmaps
        Scores, in any form that `decode` takes, one for each instance or one for all, such as an
        array (B, n, n) or (n, n); None for decoders that need none, and if pairs are given. A
        decoder in this position is taken as `decoder`.
    decoder, budget, seconds, iterations, target, seed
        As in `decode`; limits and seed apply to each instance separately. Under a time limit, the
        search of an instance gets the time that its own prediction leaves.
    threads
        Number of instances that are decoded, and by `Alpha` predicted, at the same time.
    start, end, closed
        As in `decode`, the same for all instances; fixed edges are those of the instances.

    Raises
    ------
    ValueError
        As `decode` does, naming the pair; for different numbers of instances and heatmaps; for a
        target with open paths or fixed edges.
    Interrupted
        On Ctrl-C: a KeyboardInterrupt whose `results` are those so far, None where there is none.
    """
    if is_decoder(heatmaps) and decoder is DEFAULT_DECODER:
        heatmaps, decoder = None, heatmaps
    method = to_decoder(decoder)
    pairs = to_pairs(instances, heatmaps)
    given = to_budget(budget, seconds, iterations, target)
    limits = check_effort(method, given, seed, threads)
    constraints = Constraints(start, end, closed)
    reductions = []
    for index, (problem, _) in enumerate(pairs):
        with naming_pair(index):
            check_task(problem, method, None)
            reductions.append(Reduction.of(problem, constraints))
    heats, predictions = predict_all(pairs, method, limits, threads)
    tasks = []
    stages = zip(reductions, heats, predictions, strict=True)
    for index, (reduction, heat, prediction) in enumerate(stages):
        with naming_pair(index):
            task = checked_task(reduction.original, heat, method, None)
            spent = 0.0 if prediction is None else prediction.seconds
            tasks.append(Task(reduction, task._replace(spent=spent)))
    results = run_reduced(method, tasks, limits, seed, threads, None)
    return Results(
        result if prediction is None else with_prediction(result, prediction)
        for result, prediction in zip(results, predictions, strict=True)
    )
