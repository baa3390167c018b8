"""`heataco bench`: what it prints, and how it ends."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest
from rich.console import Console
from tests.cli.experiments import EXPERIMENT, WITH_REFERENCES, write_references

from heataco.bench.driver import Tally
from heataco.cli.bench_progress import grid_bar, grid_progress
from heataco.cli.logs import progress_form


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


def test_failed_tasks(heataco, tiny):
    """A script would take a run with failures for a good one."""
    (tiny / "tiny.toml").write_text(WITH_REFERENCES)
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
    other = tiny / "other.jsonl"
    other.write_text('{"format": 9, "id": "a"}\n')
    answer = heataco(line)
    assert answer.code == 3
    assert re.search(message, answer.err)
    assert answer.err.count("\n") == 1
    assert other.read_text() == '{"format": 9, "id": "a"}\n'


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
