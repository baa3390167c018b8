"""Sets that are interrupted, killed and gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from tests.cli.lines import SHORT
from tests.support import check_failure


def start(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "heataco", "decode", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(path):
    """Return the whole lines of a log that hold results."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [line for line in lines if b'"cost"' in line and line.endswith(b"\n")]


def wait_for(process, path, count):
    """Wait until so many results are kept."""
    while len(finished(path)) < count:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


@pytest.fixture
def long_set(tmp_path, monkeypatch):
    """Make a set that takes long enough to be met in the middle."""
    monkeypatch.chdir(tmp_path)
    np.savez("long.npz", coords=np.random.default_rng(1).random((6, 300, 2)))
    return ["long.npz", "--all", "--iterations", "60", "--seed", "3"]


@pytest.mark.usefixtures("files")
def test_a_failed_instance_stops_no_other(heataco):
    """One bad heatmap would cost the results of all others, or be passed over in silence."""
    scores = np.load("batch.npy")
    scores[1, 3, 4] = -1
    np.save("bad.npy", scores)
    answer = heataco(f"decode set.txt --all --heatmap bad.npy -o out.npz {SHORT}")
    assert answer.code == 1
    assert "1 instance(s) failed, first: FileError: bad.npy" in answer.err
    with np.load("out.npz") as out:
        assert np.isnan(out["costs"]).tolist() == [False, True, False]
        assert "bad.npy" in out["errors"][1]
    np.save("bad.npy", np.load("batch.npy"))
    answer = heataco(f"decode set.txt --all --heatmap bad.npy -o out.npz {SHORT}")
    check_failure(answer, "heatmap file was")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("engine", ["local", "processes"])
def test_killed_and_resumed(long_set, engine):
    """Hours of work would be lost with a killed process, or done twice."""
    log, words = Path("out.npz.unfinished.jsonl"), [*long_set, "--engine", engine, "-o", "out.npz"]
    first = start(*words)
    wait_for(first, log, 2)
    first.kill()
    first.communicate()
    before = finished(log)
    with open(log, "ab") as file:
        file.write(b'{"format":1,"index":5,"cos')  # as a kill in the middle of a line leaves it
    again = start(*words)
    out, err = again.communicate()
    assert again.returncode == 0, err
    assert f"{len(before)} of them from an earlier run" in out
    assert not log.exists()
    whole = start(*long_set, "-o", "whole.npz")
    whole.communicate()
    with np.load("out.npz") as resumed, np.load("whole.npz") as expected:
        assert resumed["tours"].tolist() == expected["tours"].tolist()


@pytest.mark.usefixtures("files")
def test_replaced_results_are_announced(heataco):
    """Who starts a finished run again would lose its results without a word."""
    for output in ("out.npz", "folder"):
        line = f"decode set.txt --all --decoder greedy --predictor rank -o {output} --iterations 1"
        assert "replaced" not in heataco(line).err
        assert f"{output} of an earlier run is replaced at the end" in heataco(line).err


@pytest.mark.usefixtures("files")
def test_a_part_of_an_unfinished_set(heataco):
    """Who looks at a few results of an unfinished run would lose all others."""
    log = Path("out.npz.unfinished.jsonl")
    scores = np.load("batch.npy")
    scores[0, 3, 4] = -1
    np.save("bad.npy", scores)
    line = f"decode set.txt --all --heatmap bad.npy -o out.npz {SHORT}"
    check_failure(heataco(line), "bad.npy")  # found before anything ran
    assert heataco(f"{line} --indices 1:3").code == 0
    assert not log.exists()
    scores[[0, 2]] = scores[[2, 0]]
    np.save("bad.npy", scores)
    assert heataco(line).code == 1
    assert heataco(f"{line} --indices 1").code == 0
    assert len(finished(log)) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_interrupted_and_refused_with_other_options(long_set):
    """Ctrl-C would lose what had finished, or results of two kinds be mixed in one file."""
    log = Path("out.csv.unfinished.jsonl")
    process = start(*long_set, "-o", "out.csv")
    wait_for(process, log, 1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130
    assert f"kept in {log}; run the same command again to go on" in err
    before = log.read_bytes()
    other = start(*long_set, "-o", "out.csv", "--seed", "4")
    _, err = other.communicate()
    assert other.returncode == 3
    assert "seed was 3 and is 4" in err
    assert log.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("engine", ["processes", pytest.param("ray", marks=pytest.mark.ray)])
def test_killed_worker(long_set, engine):
    """Instances would be lost with a worker, or the whole run."""
    if engine == "ray":
        pytest.importorskip("ray")
    log = Path("out.npz.unfinished.jsonl")
    process = start(*long_set, "--engine", engine, "--workers", "2", "-o", "out.npz")
    wait_for(process, log, 1)
    os.kill(json.loads(finished(log)[0])["process"], signal.SIGKILL)
    _, err = process.communicate()
    assert process.returncode == 0, err
    whole = start(*long_set, "-o", "whole.npz")
    whole.communicate()
    with np.load("out.npz") as out, np.load("whole.npz") as expected:
        assert out["index"].tolist() == list(range(6))
        assert out["tours"].tolist() == expected["tours"].tolist()


@pytest.mark.usefixtures("files")
def test_unreachable_cluster(heataco):
    """A wrong address would hang, or end in a traceback."""
    pytest.importorskip("ray")
    line = f"decode set.txt --all --engine ray --ray-address 127.0.0.1:1 {SHORT}"
    check_failure(heataco(line), "no Ray cluster at 127.0.0.1:1")


@pytest.mark.usefixtures("files")
def test_one_run_at_a_time(heataco):
    """Two runs would write into one file."""
    pytest.importorskip("fcntl")
    from heataco.bench.lines import open_lines

    with open_lines(Path("out.npz.unfinished.jsonl"), lambda line, place: None):
        check_failure(heataco(f"decode set.txt --all -o out.npz {SHORT}"), "another run")
