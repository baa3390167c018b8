"""Random instances for the soak test: small, of every kind, and many of them degenerate."""

import math
import warnings
from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

import heataco as ha
from heataco.instances import Metric

Points = NDArray[np.float64]

COORDINATES = [metric for metric in Metric if metric is not Metric.EXPLICIT]
MATRIX_SHARE = 0.3
SCALES = (1e-130, 1e-12, 1e-3, 1.0, 1.0, 1.0, 100.0, 1e6, 1e14, 1e140)


def random_size(rng: Generator) -> int:
    """Draw a number of nodes: mostly tiny, where the special cases are, rarely some hundred."""
    low, high = [(1, 12), (1, 12), (13, 60), (13, 60), (61, 200), (200, 400)][
        rng.choice(6, p=[0.25, 0.2, 0.25, 0.2, 0.08, 0.02])
    ]
    return int(rng.integers(low, high + 1))


def random_instance(rng: Generator) -> tuple[str, ha.Instance]:
    """Draw an instance and what it is called in the log.

    Raises
    ------
    ValueError
        If the numbers drawn are none that an instance may have.
    """
    n = random_size(rng)
    if rng.random() < MATRIX_SHARE:
        name = str(rng.choice(list(MATRICES)))
        matrix = MATRICES[name](rng, n)
        symmetric = rng.random() < 0.5
        if symmetric:
            matrix = np.triu(matrix, 1) + np.triu(matrix, 1).T
        label = f"{'symmetric' if symmetric else 'asymmetric'} {name}"
        return f"{label} n={n}", ha.Instance.from_matrix(matrix)
    name = str(rng.choice(list(POINTS)))
    points = POINTS[name](rng, n)
    metric = Metric.EUCLIDEAN
    scale = float(rng.choice(SCALES))
    if rng.random() < 0.5:
        metric = COORDINATES[rng.integers(len(COORDINATES))]
        scale = float(rng.choice([1, 10, 90, 1e3, 1e5]))
    shift = 0.0 if metric.spherical else float(rng.choice([0, 0, 0, -0.5, 1e3, 1e9])) * scale
    label = f"{name} n={n} {metric} scale={scale:g} shift={shift:g}"
    points = points[:, [0, 1, 1]][:, : metric.dimensions] * scale + shift
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # minutes of GEO
        return label, ha.Instance.from_coordinates(points, metric)


def _clusters(rng: Generator, n: int) -> Points:
    centres = rng.random((int(rng.integers(1, 8)), 2))
    spread = 10.0 ** rng.uniform(-9, -1)
    return centres[rng.integers(len(centres), size=n)] + spread * rng.standard_normal((n, 2))


def _duplicates(rng: Generator, n: int) -> Points:
    places = rng.random((max(1, int(n * rng.uniform(0.05, 0.9))), 2))
    return places[rng.integers(len(places), size=n)]


def _lattice(rng: Generator, n: int) -> Points:
    side = math.isqrt(n) + 1
    return np.stack(np.divmod(rng.permutation(side * side)[:n], side), axis=1).astype(float)


def _line(rng: Generator, n: int) -> Points:
    direction = np.array([(1, 0), (0, 1), (1, 1), (1, -1)][rng.integers(4)], float)
    places = rng.random(n) if rng.random() < 0.5 else np.arange(n, dtype=float)
    return places[:, np.newaxis] * direction


def _circle(rng: Generator, n: int) -> Points:
    angles = rng.permutation(n) * (2 * math.pi / n)
    return np.stack((np.cos(angles), np.sin(angles)), axis=1)


def _halves(rng: Generator, n: int) -> Points:
    return rng.random((n, 2)) + np.outer(rng.integers(0, 2, n), (1e6, 0))


def _outlier(rng: Generator, n: int) -> Points:
    points = rng.random((n, 2))
    points[rng.integers(n)] = 10.0 ** rng.uniform(1, 9)
    return points


POINTS: dict[str, Callable[[Generator, int], Points]] = {
    "uniform": lambda rng, n: rng.random((n, 2)),
    "gaussian": lambda rng, n: rng.standard_normal((n, 2)),
    "clusters": _clusters,
    "duplicates": _duplicates,
    "one place": lambda rng, n: np.tile(rng.random(2), (n, 1)),
    "lattice": _lattice,
    "few integers": lambda rng, n: rng.integers(0, 4, (n, 2)).astype(float),
    "line": _line,
    "circle": _circle,
    "halves": _halves,
    "outlier": _outlier,
}


def _huge_entries(rng: Generator, n: int) -> Points:
    matrix = rng.integers(1, 100, (n, n)).astype(float)
    count = int(rng.integers(1, n + 1))
    matrix[rng.integers(n, size=count), rng.integers(n, size=count)] = 10.0 ** rng.uniform(6, 300)
    return matrix


def _powers(rng: Generator, n: int) -> Points:
    return 10.0 ** rng.uniform(*sorted(rng.uniform(-320, 300, 2)), (n, n))


def _shortest_paths(rng: Generator, n: int) -> Points:
    matrix = rng.random((n, n))
    for node in range(n):
        matrix = np.minimum(matrix, matrix[:, node, np.newaxis] + matrix[node])
    return matrix


MATRICES: dict[str, Callable[[Generator, int], Points]] = {
    "reals": lambda rng, n: rng.random((n, n)),
    "integers": lambda rng, n: rng.integers(1, 1000, (n, n)).astype(float),
    "ties": lambda rng, n: rng.integers(0, 3, (n, n)).astype(float),
    "zeros": lambda rng, n: np.zeros((n, n)),
    "equal": lambda rng, n: np.full((n, n), rng.choice([1.0, 0.1, 1e-300, 1e300])),
    "subnormal": lambda rng, n: rng.integers(0, 5, (n, n)) * 5e-324,
    "huge entries": _huge_entries,
    "powers": _powers,
    "shortest paths": _shortest_paths,
    "mostly zeros": lambda rng, n: rng.random((n, n)) * (rng.random((n, n)) < 0.1),
}
