"""`heataco bench`, `table` and `plot`: what they print, and how they end."""

import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from rich.console import Console

from heataco.bench.driver import Tally
from heataco.cli.bench_progress import grid_bar, grid_progress
from heataco.cli.logs import progress_form

EXPERIMENT = """
title = "Tiny"
seeds = 2
[[sets]]
name = "A"
geometry = "uniform"
n = 20
seed = 1
instances = 2
[[heatmaps]]
name = "Rank"
predictor = "rank"
[[methods]]
name = "MMAS"
decoder = "mmas"
setting = "2-opt"
[[methods]]
name = "HeatACO"
decoder = "heataco"
baseline = "MMAS"
setting = "2-opt"
[table]
cells = ["time"]
[figure]
form = "convergence"
"""


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.toml").write_text(EXPERIMENT)
    return tmp_path


def test_bench_and_table(heataco, tiny):
    """The one command that reruns a table would not give it."""
    answer = heataco("bench tiny.toml --iterations 3")
    assert answer.code == 0
    assert answer.out == (
        "tiny: 8 tasks, 0 had results, 8 finished, 0 failed; results in results/tiny.jsonl\n"
    )
    assert answer.err == ""
    assert "8 had results, 0 finished" in heataco("bench tiny.toml --iterations 3").out
    answer = heataco("table tiny.toml")
    assert (answer.code, answer.err) == (0, "")
    assert heataco("table results/tiny.jsonl").out == answer.out
    assert answer.out.startswith("### Tiny\n\n| Heatmap | Variant | A Time |")
    assert heataco("table tiny.toml --format csv --output t.csv").code == 0
    assert (tiny / "t.csv").read_text().startswith("Heatmap,Variant,A decode_seconds")


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("bench tiny.toml --results tiny.toml", "--results"),
        ("table tiny.toml --output tiny.toml", "--output"),
        ("table results/tiny.jsonl --output results/tiny.jsonl", "--output"),
        ("table tiny.toml --results link --output results/tiny.jsonl", "--output"),
    ],
)
def test_inputs_are_kept(heataco, tiny, line, output):
    """A slip would destroy an experiment, or the results of days."""
    heataco("bench tiny.toml --iterations 3 --instances 1")
    (tiny / "link").symlink_to("results/tiny.jsonl")
    before = (tiny / "results/tiny.jsonl").read_bytes()
    answer = heataco(line)
    assert answer.code == 3
    assert f"is an input that {output} would overwrite" in answer.err
    assert (tiny / "tiny.toml").read_text() == EXPERIMENT
    assert (tiny / "results/tiny.jsonl").read_bytes() == before


def test_the_last_run_is_shown(heataco, tiny):
    """Results of two sizes in one file would be mixed, or shown under the wrong numbers."""
    heataco("bench tiny.toml --iterations 3 --instances 1")
    heataco("bench tiny.toml --iterations 4")
    assert "budget: 4 iterations" in heataco("table tiny.toml").out
    assert "0 finished" in heataco("bench tiny.toml --iterations 3 --instances 1").out
    answer = heataco("table results/tiny.jsonl").out
    assert "budget: 3 iterations" in answer
    assert "tasks have results" not in answer


def test_tables_need_nothing_but_results(heataco, tiny):
    """Who is sent a results file could not see what is in it."""
    (tiny / "tiny.toml").write_text(EXPERIMENT.replace("[[heatmaps]]", REFERENCES, 1))
    write_references(tiny)
    heataco("bench tiny.toml --iterations 3")
    for name in ("tiny.toml", "references.json"):
        (tiny / name).unlink()
    assert "| Rank | HeatACO |" in heataco("table results/tiny.jsonl").out
    assert heataco("plot results/tiny.jsonl --output f.png").code == 0


def test_results_without_labels(heataco, tiny):
    """Results of earlier versions would be lost, or be shown wrongly."""
    heataco("bench tiny.toml --iterations 3")
    path = tiny / "results" / "tiny.jsonl"
    old = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    for record in old:
        record["format"] = 1
        del record["labels"]
    path.write_text("".join(json.dumps(record) + "\n" for record in old))
    answer = heataco("table results/tiny.jsonl")
    assert answer.code == 3
    assert "heataco bench EXPERIMENT --results F adds them" in answer.err
    assert "8 had results" in heataco("bench tiny.toml --iterations 3").out
    assert "| Rank | HeatACO |" in heataco("table results/tiny.jsonl").out


def test_experiments_share_a_file(heataco, tiny):
    """A task that two experiments share would be shown in one of them only."""
    (tiny / "other.toml").write_text(EXPERIMENT.replace('"HeatACO"', '"Ours"'))
    heataco("bench tiny.toml --iterations 3 --results r.jsonl")
    again = heataco("bench other.toml --iterations 3 --results r.jsonl").out
    assert "8 had results, 0 finished" in again
    assert "| Rank | Ours |" in heataco("table r.jsonl").out
    assert "| Rank | HeatACO |" in heataco("table r.jsonl --experiment tiny").out
    answer = heataco("table r.jsonl --experiment none")
    assert answer.code == 3
    assert "no results of none, only of tiny, other" in answer.err


