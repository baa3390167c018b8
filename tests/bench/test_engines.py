"""Engines: the same results wherever tasks run, and no task lost with a worker."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from heataco.bench.engines import Processes, Ray, Serial, choose_engine
from heataco.bench.store import read_results


def long(experiment):
    """Make tasks long enough to be met in the middle."""
    bigger = replace(experiment.sets[0], n=120, references=None, instances=4)
    return replace(
        experiment, sets=(bigger,), budgets=(replace(experiment.budgets[0], iterations=400),)
    )


def costs(path):
    return {key: record["cost"] for key, record in read_results([path]).records.items()}


def killer(path, wait=0.3):
    """Return a callback that kills the worker of the first record, and the list of the killed."""
    killed = []

    def on_tally(tally):
        if tally.finished == 1 and not killed:
            (record,) = read_results([path]).records.values()
            time.sleep(wait)  # until it is in the middle of its next task
            killed.append(record["machine"]["process"])
            os.kill(killed[0], signal.SIGKILL)

    return on_tally, killed


def test_processes_give_what_serial_gives(experiment, run, folder):
    """Where a task runs would change its result."""
    assert run(experiment).finished == 12
    serial = costs(folder / "results.jsonl")
    (folder / "results.jsonl").unlink()
    assert run(experiment, Processes(2)).finished == 12
    assert costs(folder / "results.jsonl") == serial


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_killed_worker_process(experiment, run, folder):
    """A worker that the system kills, as for memory, would take tasks or the whole run with it."""
    on_tally, killed = killer(folder / "results.jsonl")
    tally = run(long(experiment), Processes(2), on_tally=on_tally)
    assert killed
    assert (tally.finished, tally.failed) == (16, 0)


def test_workers_that_cannot_start(experiment, run, monkeypatch):
    """A run would start workers for ever, or lose the tasks it had given out."""
    monkeypatch.setattr("heataco.bench.engines.processes._prepare_worker", os.abort)
    tally = run(experiment.shrunk(instances=1, seeds=1), Processes(1))
    assert (tally.finished, tally.failed) == (0, 2)
    assert "worker process died" in tally.error


def test_choosing():
    """A name would silently mean another engine."""
    assert choose_engine("serial") == Serial()
    assert choose_engine("processes", workers=3) == Processes(3)
    assert choose_engine("ray", workers=2, address="a:1") == Ray("a:1", 2)
    with pytest.raises(ValueError, match="did you mean 'processes'"):
        choose_engine("proceses")
    with pytest.raises(ValueError, match="needs --engine ray"):
        choose_engine("serial", address="a:1")


def test_unreachable_ray(experiment, run, folder):
    """A wrong address would hang for minutes or end in a traceback, or harm the results."""
    pytest.importorskip("ray")
    run(experiment.shrunk(instances=1))
    before = (folder / "results.jsonl").read_bytes()
    with pytest.raises(ValueError, match=r"no Ray cluster at 127\.0\.0\.1:1"):
        run(experiment, Ray("127.0.0.1:1"))
    assert (folder / "results.jsonl").read_bytes() == before


def test_no_ray(experiment, run, monkeypatch):
    """Who has not installed Ray would not learn how."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError, match=r"pip install 'heataco\[ray\]'"):
        run(experiment, Ray())


def test_ray_that_does_not_start(experiment, run, monkeypatch):
    """A busy machine, on which Ray raises a bare Exception, would give a traceback."""

    def init(**options):
        raise Exception("The current node timed out during startup.\nAnd more")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init, shutdown=lambda: None))
    with pytest.raises(ValueError, match=r"^Ray does not start: The current .* startup\.$"):
        run(experiment, Ray())


RAY_SCRIPT = """
import json, sys
from pathlib import Path
from types import SimpleNamespace
from heataco.bench.driver import run_grid
from heataco.bench.engines import Ray
from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import make_grid
from heataco.bench.inputs import find_data
from heataco.bench.store import open_store
sys.path.insert(0, {tests!r})
from test_engines import killer, long

path = Path("results.jsonl")
experiment = long(read_experiment("small.toml"))
on_tally, killed = killer(path)
with open_store(path) as store:
    cells, data = make_grid(experiment), find_data(None, experiment.path)
    tally = run_grid(experiment, cells, store, Ray(workers=2), data, on_tally=on_tally)
print(json.dumps([tally.finished, tally.failed, killed]))
"""


@pytest.mark.ray
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_ray_with_a_killed_worker(experiment, folder):
    """Tasks would be lost with a worker of the cluster, or all run in one process."""
    pytest.importorskip("ray")
    # In a process of its own: Ray leaves threads and open files behind.
    script = RAY_SCRIPT.format(tests=str(Path(__file__).parent))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    finished, failed, killed = json.loads(done.stdout.splitlines()[-1])
    assert (finished, failed, len(killed)) == (16, 0, 1)
    workers = {
        r["machine"]["process"] for r in read_results([folder / "results.jsonl"]).records.values()
    }
    assert len(workers) >= 2
    assert killed[0] in workers
