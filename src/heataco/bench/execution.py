"""One task from its inputs to its record; what every engine runs in the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from heataco._arrays import as_tour
from heataco._plain import to_plain
from heataco._timing import Stopwatch
from heataco.bench.data import Inputs
from heataco.bench.environment import environment
from heataco.bench.peers import Peer, peer_version
from heataco.bench.records import Record, done_record, failed_record, finite
from heataco.bench.task import Task
from heataco.decoding import decode
from heataco.diagnostics import diagnose
from heataco.heatmaps import Heatmap
from heataco.predictors.timed import predict_timed
from heataco.results import Result, Trace


@dataclass(frozen=True)
class Job:
    """A task with what it works on."""

    task: Task
    inputs: Inputs


def execute(job: Job) -> Record:
    """Predict and decode; whatever fails becomes a record that says so.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C.
    """
    try:
        return done_record(job.task, environment(), _measure(job.task, job.inputs))
    except Exception as error:  # one failure must not end the other tasks
        return failed_record(job.task, environment(), error)


def _measure(task: Task, inputs: Inputs) -> Record:
    values: Record = {
        "instance": inputs.instance.name,
        "n": inputs.instance.n,
        "instance_digest": inputs.instance.digest,
        "best_known": inputs.instance.best_known,
        "predict": None,
    }
    heatmap = inputs.heatmap
    if task.heat is not None and task.heat.predictor is not None:
        prediction = predict_timed(task.heat.predictor, inputs.instance)
        heatmap = prediction.heatmap
        values["predict"] = {
            "seconds": prediction.seconds,
            "cpu_seconds": prediction.cpu_seconds,
        }
    values["heatmap_digest"] = None if heatmap is None else heatmap.digest
    method = task.method
    if method.diagnosis is not None:
        assert heatmap is not None
        with _timed(values, "diagnose"):
            report = diagnose(inputs.instance, heatmap, inputs.tour, decoder=method.diagnosis)
        return values | {"report": to_plain(report)}
    if method.peer is not None:
        return values | _solve(method.peer, task, inputs, heatmap)
    assert method.decoder is not None
    result = decode(
        inputs.instance,
        heatmap,
        method.decoder,
        budget=task.budget,
        seed=task.seed,
        threads=task.threads,
    )
    return values | _decoded(result, inputs)


def _decoded(result: Result, inputs: Inputs) -> Record:
    return {
        "decode": {"seconds": result.seconds, "cpu_seconds": result.cpu_seconds},
        "cost": result.cost,
        "gap": finite(inputs.instance.gap(result.cost)),
        "iterations": result.iterations,
        "stop_reason": str(result.stop_reason),
        "improvements": improvements(result.trace),
    }


def _solve(peer: Peer, task: Task, inputs: Inputs, heatmap: Heatmap | None) -> Record:
    values: Record = {"peer": {"version": peer_version(peer), "licence": peer.licence}}
    with _timed(values, "decode"):
        tour = peer.solve(inputs.instance, heatmap, task.seed)
    cost = inputs.instance.cost(as_tour(tour, inputs.instance.n))
    return values | {
        "cost": cost,
        "gap": finite(inputs.instance.gap(cost)),
        "iterations": None,
        "stop_reason": "complete",
        "improvements": {"iteration": [], "seconds": [], "best": []},
    }


def improvements(trace: Trace) -> dict[str, list[Any]]:
    """Return the rows of a trace in which the best cost fell, the start among them."""
    better = np.ones(len(trace), bool)
    better[1:] = trace.best[1:] < trace.best[:-1]
    better &= np.isfinite(trace.best)
    return {
        "iteration": trace.iteration[better].tolist(),
        "seconds": np.round(trace.seconds[better], 6).tolist(),
        "best": trace.best[better].tolist(),
    }


@contextmanager
def _timed(values: Record, stage: str) -> Iterator[None]:
    """Measure a block into `values[stage]`: wall-clock time, and CPU time of all threads."""
    stopwatch = Stopwatch()
    yield
    values[stage] = stopwatch.elapsed()._asdict()
