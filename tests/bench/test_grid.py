"""Grids: which tasks an experiment has."""

import numpy as np
import pytest

from heataco.bench.budgets import Limits
from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import available, distinct_tasks, make_grid, part_of
from heataco.files import FileError


def test_cells(experiment):
    """A task would be missing, or run with heat that it does not read."""
    mmas, heataco = make_grid(experiment)
    assert (mmas.heatmap, heataco.heatmap.name) == (None, "Rank")
    assert [len(cell.tasks) for cell in (mmas, heataco)] == [6, 6]
    assert {(t.instance.index, t.seed) for t in mmas.tasks} == {
        (index, seed) for index in range(3) for seed in (1, 2)
    }
    assert mmas.tasks[0].heat is None
    assert heataco.tasks[0].heat.predictor.name == "rank"


def test_duplicate_tasks(edited):
    """Work would be done twice and counted as two methods."""
    path = edited('decoder = "heataco"\nparameters = { evidence_cap = 1 }', 'decoder = "mmas"')
    with pytest.raises(ValueError, match=r"duplicate tasks: \(MMAS, A\) and \(HeatACO, A\)"):
        make_grid(read_experiment(path))


def test_empty_grid(edited):
    """Nothing would be run, without a word."""
    path = edited("[[sets]]", "[[sets]]\nname = 'B'\nfile = 'b.npz'\n[[sets]]")
    text = path.read_text().replace('decoder = "mmas"', 'decoder = "heataco"\nsets = ["B"]')
    text = text.replace('predictor = "rank"', 'predictor = "rank"\nsets = ["A"]')
    path.write_text(text.partition('[[methods]]\nname = "HeatACO"')[0])
    with pytest.raises(ValueError, match="the grid is empty"):
        make_grid(read_experiment(path))


@pytest.mark.parametrize("key", ["sets", "methods"])
def test_empty_axis(edited, key):
    """An experiment without an axis would be taken for one that is done."""
    path = edited("seeds = 2", "seeds = 2")
    kept, skipping = [], False
    for line in path.read_text().splitlines():
        if line.startswith("["):
            skipping = line == f"[[{key}]]"
        if not skipping:
            kept.append(line)
    path.write_text("\n".join(kept))
    with pytest.raises(ValueError, match=rf"the grid is empty.*\[\[{key}\]\]"):
        read_experiment(path)


def test_heat_is_needed(edited):
    """A decoder that needs heat would fail in every task."""
    path = edited('[[heatmaps]]\nname = "Rank"\npredictor = "rank"\n', "")
    with pytest.raises(ValueError, match="HeatACO needs heat"):
        make_grid(read_experiment(path))


def test_deterministic_methods_run_once(edited):
    """Thirty seeds of greedy would be thirty times the same."""
    path = edited('decoder = "mmas"', 'decoder = "greedy"\nheatmaps = []')
    greedy = make_grid(read_experiment(path))[0]
    assert [task.seed for task in greedy.tasks] == [1, 1, 1]
    assert greedy.heatmap is None


def test_a_budget_of_its_own(edited):
    """A method would get the budget of the others, or a cell for each of them."""
    path = edited('decoder = "mmas"', 'decoder = "mmas"\nseconds = { A = 50 }')
    path.write_text(path.read_text().replace("[[budgets]]", '[[budgets]]\nname = "short"'))
    path.write_text(path.read_text() + '[[budgets]]\nname = "long"\niterations = 9\n')
    cells = make_grid(read_experiment(path))
    budgets = [(cell.method.name, cell.budget.name, cell.tasks[0].limits) for cell in cells]
    assert budgets == [
        ("MMAS", "short", Limits(seconds=50.0)),
        ("HeatACO", "short", Limits(4)),
        ("HeatACO", "long", Limits(9)),
    ]


def test_limits_in_whole_numbers(edited):
    """50 and 50.0 seconds would be run as two tasks."""
    ids = [
        make_grid(read_experiment(edited('decoder = "mmas"', f'decoder = "mmas"\n{limit}')))[0]
        .tasks[0]
        .id
        for limit in ("seconds = { A = 50 }", "seconds = { A = 50.0 }")
    ]
    assert ids[0] == ids[1]


def test_iterations_of_its_own(edited):
    """A method that needs fewer iterations than the others would be run too long."""
    path = edited('decoder = "mmas"', 'decoder = "mmas"\niterations = 2')
    assert [cell.tasks[0].limits for cell in make_grid(read_experiment(path))] == [
        Limits(2),
        Limits(4),
    ]


