"""What holds for every predictor, on every kind of instance."""

import pickle
from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest
from tests.support import points_instance

import heataco as ha
from heataco.predictors import PREDICTORS

SIZES = (1, 2, 3, 5, 30)
COORDINATE_METRICS = [metric for metric in ha.Metric if metric is not ha.Metric.EXPLICIT]


def points(n, seed=0):
    return np.random.default_rng(seed).random((n, 2))


def symmetric_matrix(n, scale=1.0):
    matrix = np.random.default_rng(1).random((n, n))
    return ha.Instance.from_matrix(scale * (matrix + matrix.T))


def asymmetric_matrix(n, scale=1.0):
    return ha.Instance.from_matrix(scale * (0.1 + np.random.default_rng(2).random((n, n))))


@pytest.fixture(params=PREDICTORS)
def predictor(request):
    """Return every predictor with its defaults."""
    return PREDICTORS[request.param]()


@pytest.fixture(params=[points_instance, symmetric_matrix, asymmetric_matrix])
def make(request):
    """Return a function that makes instances of one kind."""
    return request.param


def check(heatmap, n):
    """A heatmap of n nodes whose scores can be read as shares or probabilities."""
    assert isinstance(heatmap, ha.Heatmap)
    assert heatmap.n == n
    assert (heatmap.values > 0).all()
    assert (heatmap.values <= 1).all()


@pytest.mark.parametrize("n", SIZES)
def test_sizes(predictor, make, n):
    """A small instance would crash, or get a heatmap of another size."""
    check(predictor.predict(make(n)), n)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("metric", COORDINATE_METRICS)
def test_metrics(predictor, metric, n):
    """A TSPLIB instance could not be predicted."""
    places = np.floor(80 * points(n))[:, [0, 1, 0]][:, : metric.dimensions]
    check(predictor.predict(ha.Instance.from_coordinates(places, metric)), n)


@pytest.mark.parametrize(
    "places",
    [
        np.zeros((30, 2)),
        np.repeat(points(15), 2, axis=0),
        np.repeat(points(2), 15, axis=0),
        np.vstack((points(29), points(1))),
        np.column_stack((np.arange(30.0), np.zeros(30))),
        np.argwhere(np.ones((5, 6))).astype(float),
    ],
    ids=["one point", "pairs", "two piles", "one duplicate", "line", "grid"],
)
@pytest.mark.parametrize("metric", [ha.Metric.EUCLIDEAN, ha.Metric.EUC_2D])
@pytest.mark.filterwarnings("ignore:.*rounds distances to whole numbers")
def test_degenerate_points(predictor, places, metric):
    """Distances of zero, or all alike, would give NaN or a crash."""
    check(predictor.predict(ha.Instance.from_coordinates(places, metric)), 30)


@pytest.mark.parametrize("n", SIZES)
def test_matrix_of_zeros(predictor, n):
    """A matrix without any distance would give NaN or a crash."""
    check(predictor.predict(ha.Instance.from_matrix(np.zeros((n, n)))), n)


@pytest.mark.parametrize("n", [2, 4, 30])
def test_nodes_without_allowed_edges(predictor, n):
    """The last node of an open path may have no edge that leaves it; scores must not be NaN."""
    distances = 0.1 + np.random.default_rng(4).random((n, n))
    distances[0] = distances[:, -1] = np.inf
    np.fill_diagonal(distances, 0)
    instance = ha.Instance.from_matrix(distances)
    with np.errstate(invalid="raise"):
        check(predictor.predict(instance), n)
        check(predictor.predict(ha.Instance.from_matrix(np.where(distances > 0, np.inf, 0))), n)


def test_extreme_distances(predictor):
    """Ratios of distances that overflow would warn, or give NaN."""
    exponents = np.random.default_rng(3).uniform(-300, 150, (30, 30))
    check(predictor.predict(ha.Instance.from_matrix(10.0**exponents)), 30)


@pytest.mark.parametrize("scale", [2.0**-20, 2.0**20])
def test_units_do_not_matter(predictor, make, scale):
    """Kilometres and metres would give different heatmaps."""
    unit, scaled = (predictor.predict(make(30, scale=factor)).to_dense() for factor in (1.0, scale))
    np.testing.assert_allclose(scaled, unit, rtol=1e-4, atol=1e-30)


def test_units_do_not_matter_for_doubled_nodes(predictor):
    """Where every node has a twin, the unit could not be read off the nearest neighbours."""
    doubled = np.repeat(points(15), 2, axis=0)
    unit, scaled = (
        predictor.predict(ha.Instance.from_coordinates(factor * doubled)).to_dense()
        for factor in (1.0, 1024.0)
    )
    np.testing.assert_allclose(scaled, unit, rtol=1e-4, atol=1e-30)


def test_same_again(predictor, make):
    """A heatmap could not be made again, or would depend on what ran before."""
    first = predictor.predict(make(30))
    predictor.predict(make(5))
    assert predictor.predict(make(30)) == first


def test_pickles(predictor):
    """A predictor could not be sent to another process."""
    copy = pickle.loads(pickle.dumps(predictor))
    assert copy == predictor
    assert hash(copy) == hash(predictor)
    assert copy.predict(points_instance(30)) == predictor.predict(points_instance(30))


def test_frozen(predictor):
    """A predictor in use elsewhere could be changed."""
    for field in fields(predictor):
        with pytest.raises(FrozenInstanceError):
            setattr(predictor, field.name, None)
    with pytest.raises((FrozenInstanceError, TypeError)):
        predictor.anything = 1


@pytest.mark.parametrize("instance", [None, points(5), "points.tsp", ha.Instance, 3])
def test_no_instance(predictor, instance):
    """A raw array or a path would crash inside."""
    with pytest.raises(ValueError, match=r"^instance is a .*give an Instance"):
        predictor.predict(instance)


def test_unknown_parameter(predictor):
    """A misspelt parameter would silently leave the default."""
    with pytest.raises(TypeError, match="nonsense"):
        type(predictor)(nonsense=1)


@pytest.mark.parametrize("decoder", [ha.Greedy(), ha.HeatACO()])
def test_decodes(predictor, make, decoder):
    """The two stages would not fit together."""
    instance = make(30)
    heatmap = predictor.predict(instance)
    result = ha.decode(instance, heatmap, decoder, budget=ha.Budget(iterations=2))
    assert sorted(result.tour.tolist()) == list(range(30))


def test_found_by_name():
    """The command line would know a predictor by another name than its results do."""
    assert all(kind.name == name for name, kind in PREDICTORS.items())
    assert "none" not in PREDICTORS  # on the command line it means no heatmap
