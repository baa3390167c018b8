"""One task from its inputs to its record; what every engine runs in the end."""

from dataclasses import dataclass, replace

from heataco.bench.records import Record, done_record, failed_record
from heataco.bench.running import Inputs
from heataco.bench.task import Task
from heataco.predictors.stages import heatmap_to_decode, predict_within
from heataco.predictors.timed import predict_timed


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
        return done_record(job.task, _measure(job.task, job.inputs))
    except Exception as error:  # one failure must not end the other tasks
        return failed_record(job.task, error)


def _measure(task: Task, inputs: Inputs) -> Record:
    instance, heatmap = inputs.instance, inputs.heatmap
    budget = task.limits.budget(instance)
    values: Record = {
        "instance": instance.name,
        "n": instance.n,
        "instance_digest": instance.digest,
        "best_known": instance.best_known,
        "limits": {key: value for key, value in vars(budget).items() if value is not None},
        "predict": None,
    }
    predictor = inputs.predictor
    if predictor is None and task.heat is not None:
        predictor = task.heat.predictor
    if predictor is not None:
        if task.limits.include_prediction:
            prediction, budget = predict_within(predictor, instance, budget)
        else:
            prediction = predict_timed(predictor, instance)
        values["predict"] = {"seconds": prediction.seconds, "cpu_seconds": prediction.cpu_seconds}
        heatmap = heatmap_to_decode(prediction, task.method.value, instance)
    values["heatmap_digest"] = None if heatmap is None else heatmap.digest
    inputs = replace(inputs, heatmap=heatmap)
    return values | task.method.measure(inputs, budget, task.seed, task.threads)
