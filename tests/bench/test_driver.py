"""The driver: it does what is missing, keeps what is done, and survives being killed."""

import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from heataco.bench.execution import execute
from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import available, distinct_tasks, make_grid
from heataco.bench.inputs import MissingData
from heataco.bench.store import read_results


def test_running_again_does_what_is_missing(experiment, run, folder):
    """Hours of work would be repeated."""
    first = run(experiment.shrunk(instances=2))
    assert (first.total, first.kept, first.finished) == (8, 0, 8)
    before = (folder / "results.jsonl").read_bytes()
    second = run(experiment)
    assert (second.total, second.kept, second.finished) == (12, 8, 4)
    assert (folder / "results.jsonl").read_bytes().startswith(before)
    assert run(experiment).finished == 0


def test_record(experiment, run, folder):
    """A result could not be traced to what it was measured with, or its course not be drawn."""
    run(experiment.shrunk(instances=1, seeds=1))
    records = read_results([folder / "results.jsonl"]).records
    tasks = {task.id: task for task in distinct_tasks(make_grid(experiment))}
    for key, record in records.items():
        assert record["task"] == tasks[key].content
        assert record["status"] == "done"
        assert record["version"]
        assert record["machine"]["cores"] >= 1
        assert record["gap"] == pytest.approx(100 * (record["cost"] / 3.0 - 1))
        assert record["stop_reason"] == "iterations"
        assert record["decode"]["seconds"] > 0
        assert record["improvements"]["best"][-1] == pytest.approx(record["cost"])
    heat = [record for record in records.values() if "heat" in record["task"]]
    assert heat[0]["predict"]["cpu_seconds"] >= 0


def test_focused(edited, run, folder):
    """The project's own decoder could not be put beside the paper's."""
    focused = 'decoder = "focused"\nparameters = { heatmap_trust = 0.5 }'
    experiment = read_experiment(
        edited('decoder = "heataco"\nparameters = { evidence_cap = 1 }', focused)
    )
    assert run(experiment.shrunk(instances=1, seeds=1)).finished == 2
    methods = [
        r["task"]["method"] for r in read_results([folder / "results.jsonl"]).records.values()
    ]
    assert {method["name"] for method in methods} == {"mmas", "focused"}
    assert {method["parameters"].get("heatmap_trust") for method in methods} == {None, 0.5}


def test_failures_are_recorded_and_do_not_stop_the_rest(experiment, run, folder):
    """One bad task would end a run of days, or pass for done and never be tried again."""
    bad = replace(experiment.sets[0], name="B", references="bad.json")
    (folder / "bad.json").write_text('{"lengths": [1], "digests": ["ffff"]}')
    mixed = replace(experiment, sets=(bad, *experiment.sets)).shrunk(instances=1, seeds=1)
    tally = run(mixed)
    assert (tally.finished, tally.failed) == (2, 2)
    assert "length 0 belongs to another instance" in tally.error
    failed = [
        r
        for r in read_results([folder / "results.jsonl"]).records.values()
        if r["status"] != "done"
    ]
    assert len(failed) == 2
    assert "another instance" in failed[0]["error"]
    (folder / "bad.json").unlink()
    (folder / "references.json").rename(folder / "bad.json")
    from heataco.bench import inputs

    inputs._references.cache_clear()
    assert run(replace(mixed, sets=(bad,)).shrunk(instances=1, seeds=1)).finished == 2


def test_a_crash_inside_a_task_is_a_failed_record(experiment, data, monkeypatch):
    """An error of a decoder would end the worker."""
    from heataco.bench.execution import Job

    task = distinct_tasks(make_grid(experiment))[0]
    monkeypatch.setattr("heataco.bench.running.decode", lambda *_, **__: 1 / 0)
    record = execute(Job(task, data.load(task)))
    assert (record["status"], record["error"]) == ("failed", "ZeroDivisionError: division by zero")


def test_a_predictor_may_be_empty(experiment, data):
    """The predictor whose files were found would be passed over for its truth value."""
    from heataco.bench.execution import Job
    from heataco.predictors import RankPrior

    class Empty(RankPrior):
        def __len__(self):
            return 0

        def predict(self, instance):
            raise ValueError("was asked")

    task = next(task for task in distinct_tasks(make_grid(experiment)) if task.heat is not None)
    record = execute(Job(task, replace(data.load(task), predictor=Empty())))
    assert record["error"] == "ValueError: was asked"


def test_missing_data(edited, data):
    """The missing file would be found in the middle of a run, and not be named."""
    path = edited('geometry = "uniform"\nn = 24\nseed = 1', 'file = "a.npz"\norigin = "at home"')
    path.write_text(path.read_text().replace('references = "references.json"\n', ""))
    cells = make_grid(read_experiment(path))
    with pytest.raises(MissingData, match=r"a\.npz: no such file; at home"):
        available(cells, data)
    path.write_text(path.read_text().replace("origin", "optional = true\norigin"))
    kept, notes = available(make_grid(read_experiment(path)), data)
    assert [cell.left_out for cell in kept] == [True, True]
    assert len(notes) == 1
    assert "A is left out: no file" in notes[0]


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("engine", ["serial", "processes"])
def test_kill_and_resume(experiment, run, folder, engine):
    """What was finished before a power cut would be lost, or the file be of no more use."""
    text = (folder / "small.toml").read_text().replace("n = 24", "n = 100")
    text = text.replace('references = "references.json"\n', "").replace("= 4", "= 300")
    (folder / "long.toml").write_text(text)
    path = folder / "results.jsonl"
    command = ["bench", "long.toml", "--results", str(path), "--engine", engine]
    process = subprocess.Popen([sys.executable, "-m", "heataco", *command])
    while not path.exists() or path.read_bytes().count(b"\n") < 4:  # the header is one
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = path.read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    before = kept.count(b"\n") - 1
    assert 3 <= before <= 12
    path.write_bytes(path.read_bytes() + b'{"format":1,"id":"')  # as if killed while writing
    with pytest.warns(UserWarning, match="unfinished last line"):
        tally = run(read_experiment(folder / "long.toml"))
    assert (tally.kept, tally.finished, tally.failed) == (before, 12 - before, 0)
    assert path.read_bytes().startswith(kept)
    assert path.read_bytes().count(b"\n") == 13
