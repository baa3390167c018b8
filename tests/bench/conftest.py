"""A small experiment, and ways to run it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from heataco.bench.driver import Tally, run_grid
from heataco.bench.engines import Engine, Serial
from heataco.bench.experiment import Experiment
from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import make_grid
from heataco.bench.inputs import Data, find_data
from heataco.bench.store import open_store

SMALL = """
title = "Small"
seeds = 2

[[sets]]
name = "A"
geometry = "uniform"
n = 24
seed = 1
instances = 3
references = "references.json"

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
parameters = { evidence_cap = 1 }
baseline = "MMAS"
setting = "2-opt"

[[budgets]]
iterations = 4

[table]
cells = ["gap", "time", "wtl"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with the small experiment and its references, and go there."""
    from heataco.bench.gallery import draw

    drawn = [draw("uniform", 24, 1, index) for index in range(3)]
    references = {
        "lengths": [3.0, 3.0, 3.0],
        "digests": [instance.digest[:16] for instance in drawn],
    }
    (tmp_path / "references.json").write_text(json.dumps(references))
    (tmp_path / "small.toml").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HEATACO_DATA", raising=False)
    return tmp_path


@pytest.fixture
def experiment(folder: Path) -> Experiment:
    """Return the small experiment."""
    return read_experiment(folder / "small.toml")


@pytest.fixture
def data(folder: Path) -> Data:
    """Return where the small experiment finds its files."""
    return find_data(folder, folder / "small.toml")


@pytest.fixture
def run(data: Data, folder: Path) -> Callable[..., Tally]:
    """Return a function that runs an experiment into results.jsonl."""

    def call(experiment: Experiment, engine: Engine | None = None, **options: object) -> Tally:
        cells = make_grid(experiment, data)
        with open_store(folder / "results.jsonl") as store:
            return run_grid(experiment, cells, store, engine or Serial(), data, **options)

    return call


@pytest.fixture
def edited(folder: Path) -> Callable[..., Path]:
    """Return a function that writes the small experiment with a text replaced."""

    def write(old: str, new: str) -> Path:
        assert old in SMALL
        (folder / "edited.toml").write_text(SMALL.replace(old, new, 1))
        return folder / "edited.toml"

    return write
