"""Experiments: what a file may say."""

import os

import pytest

from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import make_grid
from heataco.bench.inputs import find_data
from heataco.files import FileError

OWN_LIMIT = 'decoder = "mmas"\nseconds = { A = 50 }'


def task_of(experiment):
    return make_grid(experiment)[0].tasks[0]


def test_small(experiment):
    """An experiment would not be what its file says."""
    assert (experiment.name, experiment.title, experiment.seeds) == ("small", "Small", 2)
    assert [entry.name for entry in experiment.methods] == ["MMAS", "HeatACO"]
    assert experiment.methods[1].method.value.evidence_cap == 1.0


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
        (
            'decoder = "mmas"',
            'decoder = "mmas"\nseconds = { AA = 1 }',
            "method MMAS: set 'AA' is unknown.*did you mean 'A'",
        ),
        ('decoder = "mmas"', 'decoder = "mmas"\nseconds = { A = 0 }', "seconds on A is 0"),
        (
            'decoder = "mmas"',
            'decoder = "mmas"\nseconds = true',
            "seconds is True; give a number or a table",
        ),
        ('decoder = "mmas"', 'decoder = "mmas"\niterations = 0', "iterations is 0"),
        (
            'predictor = "rank"',
            'files = { A = "a.npz" }\nthreshold = -1',
            "threshold is -1",
        ),
        (
            'predictor = "rank"',
            'predictor = "rank"\nthreshold = 0.1',
            "threshold, symmetrise and preset are for files",
        ),
        ('predictor = "rank"', "files = { A = 3 }", "files: A is 3; give the name of a file"),
        ("[[methods]]", "[methods]", "methods|is not valid TOML"),
        ("seeds = 2", "seeds = = 2", "is not valid TOML"),
    ],
)
def test_faults_are_named(edited, old, new, message):
    """A fault would be passed over, or found after hours of computing."""
    with pytest.raises(FileError, match=f"(?s)edited.toml.*({message})"):
        read_experiment(edited(old, new))


def test_byte_order_mark(experiment):
    """An experiment saved by an editor that puts a mark in front would be no TOML."""
    path = experiment.path
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read_experiment(path) == experiment


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no /dev/zero")
def test_endless_device(tmp_path):
    """A device in place of an experiment would be read until the memory is full."""
    path = tmp_path / "zero.toml"
    path.symlink_to("/dev/zero")
    with pytest.raises(FileError, match=r"zero\.toml: has more than 16777216 bytes"):
        read_experiment(path)


def test_no_file(folder):
    """A missing experiment would end in a traceback."""
    with pytest.raises(FileError, match="no such file"):
        read_experiment(folder / "none.toml")


def test_shrinking(experiment):
    """--instances and the others would not shrink, or would even enlarge the grid."""
    small = experiment.shrunk(instances=2, seeds=1, iterations=3)
    assert (len(make_grid(small)[0].tasks), task_of(small).limits.iterations) == (2, 3)
    large = experiment.shrunk(instances=99, seeds=99, iterations=99)
    assert (len(make_grid(large)[0].tasks), task_of(large).limits.iterations) == (6, 4)


@pytest.mark.parametrize(("decoder", "most"), [("mmas", 5_000), ("focused", 1_000)])
def test_shrinking_no_limit(edited, decoder, most):
    """A cap above what a decoder does without a limit would have it do more."""
    budgets = ("[[budgets]]\niterations = 4", f'[[budgets]]\nname = "{decoder}"')
    path = edited(*budgets)
    path.write_text(path.read_text().replace('decoder = "mmas"', f'decoder = "{decoder}"'))
    experiment = read_experiment(path)
    assert task_of(experiment.shrunk(iterations=99)).limits.iterations == 99
    assert task_of(experiment.shrunk(iterations=9_999)).limits.iterations == most


def test_shrinking_own_limits(edited):
    """A method with a time limit of its own would take its full time in a quick run."""
    experiment = read_experiment(edited('decoder = "mmas"', OWN_LIMIT))
    budget = task_of(experiment.shrunk(iterations=3)).limits
    assert (budget.iterations, budget.seconds) == (3, 50.0)
    budget = task_of(experiment.shrunk(seconds=2)).limits
    assert (budget.iterations, budget.seconds) == (None, 2)
    assert task_of(experiment.shrunk(seconds=99)).limits.seconds == 50.0


