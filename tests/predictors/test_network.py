"""The networks: those of the package, the published ones, and the arithmetic of both."""

import numpy as np
import pytest
from tests.predictors.networks import weights
from tests.support import directed_instance, points_instance, wide_instance

import heataco as ha
from heataco._timing import Deadline
from heataco.predictors import Network
from heataco.predictors.network.inference import (
    EPSILON,
    Blocks,
    Normalisation,
    _statistics,
)
from heataco.predictors.network.inputs import INPUTS
from heataco.predictors.network.manifest import count_neighbours
from heataco.predictors.network.outputs import softmax_scores
from heataco.predictors.network.parameters import build_network
from heataco.predictors.network.predictor import package_weights
from heataco.predictors.network.weights_files import read_weights

MAX_BYTES = 1_500_000


def logits_by_hand(arrays, targets, nodes, edges):
    """Run a network with statistics of the instance, in double precision and without blocks."""
    a = {name: array.astype(np.float64) for name, array in arrays.items()}

    def linear(name, x):
        return x @ a[f"{name}.weight"].T + a[f"{name}.bias"]

    def silu(x):
        return x / (1 + np.exp(-x))

    def normal(name, x):
        axes = tuple(range(x.ndim - 1))
        unit = (x - x.mean(axis=axes)) / np.sqrt(x.var(axis=axes) + EPSILON)
        return unit * a[f"{name}.module.weight"] + a[f"{name}.module.bias"]

    x, w = silu(linear("emb_net.v_lin0", nodes)), silu(linear("emb_net.e_lin0", edges))
    for layer in range(2):
        own, message, source, target = (
            linear(f"emb_net.v_lins{index}.{layer}", x) for index in (1, 2, 3, 4)
        )
        mean = (message[targets] / (1 + np.exp(-w))).mean(axis=1)
        change = linear(f"emb_net.e_lins0.{layer}", w) + source[:, np.newaxis] + target[targets]
        x = x + silu(normal(f"emb_net.v_bns.{layer}", own + mean))
        w = w + silu(normal(f"emb_net.e_bns.{layer}", change))
    for index in range(2):
        w = silu(linear(f"par_net.lins.{index}", w))
    return linear("par_net.lins.2", w)[..., 0]


def test_arithmetic():
    """The network would not be the published one, or its blocks would not fit together."""
    instance = points_instance(1_000)  # several blocks
    arrays = weights()
    graph = INPUTS["coordinates"].describe(instance, 10, Deadline())
    network = build_network(arrays, INPUTS["coordinates"], "instance")
    found = network.logits(graph.neighbours, graph.nodes, graph.edges, Deadline())
    expected = logits_by_hand(arrays, graph.neighbours, graph.nodes, graph.edges)
    np.testing.assert_allclose(found, expected, atol=1e-3 * np.abs(expected).max())


def test_sums_of_an_instance_are_made_one_by_one():
    """Heatmaps of large instances would differ from the published ones in the fourth digit."""
    numbers = np.random.default_rng(0).normal(3, 1, (9_000, 10, 2)).astype(np.float32)
    norm = Normalisation(*np.ones((2, 2), np.float32), None, None)
    mean, variance = _statistics(norm, numbers, Blocks(9_000, 10, Deadline()))
    rows = numbers.reshape(-1, 2)
    np.testing.assert_array_equal(mean, np.cumsum(rows, axis=0)[-1] / np.float32(90_000))
    squares = np.square(rows - mean)
    np.testing.assert_array_equal(variance, np.cumsum(squares, axis=0)[-1] / np.float32(90_000))


def test_lengths_of_dimes():
    """Its scores would differ from the published ones by 1e-4: it adds 1e-6 to each difference."""
    instance = points_instance(30)
    graph = INPUTS["coordinates-offset"].describe(instance, 5, Deadline())
    nodes = graph.nodes.astype(np.float64)
    apart = nodes[:, np.newaxis] - nodes[graph.neighbours] + 1e-6
    np.testing.assert_allclose(graph.edges[..., 0], np.hypot(*np.moveaxis(apart, 2, 0)), rtol=1e-6)
    plain = INPUTS["coordinates"].describe(instance, 5, Deadline())
    assert np.abs(graph.edges - plain.edges).max() > 5e-7


def test_neighbours_of_dimes():
    """Scores would differ from the published ones by 1e-3 around a tie in single precision."""
    apart = np.float64(np.float32(0.25)) + np.array([1e-9, 0.0])
    points = np.array([[0.5, 0.5], [0.5, 0.5 + apart[0]], [0.5 + apart[1], 0.5], [0.0, 0.0]])
    instance = ha.Instance.from_coordinates(points)
    first = {
        name: INPUTS[name].describe(instance, 1, Deadline()).neighbours[0, 0]
        for name in ("coordinates", "coordinates-offset")
    }
    assert first == {"coordinates": 2, "coordinates-offset": 1}  # equally near: the lower number


def test_softmax_is_softened():
    """The lowest scores of a row would fall below what a search still tells from nothing."""
    graph = INPUTS["coordinates"].describe(points_instance(30), 8, Deadline())
    logits = np.tile(np.arange(8, dtype=np.float32) * 4, (30, 1))
    heatmap = softmax_scores(graph, logits)
    assert heatmap.nnz == 150
    rows = [heatmap.row(i)[1] for i in range(30)]
    np.testing.assert_allclose([row.sum() for row in rows], 1, rtol=1e-5)
    ratios = [np.log(np.sort(row)[1:] / np.sort(row)[:-1]) for row in rows]
    np.testing.assert_allclose(ratios, 2, rtol=1e-4)  # halved once: e⁻¹⁶ is too little, e⁻⁸ is not


