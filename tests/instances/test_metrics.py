"""Distances on the Earth, and metrics of three dimensions, in searches."""

import math
import pickle
import warnings

import numpy as np
import pytest
from tests.support import check_tour

import heataco as ha
from heataco.instances import Instance, Metric
from heataco.instances.metrics import decimal_degrees

pytestmark = pytest.mark.filterwarnings("ignore:.*GEO reads degrees.minutes")

COORDINATES = [metric for metric in Metric if metric is not Metric.EXPLICIT]


def geodesic_km(a, b):
    """Length of the geodesic on WGS 84, as the series of Vincenty (1975) gives it."""
    radius, flattening = 6378.137, 1 / 298.257223563
    pole = radius * (1 - flattening)
    u1, u2 = (math.atan((1 - flattening) * math.tan(math.radians(p[0]))) for p in (a, b))
    difference = math.radians(b[1] - a[1])
    longitude = difference
    for _ in range(200):
        across = math.cos(u2) * math.sin(longitude)
        along = math.cos(u1) * math.sin(u2) - math.sin(u1) * math.cos(u2) * math.cos(longitude)
        sine = math.hypot(across, along)
        if sine == 0:
            return 0.0
        cosine = math.sin(u1) * math.sin(u2) + math.cos(u1) * math.cos(u2) * math.cos(longitude)
        arc = math.atan2(sine, cosine)
        azimuth = math.cos(u1) * math.cos(u2) * math.sin(longitude) / sine
        rest = 1 - azimuth**2
        middle = cosine - 2 * math.sin(u1) * math.sin(u2) / rest if rest else 0.0
        c = flattening / 16 * rest * (4 + flattening * (4 - 3 * rest))
        twist = arc + c * sine * (middle + c * cosine * (2 * middle**2 - 1))
        longitude, before = difference + (1 - c) * flattening * azimuth * twist, longitude
        if abs(longitude - before) < 1e-12:
            break
    u = rest * (radius**2 - pole**2) / pole**2
    scale = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
    slope = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
    twice = cosine * (2 * middle**2 - 1)
    third = slope / 6 * middle * (4 * sine**2 - 3) * (4 * middle**2 - 3)
    return pole * scale * (arc - slope * sine * (middle + slope / 4 * (twice - third)))


def test_distances_on_the_earth_agree_with_geodesics():
    """Lengths in kilometres would be off by more than half a percent."""
    rng = np.random.default_rng(0)
    starts = np.column_stack([rng.uniform(-89, 89, 500), rng.uniform(-180, 180, 500)])
    steps = rng.normal(size=(500, 2)) * 10 ** rng.uniform(-3, 1.6, (500, 1))
    ends = np.column_stack(
        [np.clip(starts[:, 0] + steps[:, 0], -89, 89), starts[:, 1] + steps[:, 1]]
    )
    ends[:2], starts[:2] = [[0.1, 0], [0, 0.1]], [[0, 0], [0, 0]]  # the worst places
    for start, end in zip(starts, ends, strict=True):
        length = Instance.from_coordinates([start, end], "latlon_km").cost([0, 1]) / 2
        assert length == pytest.approx(geodesic_km(start, end), rel=2e-3)
        metres = Instance.from_coordinates([start, end], "latlon_m").cost([0, 1]) / 2
        assert metres == pytest.approx(1000 * length, rel=1e-12)


def test_known_distance():
    """The reference of the test above would be wrong together with what it tests."""
    paris, london = [48.8566, 2.3522], [51.5074, -0.1278]
    assert geodesic_km(paris, london) == pytest.approx(343.9, abs=0.1)
    assert geodesic_km([0, 0], [0, 1]) == pytest.approx(111.3195, abs=1e-3)
    assert geodesic_km([0, 0], [1, 0]) == pytest.approx(110.5744, abs=1e-3)


def test_date_line_and_poles():
    """Nodes on both sides of the date line, or around a pole, would be far from each other."""
    line = Instance.from_coordinates(
        [[10, 179.9], [10, -179.9], [10, 178], [10, -178]], "latlon_km"
    )
    nodes, lengths = line.nearest_neighbours(1)
    assert nodes[:, 0].tolist() == [1, 0, 0, 1]
    assert lengths[0, 0] == pytest.approx(21.9, abs=0.1)
    pole = Instance.from_coordinates([[89.9, 0], [89.9, 180], [80, 0], [80, 180]], "latlon_km")
    assert pole.nearest_neighbours(1)[0][:, 0].tolist() == [1, 0, 0, 1]
    assert Instance.from_coordinates([[90, 0], [90, 77]], "latlon_m").cost([0, 1]) < 1e-6
    turn = Instance.from_coordinates([[5, -180], [5, 180], [3, -90], [3, 270]], "latlon_m")
    assert turn.nearest_neighbours(1)[0][:, 0].tolist() == [1, 0, 3, 2]


@pytest.mark.parametrize("metric", COORDINATES)
def test_every_metric_in_every_search(metric):
    """A decoder, local search or predictor would fail, or forget the third coordinate."""
    rng = np.random.default_rng(2)
    points = np.round(rng.uniform(-80, 80, (40, metric.dimensions)), 2)
    points[30:] = points[:10]  # nodes that share points
    instance = Instance.from_coordinates(points, metric)
    assert pickle.loads(pickle.dumps(instance)) == instance
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for decoder in (ha.Focused(), ha.MMAS(), ha.MCTS()):
            check_tour(ha.solve(instance, iterations=20, decoder=decoder), instance)
    check_tour(ha.solve(instance, iterations=1, predictor=ha.predictors.SoftDist()), instance)


@pytest.mark.parametrize("metric", [metric for metric in COORDINATES if metric.dimensions == 3])
def test_points_above_each_other_are_apart(metric):
    """Nodes that differ in the third coordinate only would be taken for one point."""
    points = np.zeros((20, 3))
    points[:, 2] = 10.0 * np.random.default_rng(4).permutation(20)
    instance = Instance.from_coordinates(points, metric)
    result = ha.solve(instance, iterations=50)
    scale = {"XRAY1": 100, "XRAY2": 100 / 1.15}.get(metric, 1)
    assert result.cost == pytest.approx(2 * 190 * scale, rel=1e-3)


def test_degrees_and_minutes():
    """Pictures and files would show GEO's nodes at the wrong places."""
    points = np.array([[10.30, -20.15], [0.0, 5.06]])
    assert decimal_degrees(points, Metric.GEO) == pytest.approx(
        np.array([[10.5, -20.25], [0.0, 5.1]])
    )
    assert decimal_degrees(points, Metric.LATLON_M) is points
