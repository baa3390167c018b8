"""The report of `decode` on a run: a summary for people, a JSON object for programs."""

import json
import math
from dataclasses import dataclass
from typing import Any

from heataco._record import REASONS, run_record, search_times, trust_text
from heataco.cli.heat import HeatInput
from heataco.cli.progress import cost_text
from heataco.constraints import Constraints
from heataco.decoders import Decoder
from heataco.instances import Instance
from heataco.results import Budget, Prediction, Result

_ROUNDING = 1e-6  # of a cost, in percent: far more than its digits are off by


@dataclass(frozen=True)
class Run:
    """What was run: everything in a report apart from the result."""

    instance: Instance
    decoder: Decoder
    budget: Budget  # resolved
    seed: int
    threads: int
    heat: HeatInput
    constraints: Constraints
    bound: bool = False  # whether it was requested


def json_report(run: Run, result: Result) -> str:
    """Return a run and its result as one JSON object; unknown and infinite numbers are null."""
    return json.dumps(record(run, result), allow_nan=False)


def record(run: Run, result: Result) -> dict[str, Any]:
    """Return a run and its result ready for JSON."""
    heat = run.heat
    return run_record(
        result,
        instance=run.instance,
        decoder=run.decoder,
        budget=run.budget,
        seed=run.seed,
        threads=run.threads,
        heatmap=None if heat.file is None else str(heat.file),
        processing=None if heat.file is None else heat.processing,
        predictor=heat.predictor,
    )


def summary(run: Run, result: Result, tour_place: str) -> str:
    """Return a run and its result as a few lines of text."""
    instance = run.instance
    rows = {
        "instance": f"{instance.name} (n = {instance.n})",
        "decoder": run.decoder.label,
        **({} if result.closed else {"path": "from {} to {}".format(*_ends(result))}),
        "cost": _with_unit(instance, result.cost),
    }
    if instance.best_known is not None or result.bound is None:
        rows["gap"] = _gap_text(run, result.cost)
    if result.bound is not None and result.proven_gap is not None:
        lowest = _with_unit(instance, result.bound)
        rows["bound"] = f"{proof_text(result.proven_gap)}; lower bound {lowest}"
    rows["iterations"] = f"{result.iterations:,}"
    rows["time"] = time_text(*search_times(result))
    if result.prediction is not None:
        rows["prediction"] = _prediction_text(result.prediction)
        rows["total"] = time_text(result.seconds, result.cpu_seconds)
    if result.trust is not None:
        rows["heatmap"] = trust_text(result.trust)
    rows["stopped by"] = REASONS[result.stop_reason]
    rows["tour"] = tour_place
    return "\n".join(row(key, text) for key, text in rows.items())


def proof_text(proven_gap: float) -> str:
    """Return the proven gap in words, rounded up so that the statement holds."""
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


def _prediction_text(prediction: Prediction) -> str:
    spent = time_text(prediction.seconds, prediction.cpu_seconds)
    if prediction.heatmap is not None:
        return f"{spent} by {prediction.predictor}, before the search"
    return (
        f"none: the time limit was too short for {prediction.predictor}, which was stopped after "
        f"{spent}; the search ran without a heatmap"
    )


def _with_unit(instance: Instance, cost: float) -> str:
    """Return a cost with its unit, if the metric has one."""
    return f"{cost_text(cost)} {instance.metric.unit}".rstrip()


def _gap_text(run: Run, cost: float) -> str:
    instance = run.instance
    gap = instance.gap(cost)
    if gap is not None and instance.best_known is not None:
        return f"{gap:z.4f} % to the best known {_with_unit(instance, instance.best_known)}"
    if run.bound:
        return "unknown; there was no time for a bound"
    return "unknown; use --best-known COST or --bound"
