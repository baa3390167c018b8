"""The experiments that come with the project."""

import re
import tomllib
from pathlib import Path

import pytest

from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import make_grid
from heataco.bench.header import read_published
from heataco.bench.inputs import find_data

SHIPPED = sorted((Path(__file__).parents[2] / "benchmarks" / "experiments").glob("*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_experiments(path):
    """An experiment of the project could not be run, or would show nothing."""
    experiment = read_experiment(path)
    assert make_grid(experiment.shrunk(1, 1))
    assert experiment.table or experiment.figure


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_published_figures_find_their_place(path):
    """A figure of the paper would be left out because a name is spelt otherwise."""
    experiment = read_experiment(path)
    if experiment.table is None:
        return
    published_for = read_published(experiment)
    cells = make_grid(experiment.shrunk(1, 1))
    placed = sum(bool(published_for(cell)) for cell in cells)
    paper = tomllib.loads(experiment.paper.read_text()) if experiment.paper else {}
    table = paper.get(experiment.grid_name, {})
    published = sum(len(sets) for heat in table.values() for sets in heat.values())
    assert placed == published


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_references_belong_to_the_instances(path):
    """Gaps would be taken to the lengths of other instances."""
    experiment = read_experiment(path)
    data = find_data(None, path)
    for part in experiment.sets:
        if part.references is not None:
            last = data.instance(part.key(part.count - 1)).instance
            assert last.best_known is not None
            assert re.match(f"{part.geometry}{part.n}_", last.name)
