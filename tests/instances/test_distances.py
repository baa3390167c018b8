"""Distances of every metric, against their definitions in plain Python."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.instances.samples import points_for

from heataco import _native
from heataco.instances import Instance, Metric

pytestmark = pytest.mark.filterwarnings(
    "ignore:.*GEO reads degrees.minutes", "ignore:.*rounds distances to whole numbers"
)


def nint(x):
    return int(x + 0.5)


def geo_radians(x):
    degrees = int(x)
    return 3.141592 * (degrees + 5.0 * (x - degrees) / 3.0) / 180.0


def att(a, b):
    exact = math.sqrt(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) / 10.0)
    return nint(exact) + 1 if nint(exact) < exact else nint(exact)


def geo(a, b):
    (lat_a, lon_a), (lat_b, lon_b) = map(geo_radians, a), map(geo_radians, b)
    q1, q2, q3 = math.cos(lon_a - lon_b), math.cos(lat_a - lat_b), math.cos(lat_a + lat_b)
    cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)
    return int(6378.388 * math.acos(max(-1.0, min(1.0, cosine))) + 1.0)


def haversine(a, b):
    """Arc on a sphere between reduced latitudes, by the haversine formula."""
    flattening = 1 / 298.257223563
    (lat_a, lon_a), (lat_b, lon_b) = (map(math.radians, point) for point in (a, b))
    lat_a, lat_b = (math.atan((1 - flattening) * math.tan(lat)) for lat in (lat_a, lat_b))
    along, across = math.sin((lat_a - lat_b) / 2) ** 2, math.sin((lon_a - lon_b) / 2) ** 2
    h = along + math.cos(lat_a) * math.cos(lat_b) * across
    return 2 * 6378.137 * (1 - flattening / 2) * math.asin(math.sqrt(min(1.0, h)))


def xray(a, b, speeds):
    steps = [abs(p - q) for p, q in zip(a, b, strict=True)]
    steps[0] = min(steps[0], abs(steps[0] - 360.0))
    return nint(100.0 * max(step / speed for step, speed in zip(steps, speeds, strict=True)))


def sum_of_steps(a, b):
    return sum(abs(p - q) for p, q in zip(a, b, strict=True))


def longest_step(a, b):
    return max(abs(p - q) for p, q in zip(a, b, strict=True))


# Distances by the words of the TSPLIB document, one pair at a time.
PLAIN = {
    "euclidean": math.dist,
    "latlon_km": haversine,
    "latlon_m": lambda a, b: 1000 * haversine(a, b),
    "EUC": lambda a, b: nint(math.dist(a, b)),
    "CEIL": lambda a, b: math.ceil(math.dist(a, b)),
    "MAN": lambda a, b: nint(sum_of_steps(a, b)),
    "MAX": lambda a, b: nint(longest_step(a, b)),
    "ATT": att,
    "GEO": geo,
    "XRAY1": lambda a, b: xray(a, b, (1, 1, 1)),
    "XRAY2": lambda a, b: xray(a, b, (1.25, 1.5, 1.15)),
}


def plain_distance(metric, a, b):
    return PLAIN[metric.removesuffix("_2D").removesuffix("_3D").removesuffix("_3d")](a, b)


def test_metrics_have_the_same_names_in_both_languages():
    """A metric would be missing in one of them, or mean another one."""
    assert _native.metric_names() == list(Metric)


def test_distances_are_those_of_the_costs():
    """A decoder written in Python would search under another metric than its tour is judged by."""
    directed = Instance.from_matrix([[7.0, 1.0, 2.0], [3.0, 7.0, 4.0], [5.0, 6.0, 7.0]])
    planar = [Instance.from_coordinates(points_for(metric), metric) for metric in PLANAR]
    for instance in (directed, *planar):
        tour = np.arange(instance.n)
        assert instance.distance(tour, np.roll(tour, -1)).sum() == pytest.approx(
            instance.cost(tour)
        )
        assert instance.distance(1, 1) == 0.0
    assert directed.distance([[0], [1]], [1, 2]).tolist() == [[1.0, 2.0], [0.0, 4.0]]
    assert directed.distance([], []).shape == (0,)
    for wrong in (-1, 3):
        with pytest.raises(ValueError, match=rf"node {wrong} is not one of 0\.\.2"):
            directed.distance(0, wrong)


PLANAR = [metric for metric in Metric if metric is not Metric.EXPLICIT]


@pytest.mark.parametrize("metric", PLANAR)
@settings(max_examples=50, deadline=None)
@given(
    points=st.lists(
        st.tuples(*[st.integers(-8900, 8900).map(lambda c: c / 100)] * 3),
        min_size=2,
        max_size=9,
        unique_by=lambda point: point[:2],
    ),
    seed=st.integers(0, 99),
)
def test_cost_follows_the_formula(metric, points, seed):
    """Tours would be compared by wrong lengths."""
    points = [point[: metric.dimensions] for point in points]
    tour = np.random.default_rng(seed).permutation(len(points))
    plain = sum(
        plain_distance(metric, points[i], points[j])
        for i, j in zip(tour, np.roll(tour, -1), strict=True)
    )
    cost = Instance.from_coordinates(points, metric).cost(tour)
    assert cost == (pytest.approx(plain, rel=1e-9) if metric.exact else plain)


@pytest.mark.parametrize("metric", PLANAR)
def test_nearest_neighbours_follow_the_formula(metric):
    """A metric that the k-d tree does not know would give wrong neighbours, and no error."""
    rng = np.random.default_rng(5)
    points = np.round(rng.uniform(-80, 80, (60, metric.dimensions)), 2)
    if metric.spherical or metric.name.startswith("XRAY"):
        around = 1 if metric.spherical else 0
        points[:, around] = np.round(rng.uniform(-180, 180, 60), 2)
    if metric.spherical:  # around the poles, and on both sides of the date line
        points[:12, 0] = np.repeat([89.5, -89.3, 12.0], 4)
        points[8:12, 1] = [179.9, -179.9, 179.5, -179.5]
    nodes, _ = Instance.from_coordinates(points, metric).nearest_neighbours(12)
    for v, row in enumerate(nodes):
        lengths = [plain_distance(metric, points[v], p) for p in points]
        found = [lengths[u] for u in row]
        assert found == pytest.approx(sorted(lengths[:v] + lengths[v + 1 :])[:12], rel=1e-9)


def test_degenerate_points():
    """Coinciding, collinear, huge or tiny points would give NaN or a wrong cost."""
    assert Instance.from_coordinates(np.zeros((5, 2))).cost(range(5)) == 0
    assert Instance.from_coordinates([[i, i] for i in range(4)], "CEIL_2D").cost(range(4)) == 11
    for scale in (1e-139, 1e149):
        cost = Instance.from_coordinates(np.array([[0, 0], [3, 4]]) * scale).cost([0, 1])
        assert cost == pytest.approx(10 * scale, rel=1e-12)
    assert Instance.from_coordinates([[0, 0], [1e15, 0]], "EUC_2D").cost([0, 1]) == 2e15


@pytest.mark.filterwarnings("error")
def test_decimal_degrees_as_minutes_are_warned_about():
    """951 km would be reported where 538 are right, and nobody would notice."""
    with pytest.warns(
        UserWarning, match=r"coordinates\[1, 0\] is 48.85.*use metric latlon_km"
    ) as all_:
        Instance.from_coordinates([[50.59, 8.0], [48.85, 2.75]], "GEO")
    assert len(all_) == 1
    Instance.from_coordinates([[50.59, 8.0], [-48.59, 2.30]], "GEO")
    Instance.from_coordinates([[50.99, 8.0]], "latlon_km")


@pytest.mark.filterwarnings("error")
def test_points_that_rounding_makes_one_are_warned_about():
    """Any tour of the unit square would be optimal, with a length of 0."""
    points = np.random.default_rng(0).random((30, 2))
    with pytest.warns(UserWarning, match="span 0.978, and metric EUC_2D rounds") as all_:
        Instance.from_coordinates(points, "EUC_2D")
    assert len(all_) == 1
    Instance.from_coordinates(100 * points, "EUC_2D")
    Instance.from_coordinates(np.rint(points), "EUC_2D")
    Instance.from_coordinates(np.full((5, 2), 0.5), "EUC_2D")
