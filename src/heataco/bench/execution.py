"""One task from its inputs to its record; what every engine runs in the end."""

from dataclasses import dataclass, replace

from heataco.bench.environment import environment
from heataco.bench.records import Record, done_record, failed_record
from heataco.bench.running import Inputs
from heataco.bench.task import Task
from heataco.heatmaps import Heatmap
from heataco.predictors.stages import heatmap_to_decode, predict_within
from heataco.predictors.timed import predict_timed
from heataco.results import Budget


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
    inputs = replace(inputs, heatmap=heatmap)
    return values | task.method.measure(inputs, budget, task.seed, task.threads)


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
