"""`heataco inspect`: what is said where there is no report to give."""

import os

import pytest
from tests.support import check_failure, check_usage

from heataco.cli import inspect as inspect_module
from heataco.files import FileError

ONE = "inspect set.txt --index 1 --heatmap batch.npy --no-run"

BAD_INPUT = [
    ("inspect missing.tsp --predictor alpha", "missing.tsp: no such file"),
    ("inspect points.xyz --predictor alpha", "points.xyz: suffix '.xyz' is unknown"),
    (
        "inspect set.txt --heatmap batch.npy",
        "holds 3 instances; choose one with --index 0 to 2, or use --all",
    ),
    ("inspect set.txt --index 3 --heatmap batch.npy", "--index is 3"),
    ("inspect points.tsp --heatmap missing.npz", "missing.npz: no such file"),
    ("inspect points.tsp --heatmap name=missing.npz", "missing.npz: no such file"),
    ("inspect points.tsp --heatmap batch.npy", "holds 3 heatmaps"),
    ("inspect matrix.atsp --heatmap heat.npz", "heat.npz: heatmap has 40 nodes, the instance"),
    (
        "inspect points.tsp --predictor nonsense",
        "'nonsense' is unknown; known are alpha, ",
    ),
    ("inspect points.tsp --heatmap heat.npz --reference no.tour", "no.tour: no such file"),
    ("inspect points.tsp --heatmap heat.npz --reference points.tsp", "points.tsp:"),
    (
        "inspect matrix.atsp --predictor softdist --reference identity.tour",
        "identity.tour: is not a tour of matrix: tour is not a permutation of 0..11",
    ),
    ("inspect points.tsp --heatmap heat.npz --set heat_threshold=-1", "heat_threshold is -1"),
    ("inspect points.tsp --heatmap heat.npz --plot nowhere/a.png", "there is no folder"),
    ("inspect points.tsp --heatmap heat.npz --plot .", "is a folder; give a file"),
    ("inspect points.tsp --heatmap heat.npz --plot a.xyz", "pictures have"),
    ("inspect set.txt --all --heatmap heat.npz", "heat.npz: holds 1 heatmaps for 3 instances"),
    ("inspect set.txt --all --limit 2 --heatmap heat.npz", "holds 1 heatmaps for 3 instances"),
    ("inspect set.txt --all --heatmap batch.npy --reference identity.tour", "is one tour"),
    ("inspect points.tsp --all --heatmap batch.npy", "holds 3 heatmaps for 1 instances"),
    ("inspect points.tsp --heatmap heat.npz --iterations -1", "--iterations is -1"),
    ("inspect points.tsp --heatmap heat.npz --time-limit nan", "--time-limit is nan"),
    ("inspect points.tsp --heatmap heat.npz --seed -1", "--seed is -1"),
    ("inspect points.tsp --heatmap heat.npz --threads 0", "--threads is 0"),
]
USAGE = [
    ("inspect points.tsp", "give --heatmap F or --predictor NAME"),
    ("inspect set.txt --index 0 --heatmap heat.npz --predictor alpha", "--all"),
    ("inspect points.tsp --predictor softdist --limit 2", "--limit cannot be used without --all"),
    (
        "inspect points.tsp --predictor softdist --format csv",
        "--format cannot be used without",
    ),
    ("inspect set.txt --all --predictor softdist --index 1", "--index cannot be used with --all"),
    ("inspect set.txt --all --predictor softdist --limit 0", "--limit"),
    ("inspect set.txt --all --heatmap batch.npy --json --format csv", "exclude each other"),
    ("inspect points.tsp --heatmap heat.npz --reference a --no-reference", "exclude each other"),
    ("inspect set.txt --all --heatmap heat.npz --heatmap heat.npz", "two heatmaps are called heat"),
    ("inspect set.txt --all --heatmap heat.npz --format nonsense", "'markdown', 'csv', 'latex'"),
    ("inspect points.tsp --heatmap heat.npz --set ants", "write NAME=VALUE"),
    (
        "inspect points.tsp --heatmap heat.npz --no-run --time-limit 1",
        "--time-limit cannot be used with --no-run",
    ),
    (
        "inspect points.tsp --heatmap heat.npz --no-run --seed 0",
        "--seed cannot be used with --no-run",
    ),
]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("line", "words"), BAD_INPUT)
def test_bad_input(heataco, line, words):
    """Bad input would end in a traceback, or with the exit code of a success."""
    check_failure(heataco(f"{line} --quiet"), words)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("line", "words"), USAGE)
def test_usage(heataco, line, words):
    """A slip on the command line would be taken for something else, or not be explained."""
    check_usage(heataco(line), words)


@pytest.mark.usefixtures("files", "no_matplotlib")
def test_plot_without_matplotlib(heataco):
    """A user without matplotlib would lose the report, or not learn what to install."""
    answer = heataco(f"{ONE} --plot picture.png")
    assert answer.code == 3
    assert answer.err == "heataco: plotting needs matplotlib: pip install 'heataco[plot]'\n"


@pytest.mark.usefixtures("files")
def test_failed_picture_keeps_the_report(heataco, monkeypatch):
    """A full disk would take the report with it."""

    def fail(path, _):
        raise FileError(path, "cannot be written: No space left on device")

    monkeypatch.setattr(inspect_module.outputs, "save_picture", fail)
    answer = heataco(f"{ONE} --plot a.png")
    assert answer.code == 3
    assert "Trust " in answer.out
    assert "No space left" in answer.err


@pytest.mark.parametrize("where", ["diagnose", "savefig"])
def test_interrupt(heataco, files, monkeypatch, where):
    """Ctrl-C would end in a traceback, or leave half a picture behind."""
    figure = pytest.importorskip("matplotlib.figure")
    before = sorted(os.listdir(files))

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    target = inspect_module if where == "diagnose" else figure.Figure
    monkeypatch.setattr(target, where, interrupted)
    answer = heataco(f"{ONE} --plot a.png")
    assert answer.code == 130
    assert answer.err.strip() == "heataco: interrupted"
    assert sorted(os.listdir(files)) == before