def test_shrinking_time_adds_no_limit(experiment):
    """--seconds would make runs by iterations depend on the machine."""
    assert task_of(experiment.shrunk(seconds=1)).id == task_of(experiment).id
    for wrong in (0, -1):
        with pytest.raises(ValueError, match=f"seconds is {wrong}"):
            experiment.shrunk(seconds=wrong)


OWN = """
from dataclasses import dataclass
from typing import ClassVar
import heataco as ha
from heataco.decoders import Decoder

@dataclass(frozen=True)
class Own(Decoder):
    name: ClassVar[str] = "own"
    local_search_neighbours: int = 5

    def run(self, problems, *, budget, seed, threads, on_progress=None):
        return ha.Greedy().run(problems, budget=budget, seed=seed, threads=threads)

@dataclass(frozen=True)
class Heat:
    name: ClassVar[str] = "own_heat"

    def predict(self, instance):
        return ha.predictors.Distance().predict(instance)
"""


def test_classes_from_outside(edited, run, folder):
    """Whoever has a decoder of her own would have to change the package to benchmark it."""
    (folder / "own_module.py").write_text(OWN)
    own = 'decoder = "own_module:Own"\nparameters = { local_search_neighbours = 7 }\nheatmaps = []'
    path = edited('decoder = "mmas"', own)
    text = path.read_text().replace('predictor = "rank"', 'predictor = "own_module:Heat"')
    path.write_text(text)
    assert run(read_experiment(path).shrunk(1, 1)).failed == 0
    for old, new in (("own_module:Own", "own_module:None"), ("own_module:Own", "no_module:Own")):
        path.write_text(text.replace(old, new))
        with pytest.raises(FileError, match="cannot be imported"):
            read_experiment(path)


OWN_PARAMETERS = """
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar
import numpy as np
import heataco as ha
from heataco.decoders import Decoder

@dataclass(frozen=True)
class Dated(Decoder):
    name: ClassVar[str] = "dated"
    day: date = date(2020, 1, 2)
    weights: Any = field(default_factory=lambda: np.arange(3.0))
    anything: Any = 0

    def run(self, problems, *, budget, seed, threads, on_progress=None):
        return ha.Greedy().run(problems, budget=budget, seed=seed, threads=threads)
"""


def test_parameters_of_classes_from_outside(edited, run, folder):
    """Dates and arrays, which JSON does not know, would end in a traceback."""
    (folder / "dated_module.py").write_text(OWN_PARAMETERS)
    own = 'decoder = "dated_module:Dated"\nparameters = {{ {} }}'
    path = edited('decoder = "mmas"', own.format("day = 2026-11-16"))
    path.write_text(path.read_text().replace('baseline = "MMAS"\n', ""))
    experiment = read_experiment(path)
    parameters = experiment.methods[0].method.content["parameters"]
    assert parameters["day"] == "2026-11-16"
    assert parameters["weights"] == [0.0, 1.0, 2.0]
    assert run(experiment.shrunk(1, 1)).failed == 0
    path.write_text(path.read_text().replace("day = 2026-11-16", "anything = nan"))
    with pytest.raises(FileError, match="parameter anything is nan; experiments take finite"):
        read_experiment(path)


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


def test_paths_of_another_grid(folder, experiment):
    """A view in another folder would not find the data, modules and numbers of its grid."""
    (folder / "own_beside.py").write_text(OWN)
    text = experiment.path.read_text().replace('"mmas"', '"own_beside:Own"\nheatmaps = []')
    experiment.path.write_text('paper = "paper.toml"\n' + text)
    views = folder / "views"
    views.mkdir()
    (views / "view.toml").write_text('grid = "../small.toml"\n[table]\n')
    view = read_experiment(views / "view.toml").shrunk(1, 1)
    assert view.paper.resolve() == folder / "paper.toml"
    found = find_data(None, view.grid_path)
    assert found.load(make_grid(view)[0].tasks[0]).instance.best_known == 3.0
    (views / "own.toml").write_text('grid = "../small.toml"\npaper = "own_paper.toml"\n')
    assert read_experiment(views / "own.toml").paper == views / "own_paper.toml"
