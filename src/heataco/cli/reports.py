"""What `decode` says about a run: a summary for people, an object for programs."""

import json
import math
from dataclasses import asdict, dataclass
from typing import Any

import heataco
from heataco.cli.parameters import AnyDecoder
from heataco.cli.progress import cost_text
from heataco.instances import Instance
from heataco.results import Budget, Result, StopReason

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
    decoder: AnyDecoder
    budget: Budget
    seed: int
    threads: int
    heatmap: str | None
    predictor: str | None
    predict_seconds: float | None

    @property
    def method(self) -> str:
        """Decoder and local search."""
        local_search = self.decoder.local_search
        return self.decoder.name + ("" if local_search == "none" else f" + {local_search}")


def json_report(run: Run, result: Result) -> str:
    """Return a run and its result as one JSON object; unknown and infinite numbers are null."""
    report = {
        "instance": run.instance.name,
        "n": run.instance.n,
        "decoder": run.decoder.name,
        "local_search": run.decoder.local_search,
        "parameters": asdict(run.decoder),
        "heatmap": run.heatmap,
        "predictor": run.predictor,
        "predict_seconds": run.predict_seconds,
        "budget": {key: _finite(value) for key, value in asdict(run.budget).items()},
        "cost": result.cost,
        "best_known": run.instance.best_known,
        "gap": _finite(run.instance.gap(result.cost)),
        "iterations": result.iterations,
        "seconds": result.seconds,
        "cpu_seconds": result.cpu_seconds,
        "stop_reason": str(result.stop_reason),
        "seed": run.seed,
        "threads": run.threads,
        "version": heataco.__version__,
        "tour": result.tour.tolist(),
    }
    return json.dumps(report, allow_nan=False)


def summary(run: Run, result: Result, tour_place: str) -> str:
    """Return a run and its result as a few lines of text."""
    instance = run.instance
    rows = {
        "instance": f"{instance.name} (n = {instance.n})",
        "decoder": run.method,
        "cost": cost_text(result.cost),
        "gap": _gap_text(instance, result.cost),
        "iterations": f"{result.iterations:,}",
        "time": f"{result.seconds:.3f} s wall, {result.cpu_seconds:.3f} s CPU",
    }
    if run.predict_seconds is not None:
        rows["prediction"] = f"{run.predict_seconds:.3f} s by {run.predictor}, not in the time"
    rows["stopped by"] = _REASONS[result.stop_reason]
    rows["tour"] = tour_place
    return "\n".join(row(key, text) for key, text in rows.items())


def row(key: str, text: str) -> str:
    """Return a line of the summary."""
    return f"{key:<12}{text}"


def _gap_text(instance: Instance, cost: float) -> str:
    gap = instance.gap(cost)
    if gap is None or instance.best_known is None:
        return "unknown; --best-known COST would tell"
    return f"{gap:.4f} % to the best known {cost_text(instance.best_known)}"


def _finite(value: Any) -> Any:
    return value if value is None or math.isfinite(value) else None
