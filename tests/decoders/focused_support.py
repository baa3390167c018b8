"""Focused on small instances, and in parts."""

import math

import numpy as np

import heataco as ha

PARTS = ha.Focused(region_size=1_000)  # instances of more nodes are worked on in parts


def random_heatmap(instance, near=20, seed=1):
    """Return scores that say nothing, on near neighbours."""
    nearest, _ = instance.nearest_neighbours(near)
    return ha.Heatmap.from_topk(nearest, np.random.default_rng(seed).random(nearest.shape))


def solve(instance, heatmap=None, decoder=None, iterations=20, **options):
    budget = options.pop("budget", ha.Budget(iterations=iterations))
    return ha.decode(instance, heatmap, decoder or ha.Focused(), budget=budget, **options)


def clusters(rng, n):
    return rng.random((3, 2))[rng.integers(0, 3, n)] + 1e-4 * rng.standard_normal((n, 2))


def outlier(rng, n):
    points = rng.random((n, 2))
    points[0] = 1e7
    return points


LAYOUTS = {
    "uniform": lambda rng, n: rng.random((n, 2)),
    "clusters": clusters,
    "grid": lambda rng, n: rng.integers(0, math.isqrt(n) + 1, (n, 2)).astype(float),
    "equal": lambda rng, n: np.full((n, 2), rng.random()),
    "pairs": lambda rng, n: np.repeat(rng.random((n // 2 + 1, 2)), 2, axis=0)[:n],
    "two places": lambda rng, n: rng.integers(0, 2, (n, 1)) * np.ones((1, 2)),
    "line": lambda rng, n: np.c_[rng.integers(0, 3 * n, n), np.zeros(n)].astype(float),
    "outlier": outlier,
}