def test_parts(experiment):
    """Machines that share a grid would leave tasks out or do them twice."""
    tasks = distinct_tasks(make_grid(experiment))
    parts = [part_of(tasks, f"{k}/3") for k in (1, 2, 3)]
    assert sorted(task.id for part in parts for task in part) == sorted(task.id for task in tasks)
    for wrong in ("0/3", "4/3", "1", "a/b"):
        with pytest.raises(ValueError, match="give K/N"):
            part_of(tasks, wrong)


def test_instances_of_a_method(edited):
    """A slow method would have to be run on as many instances as the others."""
    path = edited('decoder = "mmas"\n', 'decoder = "mmas"\ninstances = 1\n')
    counts = {cell.method.name: len(cell.tasks) for cell in make_grid(read_experiment(path))}
    assert counts == {"MMAS": 2, "HeatACO": 6}
    path = edited('decoder = "mmas"\n', 'decoder = "mmas"\ninstances = { A = 0 }\n')
    counts = {cell.method.name: len(cell.tasks) for cell in make_grid(read_experiment(path))}
    assert counts == {"MMAS": 0, "HeatACO": 6}


def test_chosen_methods(experiment):
    """What is timed could not be run apart from the rest."""
    cells = make_grid(experiment.shrunk(methods=("Heat*",)))
    assert {cell.method.name for cell in cells} == {"HeatACO"}
    with pytest.raises(ValueError, match="method 'Greedy' is unknown"):
        experiment.shrunk(methods=("Greedy",))


def test_weights_by_set(edited, data, folder):
    """A network could not have other weights for another size, or lie with the data."""
    from tests.predictors.networks import weights

    path = edited('predictor = "rank"', 'predictor = "network"\nweights = { A = "net.npz" }')
    cells = make_grid(read_experiment(path))
    task = next(cell.tasks[0] for cell in cells if cell.heatmap is not None)
    assert task.content["heat"]["parameters"] == {"weights": "net.npz"}
    assert data.missing(cells[-1].set, cells[-1].heatmap)[0].name == "net.npz"
    np.savez(folder / "net.npz", **weights())
    assert data.missing(cells[-1].set, cells[-1].heatmap) is None
    assert data.load(task).predictor.weights == str(folder / "net.npz")
    with pytest.raises(FileError, match="weights need a predictor that reads them"):
        read_experiment(edited('predictor = "rank"', 'predictor = "rank"\nweights = { A = "a" }'))


OWN_WEIGHTS = """
from dataclasses import dataclass, replace
from typing import ClassVar
import heataco as ha

@dataclass(frozen=True)
class Trained:
    name: ClassVar[str] = "trained"
    weights: str | None = None
    scale: float = 1.0

    def with_weights(self, file):
        return replace(self, weights=file)

    def predict(self, instance):
        return ha.predictors.RankPrior().predict(instance)
"""


def test_weights_of_a_predictor_from_outside(edited, data, folder):
    """One's own network could not have weights by set, or would lose its other parameters."""
    (folder / "trained_module.py").write_text(OWN_WEIGHTS)
    own = 'predictor = "trained_module:Trained"\nparameters = { scale = 2.0 }\n'
    path = edited('predictor = "rank"', own + 'weights = { A = "net.npz" }')
    cells = make_grid(read_experiment(path))
    task = next(cell.tasks[0] for cell in cells if cell.heatmap is not None)
    assert task.content["heat"]["parameters"] == {"weights": "net.npz", "scale": 2.0}
    (folder / "net.npz").write_bytes(b"")
    assert data.load(task).predictor.weights == str(folder / "net.npz")


def test_weights_that_cannot_be_read_here(edited, data, folder, monkeypatch):
    """Every task of an optional network would fail where torch is not installed."""
    network = 'predictor = "network"\nweights = { A = "net.pt" }\noptional = true'
    cells = make_grid(read_experiment(edited('predictor = "rank"', network)))
    (folder / "net.pt").write_bytes(b"")
    monkeypatch.setattr("heataco.bench.grid.find_spec", lambda name: None)
    kept, notes = available(cells, data)
    assert [cell.left_out for cell in kept] == [False, True]
    assert notes == ["Rank is left out: its weights need torch (pip install torch)"]
