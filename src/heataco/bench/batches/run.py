"""Running what is missing of a batch."""

from contextlib import closing

from heataco.bench.batches.batch import Batch
from heataco.bench.batches.log import BatchLog, to_row
from heataco.bench.driver import OnTally, Tally, run_tasks
from heataco.bench.engines import Engine


def run_batch(
    batch: Batch,
    chosen: range | list[int],
    count: int,
    log: BatchLog,
    engine: Engine,
    on_tally: OnTally,
) -> Tally:
    """Decode the chosen instances that have no result yet; each result is kept as it comes.

    Parameters
    ----------
    batch
        What is run.
    chosen
        Indices of instances, ascending.
    count
        How many instances the file holds.
    log
        Where results are kept.
    engine
        Where instances are decoded, and how many at once.
    on_tally
        Called before the first instance and after every one.

    Raises
    ------
    ValueError
        If the engine cannot be started, or the heatmaps are not those of the instances.
    KeyboardInterrupt
        On Ctrl-C; what had finished is kept.
    """
    missing = [index for index in chosen if index not in log.done]
    tally = Tally(len(chosen), len(chosen) - len(missing))
    on_tally(tally)
    if not missing:
        return tally
    inputs = batch.inputs(chosen, count)
    # Made one by one: a task keeps its content.
    tasks = (batch.task(index) for index in missing)
    with closing(run_tasks(engine, tasks, inputs)) as records:
        for record in records:
            log.append(to_row(record))
            tally = tally.with_record(record)
            on_tally(tally)
    return tally
