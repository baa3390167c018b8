"""The tour and the edges that a progress call offers."""

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
    for ask in (kept[0].tour, kept[0].learned):
        with pytest.raises(ValueError, match="only during the call"):
            ask()
    assert pickle.loads(pickle.dumps(kept[0])) == kept[0]


def test_progress_made_by_hand_has_no_tour():
    """Decoders from outside, whose progress has no tour, would fail where a page asks for it."""
    progress = ha.Progress(iteration=1, seconds=0.0, iteration_best=2.0, best=2.0)
    assert progress.tour() is None
    assert progress.learned() is None


def _learned(instance, decoder, iterations=30, **options):
    seen = []
    heat = "softdist" if decoder.reads_heatmap else None
    ha.decode(
        instance,
        heat,
        decoder,
        iterations=iterations,
        on_progress=lambda progress: seen.append((progress.learned(), progress.tour())),
        **options,
    )
    return seen


def _nearly_symmetric(n):
    """Return an asymmetric instance whose assignment is no tour by far, so that it is searched."""
    rng = np.random.default_rng(5)
    points = rng.random((n, 2))
    gaps = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    return ha.Instance.from_matrix(gaps * (1 + 0.02 * rng.random(gaps.shape)))


@pytest.mark.parametrize("decoder", [ha.Focused(), ha.HeatACO(), ha.MMAS()])
@pytest.mark.parametrize("directed", [False, True])
def test_what_is_learned_leads_to_the_tour(decoder, directed):
    """A page would draw trails between other nodes than those that the ants walk between."""
    instance = _nearly_symmetric(60) if directed else points_instance(60)
    assert decoder.learns
    seen = _learned(instance, decoder)
    for (edges, strengths), _ in seen:
        assert edges.shape == (len(strengths), 2)
        assert len(np.unique(edges if directed else np.sort(edges), axis=0)) == len(edges)
        assert ((strengths > 0) & (strengths <= 1)).all()
    (edges, strengths), tour = seen[-1]
    known = {
        tuple(edge if directed else sorted(edge)): strength
        for edge, strength in zip(edges.tolist(), strengths.tolist(), strict=True)
    }
    steps = np.stack((tour, np.roll(tour, -1)), axis=1).tolist()
    in_tour = [known.get(tuple(edge if directed else sorted(edge)), 0.0) for edge in steps]
    assert np.mean(np.array(in_tour) > 0) > 0.9


def test_agreement_of_tours_is_their_share():
    """An edge that all tours have would be drawn as one in doubt."""
    seen = _learned(points_instance(60), ha.Focused())
    for (edges, strengths), _ in seen:
        degrees = np.bincount(edges.ravel(), np.repeat(strengths, 2), minlength=60)
        assert degrees == pytest.approx(np.full(60, 2.0), rel=1e-5)


def test_learned_of_nodes_that_share_points():
    """Edges of the distinct points would be taken for edges of nodes with the same numbers."""
    points = np.repeat(np.random.default_rng(3).random((30, 2)), 2, axis=0)
    seen = _learned(ha.Instance.from_coordinates(points), ha.MMAS())
    assert all((edges % 2 == 0).all() for (edges, _), _ in seen)


def test_what_cannot_be_learned_about():
    """A page would fail with decoders that learn nothing, or show edges of a reduced problem."""
    assert not ha.MCTS.learns
    assert all(learned is None for (learned, _) in _learned(points_instance(30), ha.MCTS(), 3))
    seen = _learned(points_instance(30), ha.Focused(), 3, closed=False)
    assert all(learned is None for (learned, _) in seen)
