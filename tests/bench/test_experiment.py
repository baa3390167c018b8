"""Experiments: what a file may say."""

import re
from pathlib import Path

import pytest

from heataco.bench.data import find_data
from heataco.bench.experiment import read_experiment
from heataco.bench.grid import make_grid
from heataco.bench.paper import read_paper
from heataco.files import FileError

SHIPPED = sorted((Path(__file__).parents[2] / "benchmarks" / "experiments").glob("*.toml"))


def test_small(experiment):
    """An experiment would not be what its file says."""
    assert (experiment.name, experiment.title, experiment.seeds) == ("small", "Small", 2)
    assert [entry.name for entry in experiment.methods] == ["MMAS", "HeatACO"]
    assert experiment.methods[1].method.decoder.evidence_cap == 1.0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seeds = 2", "sedes = 2", "key 'sedes' is unknown.*did you mean 'seeds'"),
        ("seeds = 2", "seeds = 0", "seeds is 0"),
        ('name = "A"', 'nam = "A"', "key 'nam' is unknown.*did you mean 'name'"),
        ('"uniform"', '"unifrom"', "geometry 'unifrom' is unknown.*did you mean 'uniform'"),
        ('predictor = "rank"', 'predictor = "rnak"', "did you mean 'rank'"),
        ('decoder = "mmas"', 'decoder = "mmsa"', "decoder 'mmsa' is unknown.*did you mean 'mmas'"),
        ("evidence_cap = 1", "evidence_cup = 1", "did you mean 'evidence_cap'"),
        ("evidence_cap = 1", "evidence_cap = -1", "evidence_cap is -1"),
        (
            'baseline = "MMAS"',
            'baseline = "MAMS"',
            "baseline 'MAMS' is unknown.*did you mean 'MMAS'",
        ),
        ('name = "HeatACO"', 'name = "MMAS"', "name 'MMAS' is given twice"),
        ("iterations = 4", "iterations = -4", "iterations is -4"),
        ('cells = ["gap",', 'cells = ["gop",', "cells 'gop' is unknown.*did you mean 'gap'"),
        ('decoder = "mmas"', 'decoder = "mmas"\npeer = "elkai"', "exclude each other"),
        ("[[methods]]", "[methods]", "methods|is no TOML"),
        ("seeds = 2", "seeds = = 2", "is no TOML"),
    ],
)
def test_faults_are_named(edited, old, new, message):
    """A fault would be passed over, or found after hours of computing."""
    with pytest.raises(FileError, match=f"(?s)edited.toml.*({message})"):
        read_experiment(edited(old, new))


def test_no_file(folder):
    """A missing experiment would end in a traceback."""
    with pytest.raises(FileError, match="no such file"):
        read_experiment(folder / "none.toml")


def test_shrinking(experiment):
    """--instances and the others would not shrink, or would even enlarge the grid."""
    small = experiment.shrunk(instances=2, seeds=1, iterations=3)
    assert (small.sets[0].instances, small.seeds, small.budgets[0].iterations) == (2, 1, 3)
    large = experiment.shrunk(instances=99, seeds=99, iterations=99)
    assert (large.sets[0].instances, large.seeds, large.budgets[0].iterations) == (3, 2, 4)


def test_another_grid(folder, experiment):
    """Two results of one run would have to be run twice."""
    (folder / "figure.toml").write_text('grid = "small.toml"\n[figure]\nform = "violins"\n')
    figure = read_experiment(folder / "figure.toml")
    assert figure.grid_name == "small"
    ids = [
        [task.id for cell in make_grid(one) for task in cell.tasks] for one in (figure, experiment)
    ]
    assert ids[0] == ids[1]
    (folder / "both.toml").write_text('grid = "small.toml"\nseeds = 1\n')
    with pytest.raises(FileError, match="grid and seeds exclude each other"):
        read_experiment(folder / "both.toml")


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
    paper = read_paper(experiment)
    cells = make_grid(experiment.shrunk(1, 1))
    placed = sum(bool(paper.of(cell)) for cell in cells)
    published = sum(len(sets) for heat in paper._table.values() for sets in heat.values())
    assert placed == published


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_references_belong_to_the_instances(path):
    """Gaps would be taken to the lengths of other instances."""
    experiment = read_experiment(path)
    data = find_data(None, path)
    for part in experiment.sets:
        if part.references is not None:
            last = data.instance(part.key(part.instances - 1)).instance
            assert last.best_known is not None
            assert re.match(f"{part.geometry}{part.n}_", last.name)
