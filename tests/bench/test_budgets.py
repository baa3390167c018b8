"""Budgets: when a run ends."""

import pytest

import heataco as ha
from heataco.bench.budgets import Limits
from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import make_grid
from heataco.bench.store import read_results
from heataco.results import Budget

SQUARE = ha.Instance.from_coordinates([[0, 0], [1, 0], [1, 1], [0, 1]], best_known=4.0)


@pytest.mark.parametrize(
    ("limits", "budget"),
    [
        (Limits(iterations=3), Budget(3)),
        (Limits(seconds_per_node=0.5), Budget(seconds=2.0)),
        (Limits(seconds_per_node=0.5, min_seconds=3), Budget(seconds=3.0)),
        (Limits(seconds_per_node=0.5, max_seconds=1), Budget(seconds=1.0)),
    ],
)
def test_limits_of_an_instance(limits, budget):
    """A small instance would get the time of a large one."""
    assert limits.budget(SQUARE) == budget


def test_target():
    """A search that has reached its gap would go on."""
    assert Limits(seconds=1, target_gap=50).budget(SQUARE).target == pytest.approx(6.0)
    result = ha.decode(SQUARE, None, budget=Limits(seconds=9, target_gap=0).budget(SQUARE))
    assert result.stop_reason in (ha.StopReason.TARGET, ha.StopReason.COMPLETE)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seconds": 1, "seconds_per_node": 1}, "exclude each other"),
        ({"min_seconds": 1}, "min_seconds needs seconds_per_node"),
        ({"iterations": 1, "include_prediction": True}, "needs seconds"),
        ({"target_gap": -1}, "target_gap is -1"),
    ],
)
def test_limits_that_contradict(values, message):
    """One of two limits would be passed over."""
    with pytest.raises(ValueError, match=message):
        Limits(**values)


def test_prediction_within_the_budget(edited, run, folder):
    """At equal time the heat would come for nothing, or a late one be waited for."""
    timed = "seconds = 0.2\ninclude_prediction = true"
    experiment = read_experiment(edited("iterations = 4", timed)).shrunk(instances=1, seeds=1)
    run(experiment)
    mmas, heat = sorted(
        read_results([folder / "results.jsonl"]).records.values(),
        key=lambda record: "heat" in record["task"],
    )
    assert mmas["task"]["budget"] == {"seconds": 0.2}
    assert heat["task"]["budget"] == {"seconds": 0.2, "include_prediction": True}
    assert heat["limits"] == {"seconds": 0.2}
    assert heat["predict"]["seconds"] > 0


def test_threads_and_sets_of_a_budget(edited):
    """Two threads could not be compared with one."""
    path = edited("iterations = 4", 'name = "two"\niterations = 4\nthreads = 2\nsets = ["A"]')
    experiment = read_experiment(path)
    assert {task.threads for cell in make_grid(experiment) for task in cell.tasks} == {2}
    assert experiment.max_threads == 2
    with pytest.raises(ValueError, match="set 'B' is unknown"):
        read_experiment(edited("iterations = 4", 'iterations = 4\nsets = ["B"]'))


def test_caps_that_make_budgets_equal(edited):
    """A quick run of an experiment with several budgets would be refused, or do work twice."""
    path = edited("iterations = 4", 'name = "a"\niterations = 4\n[[budgets]]\nname = "b"')
    experiment = read_experiment(path).shrunk(iterations=2)
    counts = [(cell.budget.name, len(cell.tasks)) for cell in make_grid(experiment)]
    assert counts == [("a", 6), ("b", 0)] * 2
