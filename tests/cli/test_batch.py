"""`heataco decode --all`: every instance once, in order, wherever it runs."""

import csv
import json
import re
from pathlib import Path

import numpy as np
import pytest
from tests.cli.lines import SHORT
from tests.support import check_failure, check_usage

import heataco as ha
from heataco.bench.batches.batch import Batch
from heataco.constraints import Constraints

COUNT = 3  # instances of set.txt


def rows(heataco, line):
    answer = heataco(f"decode {line} --json --quiet")
    assert answer.code == 0, answer.err
    return [json.loads(line) for line in answer.out.splitlines()]


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
    # The labels of the set are any tours, and no optima.
    assert rows["optimal"] == "unknown; 3 of 3 are shorter than the best-known cost, 0 as long"

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
        ("-o -", "use --json"),
        ("-o set.txt", "would overwrite"),
        ("-o missing/out.npz", "no folder"),
        ("--decoder mcts --engine rays", "did you mean 'ray'?"),
        ("--ray-address a:1", "--ray-address needs --engine ray"),
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


def test_share_of_optimal_tours(heataco, tmp_path):
    """Tours at the best-known cost would not be counted, or those above it be."""
    points = np.random.default_rng(0).random((3, 12, 2))
    tours = [result.tour for result in ha.decode_batch(points, iterations=50)]
    tours[2] = np.arange(12)
    items = [ha.LabelledInstance(ha.as_instance(p), t) for p, t in zip(points, tours, strict=True)]
    ha.write_labelled_set(items, tmp_path / "set.txt")
    line = f"decode {tmp_path / 'set.txt'} --all --indices 0:2 --iterations 50 --quiet"
    out = heataco(line).out
    assert "optimal     100.0 % (2 of 2)\n" in out
    assert re.search(r"^time        \d+\.\d s wall; .* s per instance, together .* s$", out, re.M)
    answer = heataco(line.replace("0:2", "0:3"))
    assert "unknown; 1 of 3 are shorter than the best-known cost, 2 as long\n" in answer.out
