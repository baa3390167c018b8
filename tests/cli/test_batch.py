"""`heataco decode --all`: every instance once, in order, wherever it runs and whatever dies."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from tests.support import check_failure, check_usage

import heataco as ha
from heataco.bench.batches.batch import Batch
from heataco.constraints import Constraints

COUNT = 3  # instances of set.txt
SHORT = "--iterations 5 --quiet"


def rows(heataco, line):
    answer = heataco(f"decode {line} --json --quiet")
    assert answer.code == 0, answer.err
    return [json.loads(line) for line in answer.out.splitlines()]


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
@pytest.mark.parametrize("heat", ["", "--heatmap batch.npy", "--decoder mmas", "--predictor none"])
def test_each_instance_as_by_itself(heataco, heat):
    """A set would be decoded otherwise than its instances are, one by one."""
    together = rows(heataco, f"set.txt --all --iterations 5 --seed 4 {heat}")
    alone = [
        rows(heataco, f"set.txt --index {index} --iterations 5 --seed 4 {heat}")[0]
        for index in range(COUNT)
    ]
    assert [row["index"] for row in together] == list(range(COUNT))
    for key in ("instance", "n", "tour", "cost", "gap", "best_known", "iterations", "seed"):
        assert [row[key] for row in together] == [row[key] for row in alone]


@pytest.mark.usefixtures("files")
def test_open_paths(heataco):
    """The paths of a set would return, begin elsewhere, or have the gaps of tours."""
    together = rows(heataco, "set.txt --all --iterations 5 --open --start 4 --end 7")
    alone = rows(heataco, "set.txt --index 1 --iterations 5 --open --start 4 --end 7")[0]
    for row in together:
        assert (row["closed"], row["start"], row["end"], row["gap"]) == (False, 4, 7, None)
        assert (row["tour"][0], row["tour"][-1]) == (4, 7)
    assert (together[1]["tour"], together[1]["cost"]) == (alone["tour"], alone["cost"])
    assert heataco(f"decode set.txt --all --open -o paths {SHORT}").code == 0
    assert "open path" in Path("paths/set_0.tour").read_text()
    line = "decode set.txt --all --start 400"
    check_failure(heataco(line), "set.txt: item 0: start is 400; give a whole number from 0")


@pytest.mark.usefixtures("files")
def test_a_set_with_other_ends_is_another_one():
    """An unfinished run with closed tours would be continued with open paths."""
    plain, other = (
        Batch(Path("set.txt"), ha.Greedy(), ha.Budget(), constraints=ends).content()
        for ends in (Constraints(), Constraints("3"))
    )
    assert plain != other
    assert "route" not in plain["method"]


@pytest.mark.usefixtures("files")
def test_engines_agree(heataco):
    """The tours would depend on where, and on how many at once, they are searched for."""
    line = "set.txt --all --iterations 10 --seed 2 -j 1"
    local = [row["tour"] for row in rows(heataco, line)]
    for engine in ("--engine processes --workers 1", "--engine processes --workers 3"):
        assert [row["tour"] for row in rows(heataco, f"{line} {engine}")] == local


@pytest.mark.usefixtures("files")
def test_npz(heataco):
    """The tours of a set could not be loaded, or would be those of other instances."""
    assert heataco(f"decode set.txt --all -o out.npz {SHORT}").code == 0
    with np.load("out.npz") as out:
        assert out["index"].tolist() == [0, 1, 2]
        assert out["names"].tolist() == ["set_0", "set_1", "set_2"]
        for item, tour, cost, gap in zip(
            ha.read_instances("set.txt"), out["tours"], out["costs"], out["gaps"], strict=True
        ):
            assert item.instance.cost(tour) == cost
            assert item.instance.gap(cost) == gap
    assert not list(Path().glob("*unfinished*"))


@pytest.mark.usefixtures("files")
def test_npz_of_different_sizes(heataco):
    """Shorter tours would be filled up with nodes, or refused."""
    lines = ["0 0 1 0 1 1", "0 0 1 0 1 1 0 1 0.5 2"]
    Path("mixed.txt").write_text("\n".join(lines) + "\n")
    assert heataco(f"decode mixed.txt --all -o out.npz --predictor none {SHORT}").code == 0
    with np.load("out.npz") as out:
        assert out["n"].tolist() == [3, 5]
        assert sorted(out["tours"][0].tolist()) == [-1, -1, 0, 1, 2]
        assert np.isnan(out["gaps"]).all()


@pytest.mark.usefixtures("files")
def test_csv_and_folder(heataco):
    """A table would lack an instance, or a folder a tour."""
    assert heataco(f"decode set.txt --all -o out.csv {SHORT}").code == 0
    assert heataco(f"decode set.txt --all -o out {SHORT}").code == 0
    with open("out.csv", encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    for index, (row, item) in enumerate(zip(table, ha.read_instances("set.txt"), strict=True)):
        tour = [int(node) for node in row["tour"].split()]
        assert item.instance.cost(tour) == float(row["cost"])
        assert ha.read_tour(f"out/set_{index}.tour").tolist() == tour
    names = {path.name for path in Path("out").iterdir()}
    assert names == {"results.csv", "set_0.tour", "set_1.tour", "set_2.tour"}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("indices", "chosen"),
    [("0:2", [0, 1]), ("2", [2]), ("-1", [2]), ("2,0", [0, 2]), ("::2", [0, 2]), ("1:99", [1, 2])],
)
def test_indices(heataco, indices, chosen):
    """Other instances than asked for would be decoded."""
    found = rows(heataco, f"set.txt --all --indices {indices} --iterations 1 --predictor none")
    assert [row["index"] for row in found] == chosen


@pytest.mark.usefixtures("files")
def test_summary(heataco):
    """The end of a long run would not say how good, how fast and how often optimal it was."""
    answer = heataco(f"decode set.txt --all -o out.csv --seed 1 {SHORT}")
    rows = dict(line.split(maxsplit=1) for line in answer.out.splitlines())
    assert rows["set"] == "set.txt, 3 instances"
    assert "gap" in rows["mean"]
    assert rows["optimal"] == "100.0 % (3 of 3)"
    assert "per instance" in rows["time"]
    assert rows["results"] == "written to out.csv"


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--indices 5:9", "chooses none of the 3 instances"),
        ("--indices 7", "there is no instance 7"),
        ("--indices one", "write 0:100"),
        ("--heatmap heat.npz", "holds 1 heatmaps for 3 instances"),
        ("-o out.tour", "written to .npz, .csv or a folder"),
        ("-o -", "--json prints it there"),
        ("-o set.txt", "would overwrite it"),
        ("-o missing/out.npz", "no folder"),
        ("--decoder mcts --engine rays", "did you mean 'ray'?"),
        ("--ray-address a:1", "goes with the engine ray"),
        ("--seed -1", "--seed is -1"),
    ],
)
def test_refused_before_anything_runs(heataco, line, words):
    """A run of hours would end, or begin, in vain."""
    output = "" if "-o" in line else "-o out.npz"
    check_failure(heataco(f"decode set.txt --all {line} {output} --quiet"), words)
    assert not list(Path().glob("**/*unfinished*"))


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--all --index 1", "--index is for one instance"),
        ("--all --initial-tour identity.tour", "--initial-tour is for one instance"),
        ("--all --plot a.png", "--plot is for one instance"),
        ("--all --workers 2", "--workers needs --engine"),
        ("--index 1 --engine ray", "--engine needs --all"),
    ],
)
def test_options_that_do_not_fit(heataco, line, words):
    """An option would be ignored without a word."""
    check_usage(heataco(f"decode set.txt {line}"), words)


@pytest.mark.usefixtures("files")
def test_heatmaps_of_another_size(heataco):
    """Heatmaps of another set would be found out at each instance, one by one."""
    np.save("other.npy", np.ones((3, 7, 7)))
    check_failure(heataco(f"decode set.txt --all --heatmap other.npy {SHORT}"), "other.npy")


@pytest.mark.usefixtures("files")
def test_heatmaps_by_index(heataco):
    """Instances would get the heatmaps of others."""
    scores = np.load("batch.npy")
    np.save("some.npy", scores[:2])
    whole = rows(heataco, "set.txt --all --heatmap batch.npy --decoder greedy")
    some = rows(heataco, "set.txt --indices 0:2 --heatmap some.npy --decoder greedy")
    last = rows(heataco, "set.txt --indices 2 --heatmap batch.npy --decoder greedy")
    assert [row["tour"] for row in whole] == [row["tour"] for row in some + last]
    answer = heataco("decode set.txt --indices 1:3 --heatmap some.npy --decoder greedy --quiet")
    check_failure(answer, "must choose the instances that it has heatmaps of")


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
