"""No command overwrites what it reads."""

import os
import subprocess
import sys

import numpy as np
import pytest


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("decode points.tsp --output points.tsp", "--output"),
        ("decode ./points.tsp --output ../PLACE/points.tsp", "--output"),
        ("decode points.tsp --output link.tsp", "--output"),
        ("decode link.tsp --output points.tsp", "--output"),
        ("decode points.tsp --output hard.tsp", "--output"),
        ("decode set.txt --index 0 --output set.txt", "--output"),
        ("decode points.tsp --heatmap heat.npz --output heat.npz", "--output"),
        ("decode points.tsp --predictor heat.npz --output heat.npz", "--output"),
        ("decode points.tsp --initial-tour identity.tour --output identity.tour", "--output"),
        ("decode points.tsp --plot points.tsp", "--plot"),
        ("decode points.tsp --heatmap heat.npz --plot heat.npz", "--plot"),
        ("convert points.tsp points.tsp", "TARGET"),
        ("convert set.txt set.txt --index 0", "TARGET"),
        ("convert identity.tour identity.tour", "TARGET"),
        ("convert heat.npz heat.npz", "TARGET"),
        ("convert batch.npy set.txt --preset difusco-mcts --instance set.txt", "TARGET"),
        ("predict set.txt --all --predictor rank --output set.txt", "--output"),
        ("inspect points.tsp --predictor rank --plot points.tsp", "--plot"),
        ("inspect points.tsp --heatmap a=heat.npz --plot heat.npz", "--plot"),
        (
            "inspect points.tsp --heatmap heat.npz --reference identity.tour --plot identity.tour",
            "--plot",
        ),
    ],
)
def test_inputs_are_kept(heataco, files, line, output):
    """A slip would destroy an instance, a set or a heatmap, without a word."""
    os.symlink("points.tsp", "link.tsp")
    os.link("points.tsp", "hard.tsp")
    before = {path: path.read_bytes() for path in files.iterdir()}
    answer = heataco(line.replace("PLACE", files.name))
    assert (answer.code, answer.out) == (3, "")
    assert f"is an input that {output} would overwrite; give another name" in answer.err
    assert answer.err.count("\n") == 1
    assert {path: path.read_bytes() for path in files.iterdir()} == before


@pytest.mark.skipif(os.name != "posix", reason="standard input has no path elsewhere")
@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("decode - --output points.csv", "--output"),
        ("decode - --output link.csv", "--output"),
        ("decode - --output best.csv --plot points.csv", "--plot"),
        ("predict - --predictor rank --output points.csv", "--output"),
        ("convert - points.csv", "TARGET"),
    ],
)
def test_standard_input_is_kept(files, line, output):
    """`decode - -o points.csv < points.csv` would destroy the instance, without a word."""
    points = np.random.default_rng(5).random((30, 2))
    np.savetxt("points.csv", points, delimiter=",", header="x,y", comments="")
    os.symlink("points.csv", "link.csv")
    before = {path: path.read_bytes() for path in files.iterdir()}
    command = [sys.executable, "-m", "heataco", *line.split()]
    with open("points.csv", "rb") as stdin:
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (3, "")
    assert f"is an input that {output} would overwrite; give another name" in done.stderr
    assert {path: path.read_bytes() for path in files.iterdir()} == before


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("plot", ["best.png", "./best.png", "link.png"])
def test_two_outputs(heataco, plot):
    """The picture would take the place of the tour."""
    os.symlink("best.png", "link.png")
    answer = heataco(f"decode points.tsp --output best.png --plot {plot}")
    assert (answer.code, answer.out) == (3, "")
    assert "--output and --plot name the same file; give two files" in answer.err
    assert not os.path.exists("best.png")


@pytest.mark.usefixtures("files")
def test_other_files_are_replaced(heataco):
    """An output of an earlier run could not be written again."""
    for _ in range(2):
        assert heataco("decode points.tsp --iterations 1 --output best.tour").code == 0
        assert heataco("convert points.tsp copy.tsp").code == 0


@pytest.mark.usefixtures("files")
def test_circle_of_links(heataco):
    """A tour would be searched for that cannot be written."""
    os.symlink("a.tour", "b.tour")
    os.symlink("b.tour", "a.tour")
    answer = heataco("decode points.tsp --iterations 1 --output a.tour")
    assert (answer.code, answer.out) == (3, "")
    assert "a.tour: cannot be written: its links form a loop" in answer.err
