"""Consensus of quick searches: what its scores count, and how good it must be."""

import os
import signal
import threading
from dataclasses import replace

import numpy as np
import pytest
from tests.support import points_instance, wide_instance

import heataco as ha
from heataco.decoders.base import run_one
from heataco.predictors import Consensus, consensus


def score(count, descents):
    odds = ((count + 0.5) / (descents - count + 0.5)) ** 2
    return odds / (1 + odds)


@pytest.mark.parametrize("make", [points_instance, wide_instance])
def test_scores_count_tours(make):
    """The score of an edge would not be the share of tours that hold it."""
    heatmap = Consensus(descents=5).predict(make(60))
    counts = np.array([score(count, 5) for count in range(6)])
    nearest = np.abs(heatmap.values[:, np.newaxis] - counts).argmin(axis=1)
    np.testing.assert_allclose(heatmap.values, counts[nearest], rtol=1e-5)
    degree = 2 if make is points_instance else 1
    assert nearest.sum() == 5 * 60 * degree


def test_one_tour_is_a_tour():
    """A single descent would leave more, or fewer, than the edges of its tour."""
    heatmap = Consensus(descents=1).predict(points_instance(80)).to_dense()
    assert (np.isclose(heatmap, score(1, 1)).sum(axis=1) == 2).all()


def test_symmetric():
    """An edge would have two scores."""
    dense = Consensus().predict(points_instance(60)).to_dense()
    np.testing.assert_array_equal(dense, dense.T)
    directed = Consensus().predict(wide_instance(60)).to_dense()
    assert not np.array_equal(directed, directed.T)


def test_tours_are_independent():
    """All descents would end in the same tour, and every edge of it be certain."""
    heatmap = Consensus(iterations=0).predict(points_instance(400))
    certain = np.isclose(heatmap.values, score(8, 8)).sum() / 400 / 2
    assert certain < 0.8
    assert len(np.unique(heatmap.values)) == 9  # from no tour to all of them


def test_seeds():
    """A heatmap could not be made anew, or not be made again."""
    instance = points_instance(200)
    one, again, other = (Consensus(iterations=5, seed=seed).predict(instance) for seed in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.parametrize("make", [points_instance, wide_instance])
def test_every_row_has_an_edge_to_spare(make):
    """Rows on which all tours agree would set the scale of the evidence for all others."""
    instance = make(100)
    heatmap = Consensus(neighbours=3).predict(instance)
    assert np.diff(heatmap.indptr).min() >= (3 if instance.symmetric else 2)
    assert heatmap.values.min() > ha.HeatACO().heat_threshold


def test_more_tours_give_surer_scores():
    """Agreement of many tours would count no more than that of few."""
    few, many = (Consensus(descents=m).predict(points_instance(60)).values for m in (2, 12))
    assert few.max() < many.max() < 1
    assert few.min() > many.min() > 0


def test_every_search_is_limited(monkeypatch):
    """A time limit would hold between progress calls only, and a preparation take far longer."""
    budgets = []

    def recorded(decoder, problem, budget, seed):
        budgets.append(budget)
        return run_one(decoder, problem, budget, seed)

    monkeypatch.setattr(consensus, "run_one", recorded)
    Consensus(descents=2, iterations=3).predict_within(points_instance(60), 600.0)
    assert [budget.iterations for budget in budgets] == [None, 3, None, 3]
    seconds = [budget.seconds for budget in budgets]
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[0] <= 600.0


@pytest.mark.parametrize("kind", [ha.Greedy, ha.Focused])
def test_a_search_out_of_time(monkeypatch, kind):
    """Tours that a time limit cut short would be counted, or the search go on without an end."""

    def out_of_time(decoder, problem, budget, seed):
        left = 0.0 if isinstance(decoder, kind) else budget.seconds
        return run_one(decoder, problem, replace(budget, seconds=left), seed)

    monkeypatch.setattr(consensus, "run_one", out_of_time)
    with pytest.raises(TimeoutError, match="8 tours were not found in the given time"):
        Consensus().predict_within(points_instance(60), 600.0)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("descents", 0),
        ("iterations", -1),
        ("iterations", 1.5),
        ("perturbation", -0.1),
        ("perturbation", np.nan),
        ("neighbours", 0),
        ("seed", -1),
        ("seed", 2**64),
    ],
)
def test_parameters_out_of_range(option, value):
    """A bad parameter would be found in the middle of the work."""
    with pytest.raises(ValueError, match=f"^{option} is "):
        Consensus(**{option: value})


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_interrupt():
    """Ctrl-C during a long prediction would have to wait for its end."""
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        Consensus(iterations=10**9).predict(points_instance(500))


@pytest.mark.data
def test_better_than_alpha(data_dir):
    """Tours that have settled which edges belong together would know less than a relaxation."""
    items = ha.read_labelled_set(data_dir / "tsp500.npz")[:2]
    precision = {
        source.name: np.mean(
            [
                ha.diagnose(
                    item.instance, source.predict(item.instance), item.tour
                ).ranking.r_precision
                for item in items
            ]
        )
        for source in (ha.predictors.Alpha(), Consensus())
    }
    assert precision["consensus"] > precision["alpha"] + 0.02


@pytest.mark.data
def test_better_than_distance_on_asymmetric_sets(data_dir):
    """Asymmetric instances would be predicted no better than by distance."""
    items = ha.read_labelled_set(data_dir / "small" / "atsp50_uniform_16ins.txt")
    reports = [
        ha.diagnose(item.instance, Consensus().predict(item.instance), item.tour) for item in items
    ]
    assert np.mean([report.ranking.r_precision for report in reports]) > 0.8
