"""`heataco table` and `plot`: what they make of files of results."""

import json

import numpy as np
import pytest
from tests.cli.experiments import EXPERIMENT, WITH_REFERENCES, write_references


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
    (tiny / "tiny.toml").write_text(WITH_REFERENCES)
    write_references(tiny)
    heataco("bench tiny.toml --iterations 3")
    for name in ("tiny.toml", "references.json"):
        (tiny / name).unlink()
    printed = heataco("table results/tiny.jsonl").out
    assert "| Rank | HeatACO |" in printed
    assert heataco("table results/tiny.jsonl -o -").out == printed
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
    (tiny / "tiny.toml").write_text(WITH_REFERENCES)
    write_references(tiny)
    assert heataco("bench tiny.toml --iterations 3").code == 0
    answer = heataco("plot tiny.toml --output f.png --output f.pdf")
    assert (answer.code, answer.out) == (0, "")
    assert (tiny / "f.png").read_bytes().startswith(b"\x89PNG")
    assert (tiny / "f.pdf").read_bytes().startswith(b"%PDF")


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
