"""One task from its inputs to its record; what every engine runs in the end."""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from heataco._arrays import as_tour
from heataco._plain import to_plain
from heataco._timing import Stopwatch
from heataco.bench.environment import environment, peak_megabytes
from heataco.bench.inputs import Inputs
from heataco.bench.peers import Peer, peer_version
from heataco.bench.records import Record, done_record, failed_record, finite
from heataco.bench.task import Task
from heataco.decoding import decode
from heataco.diagnostics import diagnose
from heataco.heatmaps import Heatmap
from heataco.predictors.timed import predict_timed
from heataco.results import Budget, Result, Trace
from heataco.solving import heatmap_to_decode, predict_within

GIVEN_UP = "given up"  # the stop reason of a peer without a tour in time


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
    budget = task.limits.budget(inputs.instance)
    values: Record = {
        "instance": inputs.instance.name,
        "n": inputs.instance.n,
        "instance_digest": inputs.instance.digest,
        "best_known": inputs.instance.best_known,
        "limits": {key: value for key, value in vars(budget).items() if value is not None},
        "predict": None,
    }
    heatmap = inputs.heatmap
    if task.heat is not None and task.heat.predictor is not None:
        heatmap, budget = _predict(task, inputs, budget, values)
    values["heatmap_digest"] = None if heatmap is None else heatmap.digest
    method = task.method
    if method.diagnosis is not None:
        assert heatmap is not None
        with _timed(values, "diagnose"):
            report = diagnose(inputs.instance, heatmap, inputs.tour, decoder=method.diagnosis)
        return values | {"report": to_plain(report)}
    if method.peer is not None:
        return values | _solve(method.peer, task, inputs, heatmap, budget)
    assert method.decoder is not None
    result = decode(
        inputs.instance,
        heatmap,
        method.decoder,
        budget=budget,
        seed=task.seed,
        threads=task.threads,
    )
    return values | _decoded(result, inputs) | {"peak_megabytes": peak_megabytes()}


def _predict(
    task: Task, inputs: Inputs, budget: Budget, values: Record
) -> tuple[Heatmap | None, Budget]:
    """Predict within the budget or before it; return the heatmap and what is left."""
    assert task.heat is not None
    assert task.heat.predictor is not None
    if task.limits.include_prediction:
        prediction, budget = predict_within(task.heat.predictor, inputs.instance, budget)
    else:
        prediction = predict_timed(task.heat.predictor, inputs.instance)
    values["predict"] = {"seconds": prediction.seconds, "cpu_seconds": prediction.cpu_seconds}
    return heatmap_to_decode(prediction, task.method.value, inputs.instance), budget


def _decoded(result: Result, inputs: Inputs) -> Record:
    plain = result.to_dict(tour=False)
    return {
        "decode": {key: plain[key] for key in ("seconds", "cpu_seconds")},
        "gap": finite(inputs.instance.gap(result.cost)),
        **{key: plain[key] for key in ("cost", "iterations", "stop_reason", "trust")},
        "improvements": improvements(result.trace),
    }


def _solve(
    peer: Peer, task: Task, inputs: Inputs, heatmap: Heatmap | None, budget: Budget
) -> Record:
    values: Record = {
        "peer": {"version": peer_version(peer), "licence": peer.licence},
        "cost": None,
        "gap": None,
        "iterations": None,
        "stop_reason": GIVEN_UP,
        "improvements": {"iteration": [], "seconds": [], "best": []},
    }
    with _timed(values, "prepare"):
        search = peer.prepare(inputs.instance, heatmap, task.seed)
    with _timed(values, "decode"), contextlib.suppress(TimeoutError):
        tour = search(budget)
        cost = inputs.instance.cost(as_tour(tour, inputs.instance.n))
        values |= {
            "cost": cost,
            "gap": finite(inputs.instance.gap(cost)),
            "stop_reason": "complete",
        }
    return values


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
    stopwatch, before = Stopwatch(), os.times()
    yield
    seconds, cpu_seconds = stopwatch.elapsed()
    after = os.times()  # processes that were started and have ended count, too
    cpu_seconds += sum(after[2:4]) - sum(before[2:4])
    values[stage] = {"seconds": seconds, "cpu_seconds": cpu_seconds}
