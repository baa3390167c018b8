"""Searches with and without a heatmap, side by side."""

import math
from collections.abc import Callable, Iterator
from itertools import islice, repeat
from typing import Any

import numpy as np

from heataco._arguments import to_decoder, to_heatmap
from heataco._batch_arguments import each_of, to_instances
from heataco._checks import require_count
from heataco._hints import hinting
from heataco.batching import decode_batch
from heataco.decoders import Decoder, DecoderName, Focused
from heataco.decoding import check_effort
from heataco.diagnostics.comparison import HeatmapComparison
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors import Zero
from heataco.results import Budget, Result, StopReason

# Time of a search where no limit is given, in seconds: by nodes, within bounds.
SECONDS_PER_NODE = 1e-3
MIN_SECONDS = 0.05
TOTAL_SECONDS = 60.0  # of all searches together
USUAL_INSTANCES = 16  # of a set, at least, where searches of all would take longer
USUAL_SEEDS = 8  # of a single instance, where seeds take the place of instances

_DEFAULT = Focused()


@hinting
def compare_heatmap(
    instances: Any,
    heatmaps: Any,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    seeds: int | None = None,
    seed: int = 0,
    decoder: Decoder | DecoderName = _DEFAULT,
    threads: int = 1,
    on_progress: Callable[[int, int], Any] | None = None,
) -> HeatmapComparison:
    """Search with and without a heatmap, with equal budgets and seeds, and test the difference.

    Parameters
    ----------
    instances, heatmaps
        An instance and its heatmap, or several of each, in any form that `decode_batch` takes.
        Heatmaps are read one after the other, so a generator keeps few in memory. A predictor, or
        its name, predicts one for each instance, outside of the time of the searches.
    seconds, iterations
        When each search stops. With neither, after a millisecond for each node of the largest
        instance, but no less than 0.05 s, and no more than a minute for all searches together.
    seeds
        Seeds for each instance; by default 8 for a single instance, otherwise one.
    seed
        The first seed.
    decoder
        The method; decoders that need a heatmap get an empty one as the control.
    threads
        Searches at a time, each on one thread.
    on_progress
        Called with the number of finished searches and of all.

    Returns
    -------
    HeatmapComparison
        Its `str` is the answer in a sentence.

    Raises
    ------
    ValueError
        For no instance, another number of heatmaps, a decoder that does not use heatmaps, or as
        `decode_batch` does.
    """
    problems = to_instances(instances)
    if not problems:
        raise ValueError("instances is empty; give at least one")
    decoder = to_decoder(decoder)
    seeds = (USUAL_SEEDS if len(problems) == 1 else 1) if seeds is None else seeds
    require_count("seeds", seeds, 1)
    if seconds is None and iterations is None:
        seconds = usual_seconds(max(one.n for one in problems), 2 * len(problems) * seeds)
    budget = check_effort(decoder, Budget(iterations, seconds), seed, threads)
    if not decoder.reads_heatmap:
        raise ValueError(
            f"decoder {decoder.name} does not use heatmaps; there is nothing to compare"
        )
    searched = _search(
        _paired(problems, _scores(heatmaps, len(problems))),
        decoder,
        budget,
        range(seed, seed + seeds),
        threads,
    )
    results: list[list[Result]] = [[] for _ in problems]
    total = 2 * len(problems) * seeds
    for done, (place, result) in enumerate(searched, 1):
        results[place].append(result)
        if on_progress is not None:
            on_progress(done, total)
    return _compared(problems, results, decoder, budget)


def usual_seconds(n: int, searches: int) -> float:
    """Return the default time limit of one of several searches of an instance."""
    return min(max(MIN_SECONDS, SECONDS_PER_NODE * n), TOTAL_SECONDS / searches)


def usual_instances(n: int, count: int) -> int:
    """Return how many instances of a set can be searched within the default total time."""
    fitting = int(TOTAL_SECONDS / (2 * max(MIN_SECONDS, SECONDS_PER_NODE * n)))
    return min(count, max(USUAL_INSTANCES, fitting))


def _scores(heatmaps: Any, count: int) -> Iterator[Any]:
    """Return heatmaps one by one; a predictor stands for as many as there are instances."""
    if isinstance(heatmaps, Iterator):
        return heatmaps
    given = each_of(heatmaps)
    if len(given) == 1 and not isinstance(given[0], Heatmap):
        return repeat(given[0], count)
    return iter(given)


def _paired(problems: list[Instance], scores: Iterator[Any]) -> Iterator[tuple[Instance, Heatmap]]:
    """Yield the instances with their heatmaps; a ValueError where the numbers differ."""
    for place, problem in enumerate(problems):
        given = [*islice(scores, 1)]
        if not given:
            raise ValueError(f"there are {place} heatmaps for {len(problems)} instances")
        yield problem, to_heatmap(given[0], problem)
    if [*islice(scores, 1)]:
        raise ValueError(f"there are more heatmaps than the {len(problems)} instances")


def _search(
    pairs: Iterator[tuple[Instance, Heatmap]],
    decoder: Decoder,
    budget: Budget,
    seeds: range,
    threads: int,
) -> Iterator[tuple[int, Result]]:
    """Yield the place of an instance and a result, with and without the heatmap in turn.

    The two run at the same time where there are threads for both: what else the machine does
    then slows both down.
    """
    first = 0
    while group := list(islice(pairs, max(1, threads // 2))):
        both = [pair for one in group for pair in (one, (one[0], _no_heat(one[0], decoder)))]
        for seed in seeds:
            batch = decode_batch(both, decoder, budget=budget, seed=seed, threads=threads)
            yield from ((first + turn // 2, result) for turn, result in enumerate(batch))
        first += len(group)


def _no_heat(instance: Instance, decoder: Decoder) -> Heatmap | None:
    return Zero().predict(instance) if decoder.needs_heatmap else None


def _compared(
    problems: list[Instance], results: list[list[Result]], decoder: Decoder, budget: Budget
) -> HeatmapComparison:
    with_heat, without = ([one[turn::2] for one in results] for turn in (0, 1))
    known = [math.nan if one.best_known is None else one.best_known for one in problems]
    trusts = [[math.nan if r.trust is None else r.trust.value for r in one] for one in with_heat]
    return HeatmapComparison(
        decoder=decoder.name,
        budget=budget,
        best_known=np.array(known),
        costs_with=np.array([[result.cost for result in one] for one in with_heat]),
        costs_without=np.array([[result.cost for result in one] for one in without]),
        trusts=np.array(trusts),
        started=_any_started(with_heat) and _any_started(without),
    )


def _any_started(results: list[list[Result]]) -> bool:
    """Tell whether a search got beyond its preparations, or had no need to."""
    return any(
        result.iterations > 0 or result.stop_reason is not StopReason.TIME
        for one in results
        for result in one
    )
