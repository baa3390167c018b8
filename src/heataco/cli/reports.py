"""What `decode` says about a run: a summary for people, an object for programs."""

import json
import math
from dataclasses import asdict, dataclass

import heataco
from heataco._plain import to_plain
from heataco.cli.heat import HeatInput
from heataco.cli.progress import cost_text
from heataco.constraints import Constraints
from heataco.decoders import Decoder
from heataco.instances import Instance
from heataco.results import Budget, Prediction, Result, StopReason, Trust

_ROUNDING = 1e-6  # of a cost, in percent: far more than its digits are off by

_REASONS = {
    StopReason.COMPLETE: "nothing left to do",
    StopReason.ITERATIONS: "iteration limit",
    StopReason.TIME: "time limit",
    StopReason.TARGET: "target reached",
    StopReason.STOPPED: "asked to stop",
    StopReason.INTERRUPTED: "interrupted",
}


@dataclass(frozen=True)
class Run:
    """What was run: everything that a report says beside the result."""

    instance: Instance
    decoder: Decoder
    budget: Budget
    seed: int
    threads: int
    heat: HeatInput
    constraints: Constraints


def json_report(run: Run, result: Result) -> str:
    """Return a run and its result as one JSON object; unknown and infinite numbers are null."""
    heat, values = run.heat, result.to_dict()
    del values["gap"]  # an open path may have one, by --best-known
    prediction = values.pop("prediction") or {}
    seconds, cpu_seconds = _search_times(result)
    report = {
        "instance": run.instance.name,
        "n": run.instance.n,
        "decoder": run.decoder.name,
        "local_search": run.decoder.local_search,
        "parameters": run.decoder.parameters,
        "heatmap": heat.file and str(heat.file),
        "heatmap_processing": heat.file and asdict(heat.processing),
        "predictor": heat.predictor and heat.predictor.name,
        "predictor_parameters": heat.predictor and asdict(heat.predictor),
        "predict_seconds": prediction.get("seconds"),
        "predict_cpu_seconds": prediction.get("cpu_seconds"),
        "predict_complete": prediction.get("complete"),
        "budget": run.budget,
        "best_known": run.instance.best_known,
        "gap": run.instance.gap(result.cost),
        **values,
        "seconds": seconds,
        "cpu_seconds": cpu_seconds,
        "total_seconds": result.seconds,
        "total_cpu_seconds": result.cpu_seconds,
        "seed": run.seed,
        "threads": run.threads,
        "version": heataco.__version__,
    }
    return json.dumps(to_plain(report), allow_nan=False)


def summary(run: Run, result: Result, tour_place: str) -> str:
    """Return a run and its result as a few lines of text."""
    instance = run.instance
    rows = {
        "instance": f"{instance.name} (n = {instance.n})",
        "decoder": run.decoder.label,
        **({} if result.closed else {"path": "from {} to {}".format(*_ends(result))}),
        "cost": cost_text(result.cost),
    }
    if instance.best_known is not None or result.bound is None:
        rows["gap"] = _gap_text(instance, result.cost)
    if result.bound is not None and result.proven_gap is not None:
        rows["bound"] = f"{proof_text(result.proven_gap)}; lower bound {cost_text(result.bound)}"
    rows["iterations"] = f"{result.iterations:,}"
    rows["time"] = time_text(*_search_times(result))
    if result.prediction is not None:
        rows["prediction"] = _prediction_text(result.prediction)
        rows["total"] = time_text(result.seconds, result.cpu_seconds)
    if result.trust is not None:
        rows["heatmap"] = _trust_text(result.trust)
    rows["stopped by"] = _REASONS[result.stop_reason]
    rows["tour"] = tour_place
    return "\n".join(row(key, text) for key, text in rows.items())


def proof_text(proven_gap: float) -> str:
    """Return in words how good a tour is at least; digits are rounded up, so that they are true."""
    if proven_gap == 0:
        return "optimal, proven"
    if math.isinf(proven_gap):
        return "nothing proven"
    if proven_gap < _ROUNDING:
        return "optimal up to rounding errors, proven"
    digits = max(2, 1 - math.floor(math.log10(proven_gap)))
    percent = math.ceil(proven_gap * 10**digits) / 10**digits
    return f"at most {percent:.{digits}f} % above the optimum, proven"


def row(key: str, text: str) -> str:
    """Return a line of the summary."""
    return f"{key:<12}{text}"


def time_text(seconds: float, cpu_seconds: float) -> str:
    """Return how long something took, for people."""
    return f"{seconds:.3f} s wall, {cpu_seconds:.3f} s CPU"


def _ends(result: Result) -> tuple[object, object]:
    """Return the first and the last node of a path, by id where there are ids."""
    nodes = result.ids or result.tour
    return nodes[0], nodes[-1]


def _search_times(result: Result) -> tuple[float, float]:
    """Return the seconds, and the CPU seconds, of decoding without predicting."""
    if result.prediction is None:
        return result.seconds, result.cpu_seconds
    return (
        result.seconds - result.prediction.seconds,
        result.cpu_seconds - result.prediction.cpu_seconds,
    )


def _prediction_text(prediction: Prediction) -> str:
    spent = time_text(prediction.seconds, prediction.cpu_seconds)
    if prediction.heatmap is not None:
        return f"{spent} by {prediction.predictor}, before the search"
    return (
        f"none: the time limit was too short for {prediction.predictor}, which was stopped after "
        f"{spent}; the search ran without a heatmap"
    )


def _gap_text(instance: Instance, cost: float) -> str:
    gap = instance.gap(cost)
    if gap is None or instance.best_known is None:
        return "unknown; use --best-known COST or --bound"
    return f"{gap:.4f} % to the best known {cost_text(instance.best_known)}"


def _trust_text(trust: Trust) -> str:
    if math.isnan(trust.missing_by_heat):
        return f"trust {trust.value:.2f}, as given"
    return (
        f"trust {trust.value:.2f}, measured on a tour found without the heatmap: "
        f"{trust.missing_by_heat:.1%} of its edges are not among the candidates by heat "
        f"(by distance: {trust.missing_by_distance:.1%}); the others are preceded by "
        f"{trust.ahead_by_heat:.2f} wrong candidates on average "
        f"(by distance: {trust.ahead_by_distance:.2f})"
    ).replace("%", " %")
