"""`heataco inspect`: the searches with and without a heatmap."""

import csv
import io
import json

import numpy as np
import pytest

import heataco as ha

ONE = "inspect set.txt --index 1 --heatmap batch.npy --iterations 1 --threads 1"
ALL = "inspect set.txt --all --heatmap batch.npy --iterations 1 --threads 1"


@pytest.mark.usefixtures("files")
def test_answer_comes_first(heataco):
    """A user would have to work out from figures whether the heatmap helps."""
    answer = heataco(ONE)
    assert answer.code == 0
    assert answer.err == (
        "heataco: batch, 16 searches with focused, every second one without the heatmap, "
        "1 iterations each ...\n"
    )
    lines = answer.out.splitlines()
    assert lines[2].startswith("On one instance with 8 seeds: ")
    assert "% with, " in lines[2]
    assert "it " in lines[2]
    assert lines[3].startswith("Trust ")
    assert answer.out.count("On one instance") == 1
    assert heataco(f"{ONE} --quiet").err == ""


@pytest.mark.usefixtures("files")
def test_json_holds_the_comparison(heataco):
    """A program would get no answer, or another one than Python gives."""
    found = json.loads(heataco(f"{ONE} --seed 3 --json").out)
    item = ha.read_labelled_set("set.txt")[1]
    heatmap = ha.read_heatmap("batch.npy", index=1)
    comparison = ha.compare_heatmap(item.instance, heatmap, iterations=1, seed=3)
    assert found["comparison"] == comparison.to_dict()
    report = ha.diagnose(item.instance, heatmap, item.tour, comparison=comparison)
    assert found["verdict"] == report.to_dict()["verdict"]
    assert found["trust"] == report.to_dict()["trust"]


@pytest.mark.usefixtures("files")
def test_set(heataco):
    """A set would be judged by one instance, or three be enough for a test."""
    answer = heataco(ALL)
    assert "On 3 instances: " in answer.out
    assert "too few instances to tell." in answer.out
    row = json.loads(heataco(f"{ALL} --json").out)["rows"][0]
    assert (row["comparison"]["instances"], row["comparison"]["seeds"]) == (3, 1)
    assert row["comparison"]["answer"] == "too few observations"
    line = next(csv.DictReader(io.StringIO(heataco(f"{ALL} --format csv").out)))
    assert float(line["gap_with"]) == pytest.approx(row["comparison"]["gap_with"])
    assert line["answer"] == "too few observations"


@pytest.mark.usefixtures("files")
def test_unknown_lengths(heataco):
    """Gaps would be measured from tours that the user wants ignored, or from nothing."""
    for line in (f"{ONE} --no-reference", ONE.replace("set.txt", "set.npz")):
        found = json.loads(heataco(f"{line} --json").out)["comparison"]
        assert found["gap_with"] is None
        assert "with it" in found["sentence"] or "of equal length" in found["sentence"]
    line = "inspect points.tsp --predictor softdist --reference identity.tour --iterations 0 --json"
    assert json.loads(heataco(line).out)["comparison"]["gap_with"] < 0  # no good reference


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.usefixtures("files")
def test_smallest(heataco, n):
    """An instance of a node or two would end in a traceback."""
    ha.write_tsplib(ha.Instance.from_coordinates(np.eye(3)[:n, :2]), "small.tsp")
    answer = heataco("inspect small.tsp --predictor distance --iterations 1 --quiet")
    assert (answer.code, answer.err) == (0, "")
    assert "equal on all: it does not help." in answer.out
