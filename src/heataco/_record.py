"""A run and its result as one object for programs, and in words for people."""

import math
from dataclasses import asdict
from typing import Any

import heataco
from heataco._plain import to_plain
from heataco._timing import Elapsed
from heataco.decoders import Decoder
from heataco.heatmaps import Processing
from heataco.instances import Instance
from heataco.predictors import Predictor
from heataco.results import Budget, Result, StopReason, Trust

REASONS = {
    StopReason.COMPLETE: "nothing left to do",
    StopReason.ITERATIONS: "iteration limit",
    StopReason.TIME: "time limit",
    StopReason.TARGET: "target reached",
    StopReason.STOPPED: "asked to stop",
    StopReason.INTERRUPTED: "interrupted",
}
_PREDICTION = ("seconds", "cpu_seconds", "complete")


def run_record(
    result: Result,
    *,
    instance: Instance,
    decoder: Decoder,
    budget: Budget,
    seed: int,
    threads: int,
    heatmap: str | None,
    processing: Processing | None,
    predictor: Predictor | None,
) -> dict[str, Any]:
    """Return all about a run, ready for JSON; unknown and infinite numbers are None.

    Parameters
    ----------
    result, instance, decoder, budget, seed, threads
        What was run, and what came out.
    heatmap, processing
        The file of the heatmap and what was done to its scores; None where there is no file.
    predictor
        What predicted the heatmap, or None.
    """
    values = result.to_dict()
    del values["gap"]  # an open path may have one, by a best-known cost that was given
    prediction = values.pop("prediction") or {}
    record: dict[str, Any] = to_plain(
        {
            "instance": instance.name,
            "n": instance.n,
            "decoder": decoder.name,
            "local_search": decoder.local_search,
            "parameters": decoder.parameters,
            "heatmap": heatmap,
            "heatmap_processing": processing and asdict(processing),
            "predictor": None if predictor is None else predictor.name,
            "predictor_parameters": None if predictor is None else asdict(predictor),
            **{f"predict_{key}": prediction.get(key) for key in _PREDICTION},
            "budget": budget,
            "best_known": instance.best_known,
            "gap": instance.gap(result.cost),
            **values,
            **search_times(result)._asdict(),
            "total_seconds": result.seconds,
            "total_cpu_seconds": result.cpu_seconds,
            "seed": seed,
            "threads": threads,
            "version": heataco.__version__,
        }
    )
    return record


def search_times(result: Result) -> Elapsed:
    """Return the time of decoding without predicting."""
    if result.prediction is None:
        return Elapsed(result.seconds, result.cpu_seconds)
    return Elapsed(
        result.seconds - result.prediction.seconds,
        result.cpu_seconds - result.prediction.cpu_seconds,
    )


def trust_text(trust: Trust) -> str:
    """Return in words how far a search trusted the heatmap, and why."""
    if math.isnan(trust.missing_by_heat):
        return f"trust {trust.value:.2f}, as given"
    return (
        f"trust {trust.value:.2f}, measured on a tour found without the heatmap: "
        f"{trust.missing_by_heat:.1%} of its edges are not among the candidates by heat "
        f"(by distance: {trust.missing_by_distance:.1%}); the others are preceded by "
        f"{trust.ahead_by_heat:.2f} wrong candidates on average "
        f"(by distance: {trust.ahead_by_distance:.2f})"
    ).replace("%", " %")
