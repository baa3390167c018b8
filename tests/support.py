"""Instances that many tests draw."""

import numpy as np

import heataco as ha


def points_instance(n, seed=0, *, scale=1.0):
    """Draw n points uniformly in a square."""
    return ha.Instance.from_coordinates(scale * np.random.default_rng(seed).random((n, 2)))


def directed_instance(n, seed=0, *, shortest=1.0):
    """Draw an asymmetric matrix with distances from the shortest to 1 more."""
    return ha.Instance.from_matrix(shortest + np.random.default_rng(seed).random((n, n)))
