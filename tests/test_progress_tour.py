"""The tour that a progress call offers."""

import pickle

import numpy as np
import pytest
from tests.support import points_instance

import heataco as ha


def _tours(instance, decoder, iterations=4):
    seen = []
    ha.decode(
        instance,
        "softdist" if decoder.reads_heatmap else None,
        decoder,
        iterations=iterations,
        on_progress=lambda progress: seen.append((progress.tour(), progress.best)),
    )
    return seen


@pytest.mark.parametrize("decoder", [ha.Focused(), ha.HeatACO(), ha.MMAS(), ha.MCTS()])
def test_tour_has_the_reported_cost(decoder):
    """A page would draw a tour that is not the one whose cost it shows."""
    instance = points_instance(60)
    seen = _tours(instance, decoder)
    assert seen
    for tour, best in seen:
        assert instance.cost(tour) == pytest.approx(best, rel=1e-12)


def test_tour_of_nodes_that_share_points():
    """A tour of the distinct points would be taken for one of the nodes."""
    points = np.repeat(np.random.default_rng(3).random((30, 2)), 2, axis=0)
    instance = ha.Instance.from_coordinates(points)
    for tour, best in _tours(instance, ha.Focused()):
        assert sorted(tour.tolist()) == list(range(60))
        assert instance.cost(tour) == pytest.approx(best, rel=1e-12)


def test_tour_is_a_copy():
    """What a caller keeps or changes would change with the search, or change it."""
    instance = points_instance(50)
    kept = []

    def on_progress(progress):
        tour = progress.tour()
        kept.append((tour, tour.copy()))
        progress.tour()[:] = 0

    result = ha.decode(instance, iterations=5, on_progress=on_progress)
    assert all((now == then).all() for now, then in kept)
    assert instance.cost(result.tour) == result.cost
    assert result.cost == ha.decode(instance, iterations=5).cost


def test_tour_after_the_call():
    """A tour of a search that has ended would be read from memory that is gone."""
    kept = []
    ha.decode(points_instance(20), iterations=2, on_progress=lambda p: kept.append(p) or True)
    with pytest.raises(ValueError, match="only during the call"):
        kept[0].tour()
    assert pickle.loads(pickle.dumps(kept[0])) == kept[0]


def test_progress_made_by_hand_has_no_tour():
    """Decoders from outside, whose progress has no tour, would fail where a page asks for it."""
    assert ha.Progress(iteration=1, seconds=0.0, iteration_best=2.0, best=2.0).tour() is None
