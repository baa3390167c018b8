"""Small files for the commands, and a way to run these."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from tests.cli.experiments import EXPERIMENT

import heataco as ha
from heataco.cli.main import run

N, COUNT = 40, 3


class Answer(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder of small files and go there."""
    points = np.random.default_rng(5).random((COUNT, N, 2))
    items = [ha.LabelledInstance(ha.Instance.from_coordinates(p), np.arange(N)) for p in points]
    heatmaps = [ha.predictors.SoftDist().predict(item.instance) for item in items]
    matrix = np.random.default_rng(6).integers(1, 100, (12, 12)).astype(float)
    monkeypatch.chdir(tmp_path)
    ha.write_labelled_set(items, "set.txt")
    np.savez("set.npz", coords=points)
    ha.write_tsplib(ha.Instance.from_coordinates(points[0], name="points"), "points.tsp")
    ha.write_tsplib(ha.Instance.from_matrix(matrix, name="matrix"), "matrix.atsp")
    np.save("batch.npy", np.stack([heatmap.to_dense() for heatmap in heatmaps]))
    ha.write_heatmap(heatmaps[0], "heat.npz")
    ha.write_tour(np.arange(N), "identity.tour")
    return tmp_path


@pytest.fixture
def heataco(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Return a function that runs a command line, words separated by blanks."""

    def call(line: str) -> Answer:
        code = run(line.split())
        return Answer(code, *capsys.readouterr())

    return call


@pytest.fixture
def no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make importing matplotlib fail, as where it is not installed."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with a small experiment and go there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.toml").write_text(EXPERIMENT)
    return tmp_path
