"""Presets against the plain, dense arithmetic that they stand for."""

import numpy as np
import pytest

import heataco as ha
from heataco.heatmaps import difusco


def case(n, seed=0, scale=1.0):
    rng = np.random.default_rng(seed)
    instance = ha.Instance.from_coordinates(scale * rng.random((n, 2)), name="points")
    scores = rng.random((n, n)) ** 8 * (rng.random((n, n)) < 0.3)
    np.fill_diagonal(scores, 0)
    heatmap = ha.Heatmap.from_dense(scores)
    return instance, heatmap, heatmap.to_dense().astype(np.float64)


def distances(instance):
    points = instance.coordinates
    return np.hypot(*(points[:, np.newaxis] - points).transpose(2, 0, 1))


def test_difusco_merge():
    """Edges would be merged in another order than DIFUSCO's."""
    instance, heatmap, scores = case(30)
    apart = distances(instance) + np.eye(30)
    done = ha.apply_preset("difusco-merge", heatmap, instance)
    assert np.allclose(done.to_dense(), (scores + scores.T) / apart, rtol=1e-6)


def test_difusco_merge_of_nodes_on_one_point():
    """Two nodes on one point would get an infinite score."""
    instance = ha.Instance.from_coordinates([[0, 0], [0, 0], [0, 2], [0, 5]])
    done = ha.apply_preset("difusco-merge", ha.Heatmap.from_dense(np.ones((4, 4))), instance)
    assert done.to_dense()[0].tolist() == pytest.approx([0, 1, 1, 0.4])
    same = ha.Instance.from_coordinates(np.ones((3, 2)))
    assert ha.apply_preset("difusco-merge", ha.Heatmap.from_dense(np.ones((3, 3))), same).nnz == 6


def test_difusco_merge_of_a_matrix():
    """A matrix would be refused, or read in the wrong direction."""
    matrix = np.array([[0, 1.0, 2], [4, 0, 8], [5, 10, 0]])
    heatmap = ha.Heatmap.from_dense([[0, 1, 0], [0, 0, 0], [0, 0, 0]])
    done = ha.apply_preset("difusco-merge", heatmap, ha.Instance.from_matrix(matrix))
    assert done.to_dense().tolist() == [[0, 1, 0], [0.25, 0, 0], [0, 0, 0]]


def dense_difusco_mcts(scores, apart):
    """The conversion in one piece: nearness, the highest 2 % and three a row, lift, normalise."""
    n = len(scores)
    values = scores + 0.01 * (1 - apart)
    rank = int(0.02 * n * n)
    kept = values > np.sort(values[values > 0])[-rank]
    np.put_along_axis(kept, np.argsort(values, axis=1)[:, -3:], True, axis=1)
    values = np.where(kept, values + 0.01, 0)
    values += values.T
    values /= values.sum(axis=1, keepdims=True)
    np.fill_diagonal(values, 0)
    return values


@pytest.mark.parametrize("n", [10, 60, 200])
@pytest.mark.parametrize("block", [1 << 20, 500])
def test_difusco_mcts(monkeypatch, n, block):
    """The tree search would see another heatmap than DIFUSCO's, or one that depends on blocks."""
    monkeypatch.setattr(difusco, "BLOCK_ENTRIES", block)
    instance, heatmap, scores = case(n)
    done = ha.apply_preset("difusco-mcts", heatmap, instance)
    expected = dense_difusco_mcts(scores, distances(instance))
    assert np.allclose(done.to_dense(), expected, rtol=1e-6, atol=0)


def test_difusco_mcts_of_any_scale():
    """Coordinates in metres would drown the scores."""
    small, heatmap, _ = case(50)
    large = ha.Instance.from_coordinates(1000 * small.coordinates - 77)
    span = np.ptp(small.coordinates, axis=0).max()
    unit = ha.Instance.from_coordinates((small.coordinates - small.coordinates.min(axis=0)) / span)
    done = [ha.apply_preset("difusco-mcts", heatmap, instance) for instance in (large, unit)]
    assert np.allclose(done[0].to_dense(), done[1].to_dense(), rtol=1e-5)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_small_instances(n):
    """An instance with fewer nodes than a row keeps would crash."""
    instance, heatmap, _ = case(n)
    for name in ha.PRESETS:
        assert ha.apply_preset(name, heatmap, instance).n == n


def test_dimes_mcts():
    """The softmax would be over other edges, or colder than DIMES's."""
    rng = np.random.default_rng(0)
    theta = 6 * rng.normal(size=(40, 12))
    indices = np.array([rng.permutation(np.delete(np.arange(40), i))[:12] for i in range(40)])
    heatmap = ha.Heatmap.from_topk(indices, theta, kind="log-probability")
    done = ha.apply_preset("dimes-mcts", heatmap).to_dense()
    lowest, scale = 0.0, 2.0
    best = np.sort(theta, axis=1)[:, -5:]
    while lowest < 1e-4:
        scale /= 2
        weights = np.exp(scale * best)
        shares = weights / weights.sum(axis=1, keepdims=True)
        lowest = shares.min()
    assert scale < 1
    assert np.allclose(np.sort(done, axis=1)[:, -5:], shares, rtol=1e-4)
    assert (done > 0).sum() == 200


def test_utsp_mcts():
    """UTSP's heatmaps would be added in one direction, or with more neighbours."""
    _, heatmap, scores = case(80)
    scores[scores < np.sort(scores, axis=1)[:, [-20]]] = 0
    done = ha.apply_preset("utsp-mcts", heatmap).to_dense()
    both = scores + scores.T
    assert np.allclose(done, np.where(both > 1e-8, both, 0), rtol=1e-6)


@pytest.mark.parametrize("name", ha.PRESETS)
def test_empty_heatmaps(name):
    """A heatmap without scores would crash."""
    instance, _, _ = case(10)
    empty = ha.Heatmap.from_edges([], [], [], 10)
    assert ha.apply_preset(name, empty, instance).n == 10


@pytest.mark.parametrize("name", ha.PRESETS)
def test_presets_describe_themselves(name):
    """A list of presets would not say what they do."""
    preset = ha.PRESETS[name]
    assert preset.name == name
    assert preset.description.endswith(".")


def test_refusals():
    """A wrong name, a missing or another instance would crash or be ignored."""
    _, heatmap, _ = case(10)
    matrix = ha.Instance.from_matrix(np.ones((10, 10)), name="m")
    with pytest.raises(ValueError, match="preset 'x' is unknown; known are difusco-merge, "):
        ha.apply_preset("x", heatmap)
    with pytest.raises(ValueError, match="preset difusco-mcts needs distances"):
        ha.apply_preset("difusco-mcts", heatmap)
    with pytest.raises(ValueError, match="heatmap has 10 nodes, the instance has 9"):
        ha.apply_preset("utsp-mcts", heatmap, case(9)[0])
    with pytest.raises(ValueError, match="needs points; 'm' is a matrix"):
        ha.apply_preset("difusco-mcts", heatmap, matrix)
