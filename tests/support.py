"""Instances that many tests draw, and checks that many tests make."""

import re

import numpy as np
import pytest

import heataco as ha


def points_instance(n, seed=0, *, scale=1.0):
    """Draw n points uniformly in a square."""
    return ha.Instance.from_coordinates(scale * np.random.default_rng(seed).random((n, 2)))


def directed_instance(n, seed=0, *, shortest=1.0):
    """Draw an asymmetric matrix with distances from the shortest to 1 more."""
    return ha.Instance.from_matrix(shortest + np.random.default_rng(seed).random((n, n)))


def wide_instance(n, seed=0):
    """Draw an asymmetric matrix with distances from 0 to 1."""
    return directed_instance(n, seed, shortest=0.0)


def make_instance(n, seed, directed):
    """Draw points or, where directed, an asymmetric matrix."""
    return wide_instance(n, seed) if directed else points_instance(n, seed)


def make_heat(n, seed, scale=1.0):
    """Score about half of the arcs; all scores are different, also after averaging."""
    rng = np.random.default_rng(seed + 1)
    scores = rng.random((n, n)).astype(np.float32)
    return scale * np.where(rng.random((n, n)) < 0.5, scores, 0)


def check_tour(result, instance):
    """Check that a result is a tour of an instance, with its cost."""
    assert sorted(result.tour.tolist()) == list(range(instance.n))
    assert result.cost == instance.cost(result.tour)


def check_failure(answer, words):
    """Check that a command ended with one sentence about bad input."""
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.startswith("heataco: ")
    assert words in answer.err
    assert answer.err.count("\n") == 1


def check_usage(answer, words):
    """Check that a command was refused for what was typed."""
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err


def refused(path, message):
    """Expect an error that begins with the path of a file; `message` is a pattern of the rest."""
    return pytest.raises(ha.FileError, match=f"^{re.escape(str(path))}{message}")


def need_packages(*suffixes):
    """Skip a test of file suffixes whose package is not installed."""
    packages = {".pt": "torch", ".pth": "torch", ".safetensors": "safetensors"}
    for suffix in suffixes:
        if suffix in packages:
            pytest.importorskip(packages[suffix])


def written(path, text):
    """Write a text, or bytes as they are, and return the path."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def euclidean_matrix(points):
    points = np.asarray(points, float)
    return np.sqrt(((points[:, None] - points) ** 2).sum(axis=2))