def test_box_is_small_and_says_where_it_comes_from():
    """The package would be large, or nobody could tell what the weights may be used for."""
    paths = [package_weights(symmetric) for symmetric in (True, False)]
    assert sum(path.stat().st_size for path in paths) < MAX_BYTES
    for path in paths:
        manifest = read_weights(path).manifest
        assert manifest.inputs == path.stem
        assert manifest.licence == "MIT"
        assert "training/" in manifest.origin


@pytest.mark.parametrize("kind", ["symmetric", "asymmetric"])
def test_features_are_as_many_as_declared(kind):
    """Weights of another width would pass the check, and fail in a product."""
    instance = points_instance(30) if kind == "symmetric" else directed_instance(30)
    graph = INPUTS[kind].describe(instance, 20, Deadline())
    assert graph.nodes.shape[1] == INPUTS[kind].node_features
    assert graph.edges.shape[2] == INPUTS[kind].edge_features


@pytest.mark.parametrize("side", [1, -1])
def test_place_rotation_and_mirroring_do_not_matter(side):
    """The heatmap of a map would depend on where north is, or on the side it is seen from."""
    points = np.random.default_rng(0).random((200, 2))
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    plain, turned = (
        Network().predict(ha.Instance.from_coordinates(each)).to_dense()
        for each in (points, points @ turn * [1_000, side * 1_000] - 70)
    )
    np.testing.assert_allclose(turned, plain, atol=2e-3)


def test_symmetric_instances_get_symmetric_scores():
    """The two directions of an edge would have different scores."""
    dense = Network().predict(points_instance(100)).to_dense()
    np.testing.assert_array_equal(dense, dense.T)


def test_ranks_better_than_distance():
    """The weights of the package would not fit the features that they were trained with."""
    for instance in (points_instance(200), wide_instance(60)):
        network, distance = precisions(instance)
        assert network > distance + 0.1


def test_constant_on_all_arcs():
    """Arcs that are all longer by the same would be scored worse than by their distance."""
    network, distance = precisions(directed_instance(60))
    assert network > distance


def precisions(instance):
    """Return the R-precision of the network and of the distance."""
    tour = ha.decode(instance, None, ha.Focused(), iterations=100, threads=1).tour
    return [
        ha.diagnose(instance, predictor.predict(instance), tour).ranking.r_precision
        for predictor in (Network(), ha.predictors.Distance())
    ]


def test_forbidden_edges():
    """Infinite distances would become scores that are no numbers."""
    matrix = np.random.default_rng(0).random((40, 40))
    matrix[np.random.default_rng(1).random((40, 40)) < 0.3] = np.inf
    np.fill_diagonal(matrix, 0)
    for each in (matrix, np.maximum(matrix, matrix.T)):
        heatmap = Network().predict(ha.Instance.from_matrix(each))
        assert np.isfinite(heatmap.values).all()


@pytest.mark.parametrize("long", [np.inf, 1e9, 1e4])
def test_one_row_of_forbidden_arcs(long):
    """One node without arcs to most others would spoil the scores of all nodes."""
    matrix = np.random.default_rng(0).random((60, 60))
    matrix[3, 5:] = long
    instance = ha.Instance.from_matrix(matrix)
    network, distance = precisions(instance)
    assert network > distance + 0.1
    assert Network().predict(instance).values.sum() == pytest.approx(60, rel=0.1)


@pytest.mark.parametrize("n", range(3, 12))
@pytest.mark.parametrize("make", [points_instance, wide_instance])
def test_few_nodes(make, n):
    """Instances smaller than any of the training would get scores of 1e-100 or none at all."""
    heatmap = Network().predict(make(n))
    assert (np.diff(heatmap.indptr) == n - 1).all()
    assert heatmap.values.max() > 0.1


@pytest.mark.data
@pytest.mark.parametrize(("n", "index"), [(500, 0), (1_000, 0), (10_000, 0), (10_000, 12)])
def test_reproduces_dimes(data_dir, n, index):
    """A published network would not give its published heatmap."""
    pytest.importorskip("torch")
    reference = ha.read_heatmaps(data_dir / "heatmaps" / f"dimes_tsp{n}.npz")[index]
    instance = ha.read_labelled_set(data_dir / f"tsp{n}.npz")[index].instance
    path = data_dir / "checkpoints" / f"dimes_tsp{n}.pt"
    heatmap = Network(path).predict(instance)
    np.testing.assert_array_equal(heatmap.indptr, reference.indptr)
    np.testing.assert_array_equal(heatmap.indices, reference.indices)
    np.testing.assert_allclose(heatmap.values, reference.values, rtol=0, atol=2e-5)


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "origin", "neighbours"),
    [
        *((f"dimes_tsp{n}", "DIMESTeam/DIMES", 50) for n in (500, 1_000, 10_000)),
        *((f"gfacs_tsp{n}", "ai4co/gfacs", n // 10) for n in (200, 500, 1_000)),
        *((f"deepaco_tsp{n}", "henry-yeh/DeepACO", n // 10) for n in (100, 500)),
    ],
)
def test_published_networks_are_recognised(data_dir, name, origin, neighbours):
    """A network would be run as that of another project."""
    pytest.importorskip("torch")
    manifest = read_weights(data_dir / "checkpoints" / f"{name}.pt").manifest
    assert origin in manifest.origin
    assert count_neighbours(manifest.neighbours, int(name.partition("_tsp")[2])) == neighbours


@pytest.mark.data
def test_ranks_as_measured(data_dir):
    """The weights of the package would have become worse than the documentation says."""
    items = ha.read_labelled_set(data_dir / "tsp500.npz")[:2]
    for item in items:
        heatmap = Network().predict(item.instance)
        ranking = ha.diagnose(item.instance, heatmap, item.tour).ranking
        assert ranking.r_precision > 0.8
