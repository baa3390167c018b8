"""Both stages in one call: a heatmap from the instance, and a tour from the two."""

from typing import Any

from heataco._arguments import to_instance, to_predictor
from heataco._hints import hinting
from heataco.bounds import with_bound
from heataco.constraints import Constraints
from heataco.decoders import Decoder, DecoderName
from heataco.decoders.base import OnProgress
from heataco.decoding import DEFAULT_DECODER, decode
from heataco.instances import Metric, MetricName
from heataco.predictors import Alpha, Predictor, PredictorName
from heataco.results import Result

DEFAULT_PREDICTOR = Alpha()


@hinting
def solve(
    instance: Any,
    *,
    metric: Metric | MetricName | None = None,
    seconds: float | None = None,
    iterations: int | None = None,
    target: float | None = None,
    predictor: Predictor | PredictorName | None = DEFAULT_PREDICTOR,
    decoder: Decoder | DecoderName = DEFAULT_DECODER,
    seed: int = 0,
    threads: int = 1,
    initial_tour: Any = None,
    start: int | str | None = None,
    end: int | str | None = None,
    closed: bool = True,
    fixed_edges: Any = None,
    on_progress: OnProgress | None = None,
    bound: bool = False,
) -> Result:
    """Predict a heatmap and decode it: from an instance to a short tour in one call.

    A time limit covers both stages. The prediction may take a third of it; where that is not
    enough, the search goes without a heatmap, and `Result.prediction` says so: its `heatmap` is
    None. (That holds for `LimitedPredictor`s, `Alpha` among them; others are waited for.)

    Parameters
    ----------
    instance
        The problem: an `Instance` or a `LabelledInstance`, or what `as_instance` makes one of:
        points of shape (n, 2), whose distances are Euclidean and not rounded, distances of shape
        (n, n), a data frame or a graph; or a file that holds one, as `read_instances` takes it.
    metric
        How distances are computed, where the instance does not say.
    seconds, iterations, target
        When to stop, at whichever comes first, as in `Budget`: wall-clock seconds, iterations of
        the decoder, a cost that is low enough. With neither of the first two, after the decoder's
        `default_iterations`.
    predictor
        What predicts the heatmap, or its name; None: search without a heatmap. Nothing is predicted
        for decoders that do not read heatmaps.
    decoder
        The method of the search, or its name.
    seed, threads, initial_tour, start, end, closed, fixed_edges
        As in `decode`.
    on_progress
        As in `decode`, after every iteration of the search; the seconds count from the start of
        the prediction.
    bound
        Whether to compute a lower bound afterwards, as `lower_bound` does; the result then has
        `bound` and `proven_gap`. This takes additional time, which the limit and the times of the
        result do not include.

    Returns
    -------
    Result
        The best tour and how it was found; its times, and those of the trace, include the
        prediction, which `prediction` tells apart.

    Raises
    ------
    ValueError
        As `decode` does, or for something that is not a predictor.
    Interrupted
        On Ctrl-C: a KeyboardInterrupt whose `result` holds the best tour so far. During the
        prediction that is the initial tour or a simple one, during the bound the final one.
    """
    result = decode(
        to_instance(instance, metric),
        to_predictor(predictor),
        decoder,
        seconds=seconds,
        iterations=iterations,
        target=target,
        seed=seed,
        threads=threads,
        initial_tour=initial_tour,
        start=start,
        end=end,
        closed=closed,
        fixed_edges=fixed_edges,
        on_progress=on_progress,
    )
    return with_bound(result, Constraints(start, end, closed)) if bound else result