def test_plot(heataco, tiny):
    """The figure would not be written in the forms that papers need."""
    (tiny / "tiny.toml").write_text(EXPERIMENT.replace("[[heatmaps]]", REFERENCES, 1))
    write_references(tiny)
    assert heataco("bench tiny.toml --iterations 3").code == 0
    answer = heataco("plot tiny.toml --output f.png --output f.pdf")
    assert (answer.code, answer.out) == (0, "")
    assert (tiny / "f.png").read_bytes().startswith(b"\x89PNG")
    assert (tiny / "f.pdf").read_bytes().startswith(b"%PDF")


REFERENCES = 'references = "references.json"\n[[heatmaps]]'


def write_references(folder, digest=None):
    from heataco.bench.gallery import draw

    digests = [digest or draw("uniform", 20, 1, index).digest[:16] for index in range(2)]
    (folder / "references.json").write_text(json.dumps({"lengths": [3, 3], "digests": digests}))


def test_failed_tasks(heataco, tiny):
    """A script would take a run with failures for a good one."""
    (tiny / "tiny.toml").write_text(EXPERIMENT.replace("[[heatmaps]]", REFERENCES, 1))
    write_references(tiny, "ffff")
    answer = heataco("bench tiny.toml --iterations 3 --seeds 1")
    assert answer.code == 1
    assert "4 failed" in answer.out
    assert "to another instance" in answer.err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bench none.toml", "none.toml: no such file"),
        ("bench tiny.toml --engine rey", "did you mean 'ray'"),
        ("bench tiny.toml --part 3/2", "give K/N"),
        ("bench tiny.toml --ray-address a:1", "--ray-address needs --engine ray"),
        ("bench tiny.toml --export r.csv", "exports are .parquet"),
        ("bench tiny.toml --results other.jsonl", "other.jsonl:1: .*format 9"),
        ("table tiny.toml", "tiny.jsonl: no such file"),
        ("table tiny.toml --format late", "did you mean 'latex'"),
        ("plot tiny.toml --output f.xyz", "suffix '.xyz' is unknown"),
    ],
)
def test_bad_input(heataco, tiny, line, message):
    """Bad input would end in a traceback, or do harm."""
    import re

    other = tiny / "other.jsonl"
    other.write_text('{"format": 9, "id": "a"}\n')
    answer = heataco(line)
    assert answer.code == 3
    assert re.search(message, answer.err)
    assert answer.err.count("\n") == 1
    assert other.read_text() == '{"format": 9, "id": "a"}\n'


def test_parts_make_a_whole(heataco, tiny):
    """A grid that was spread over machines by hand could not be put together."""
    for part in ("1/2", "2/2"):
        name = f"r{part[0]}.jsonl"
        assert heataco(f"bench tiny.toml --iterations 3 --part {part} --results {name}").code == 0
    answer = heataco("table r1.jsonl r2.jsonl")
    assert answer.code == 0
    assert "tasks have results" not in answer.out


@pytest.mark.filterwarnings("default")
def test_parts_of_unequal_machines(heataco, tiny, monkeypatch):
    """The part of a machine without a peer or optional data would be left out of the table."""
    more = """[[sets]]
name = "B"
file = "b.npz"
optional = true
[[methods]]
name = "Peer"
peer = "elkai"
"""
    (tiny / "tiny.toml").write_text(EXPERIMENT.replace("[table]", more + "[table]"))
    bench = "bench tiny.toml --iterations 3 --part"
    monkeypatch.setattr("heataco.bench.running.installed", lambda peer: False)
    assert "Peer is left out" in heataco(f"{bench} 1/2 --results r1.jsonl").err
    monkeypatch.setattr("heataco.bench.running.installed", lambda peer: True)
    np.savez(tiny / "b.npz", coords=np.random.default_rng(1).random((2, 9, 2)))
    heataco(f"{bench} 2/2 --results r2.jsonl")
    done = sum((tiny / name).read_text().count('"done"') for name in ("r1.jsonl", "r2.jsonl"))
    for files in ("r1.jsonl r2.jsonl", "r2.jsonl r1.jsonl"):
        assert f"{done} of 24 tasks have results." in heataco(f"table {files}").out


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("engine", ["serial", "processes"])
def test_interrupt_keeps_what_is_finished(tiny, engine, number):
    """Ctrl-C would lose finished tasks, hang, or leave workers behind."""
    text = EXPERIMENT.replace("n = 20", "n = 100").replace("instances = 2", "instances = 50")
    (tiny / "long.toml").write_text(text)
    path = tiny / "r.jsonl"
    command = [sys.executable, "-m", "heataco", "bench", "long.toml", "--iterations", "300"]
    process = subprocess.Popen(
        [*command, "--engine", engine, "--results", str(path)], stderr=subprocess.PIPE, text=True
    )
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert err.strip().endswith("heataco: interrupted")
    lines = path.read_text().splitlines()[1:]
    assert len(lines) >= 2
    assert all(json.loads(line)["status"] == "done" for line in lines)


def test_bar(capsys):
    """The user would not see how far a run is, or a log would be filled with bars."""
    console = Console(force_terminal=True, width=100)
    with grid_bar("tiny", console=console) as on_tally:
        on_tally(Tally(9, 4, finished=2, failed=1))
    shown = capsys.readouterr().out
    assert "tiny" in shown
    assert "3/5" in shown
    assert "1 failed" in shown
    with grid_progress("tiny", progress_form(quiet=True, log_json=False)) as on_tally:
        on_tally(Tally(9, 4, finished=2))
    assert capsys.readouterr() == ("", "")
