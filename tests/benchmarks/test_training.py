"""The recipe of the networks in the box, from labels to a file that heataco reads."""

import importlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import heataco as ha
from heataco.bench.generators import asymmetric
from heataco.predictors import Network
from heataco.predictors.network.weights_files import read_weights

ROOT = Path(__file__).parents[2]


@pytest.fixture
def recipe(monkeypatch):
    """Return a function that imports a part of the recipe; its shards are small."""
    pytest.importorskip("torch")
    pytest.importorskip("scipy")
    monkeypatch.syspath_prepend(ROOT)
    labels = importlib.import_module("training.labels")
    small = {
        kind: replace(each, smallest=30, largest=40, per_shard=6)
        for kind, each in labels.RECIPES.items()
    }
    monkeypatch.setattr(labels, "RECIPES", small)
    return importlib.import_module


@pytest.mark.parametrize("kind", ["symmetric", "asymmetric"])
def test_from_labels_to_weights(recipe, tmp_path, capsys, kind):
    """The recipe would end in an error, or in a network that was never trained."""
    labels, train = recipe("training.labels"), recipe("training.train")
    labels.main([str(tmp_path), "--kind", kind, "--shards", "2", "--iterations", "1"])
    (tmp_path / f"{kind}_002.partial.npz").write_bytes(b"a run that was stopped")
    output = tmp_path / "net.safetensors"
    small = ["--units=4", "--depth=1", "--epochs=3", "--every=1", "--device=cpu"]
    train.train(train.parse([str(tmp_path), str(output), "--kind", kind, *small]))
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["instances"] == 11
    assert all(line["training"] > 0 for line in lines[1:])
    assert read_weights(output).manifest.inputs == kind
    rng = np.random.default_rng(0)
    points = ha.Instance.from_coordinates(rng.random((40, 2)))
    instance = points if kind == "symmetric" else asymmetric(rng, 40)
    assert Network(output).predict(instance).nnz > 40


def test_no_labels(recipe, tmp_path):
    """A folder without labels, or with those of the other network, would end in a traceback."""
    train = recipe("training.train")
    with pytest.raises(SystemExit, match="holds 0 symmetric instances; training needs two"):
        train.train(train.parse([str(tmp_path), str(tmp_path / "net.safetensors")]))
