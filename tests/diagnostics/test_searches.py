"""`compare_heatmap`: searches with and without a heatmap, under equal budgets."""

import numpy as np
import pytest
from tests.support import points_instance

import heataco as ha
from heataco.diagnostics.searches import (
    MIN_SECONDS,
    TOTAL_SECONDS,
    usual_instances,
    usual_seconds,
)

INSTANCES = [points_instance(40, seed) for seed in range(3)]
HEATMAPS = [ha.predictors.Alpha().predict(instance) for instance in INSTANCES]


def test_costs_are_those_of_decode():
    """The comparison would be of other searches than a user gets."""
    found = ha.compare_heatmap(INSTANCES, HEATMAPS, iterations=2, seeds=2, seed=5)
    assert found.costs_with.shape == found.costs_without.shape == (3, 2)
    for place, (instance, heatmap) in enumerate(zip(INSTANCES, HEATMAPS, strict=True)):
        for seed in (5, 6):
            options = {"budget": ha.Budget(iterations=2), "seed": seed}
            result = ha.decode(instance, heatmap, **options)
            assert found.costs_with[place, seed - 5] == result.cost
            assert found.trusts[place, seed - 5] == result.trust.value
            assert found.costs_without[place, seed - 5] == ha.decode(instance, **options).cost


def test_threads_change_nothing():
    """Results would stand at the wrong instance where several run at a time."""
    one = ha.compare_heatmap(INSTANCES, iter(HEATMAPS), iterations=1)
    four = ha.compare_heatmap(INSTANCES, iter(HEATMAPS), iterations=1, threads=4)
    assert one.to_dict() == four.to_dict()


def test_one_instance_gets_several_seeds():
    """A single instance could never be enough for a test."""
    seen = []
    found = ha.compare_heatmap(
        INSTANCES[0], HEATMAPS[0], iterations=0, on_progress=lambda *step: seen.append(step)
    )
    assert (found.instances, found.seeds) == (1, 8)
    assert seen == [(done, 16) for done in range(1, 17)]


def test_decoder_that_needs_a_heatmap():
    """HeatACO could not be compared with a search that nothing guides."""
    budget = ha.Budget(iterations=2)
    found = ha.compare_heatmap(
        INSTANCES[0], HEATMAPS[0], iterations=2, seeds=1, decoder=ha.HeatACO()
    )
    assert found.costs_without[0, 0] == ha.decode(INSTANCES[0], None, ha.MMAS(), budget=budget).cost
    assert np.isnan(found.trust)


def test_no_time_is_no_answer():
    """Two tours made in no time would prove that a heatmap does not help."""
    n = 5_000  # fewer nodes are searched for a moment whatever the limit
    found = ha.compare_heatmap(
        points_instance(n), ha.Heatmap.from_edges([], [], [], n), seconds=0.0
    )
    assert found.answer is ha.diagnostics.Answer.TOO_SHORT


def test_usual_time():
    """The searches of a set would take hours, or be over before they begin."""
    assert usual_seconds(10, 16) == MIN_SECONDS
    assert usual_seconds(500, 16) == 0.5
    assert usual_seconds(10**6, 16) == TOTAL_SECONDS / 16
    assert usual_instances(500, 1_000) == 60
    assert usual_instances(10_000, 1_000) == 16
    assert usual_instances(500, 3) == 3


def test_takes_what_decode_batch_takes(tmp_path):
    """Whoever can decode a set and its heatmaps could not ask whether they help."""
    labelled = [ha.LabelledInstance(one, np.arange(one.n)) for one in INSTANCES]
    dense = np.array([heatmap.to_dense() for heatmap in HEATMAPS])
    np.save(tmp_path / "heat.npy", dense)
    plain = ha.compare_heatmap(INSTANCES, HEATMAPS, iterations=1)
    for heatmaps in (dense, iter(HEATMAPS), list(dense), tmp_path / "heat.npy"):
        given = ha.compare_heatmap(labelled, heatmaps, iterations=1, decoder="Focused")
        assert np.array_equal(given.costs_with, plain.costs_with)
        assert np.isfinite(given.best_known).all()
    points = INSTANCES[0].coordinates
    by_name = ha.compare_heatmap(points, "alpha", iterations=1, seeds=1)
    by_value = ha.compare_heatmap(INSTANCES[0], ha.predictors.Alpha(), iterations=1, seeds=1)
    assert np.array_equal(by_name.costs_with, by_value.costs_with)
    assert ha.compare_heatmap(INSTANCES, "softdist", iterations=0).costs_with.shape[0] == len(
        INSTANCES
    )


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ha.compare_heatmap([], []), "instances is empty"),
        (lambda: ha.compare_heatmap(np.eye(3), HEATMAPS), r"shape \(3, 3\), which may be"),
        (lambda: ha.compare_heatmap(INSTANCES, None), "heatmap is None; give a Heatmap"),
        (lambda: ha.compare_heatmap(INSTANCES, "nothing"), "predictor 'nothing' is unknown"),
        (
            lambda: ha.compare_heatmap(INSTANCES, HEATMAPS[:2], iterations=0),
            "there are 2 heatmaps for",
        ),
        (
            lambda: ha.compare_heatmap(INSTANCES[:2], HEATMAPS, iterations=0),
            "more heatmaps than the 2",
        ),
        (lambda: ha.compare_heatmap(INSTANCES, HEATMAPS, seeds=0), "seeds is 0"),
        (lambda: ha.compare_heatmap(INSTANCES, HEATMAPS, seconds=-1), "seconds is -1"),
        (lambda: ha.compare_heatmap(INSTANCES, HEATMAPS, threads=0), "threads is 0"),
        (lambda: ha.compare_heatmap(INSTANCES, HEATMAPS, decoder=ha.MMAS()), "mmas does not use"),
        (
            lambda: ha.compare_heatmap(points_instance(5), HEATMAPS[0], iterations=0),
            "heatmap has 40 nodes, the instance has 5",
        ),
    ],
)
def test_refusals(call, words):
    """A slip would end in a traceback from within, or in numbers of something else."""
    with pytest.raises(ValueError, match=words):
        call()
