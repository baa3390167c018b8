"""The scripts that label instances and count ranks: what the rank prior rests on."""

import importlib
import itertools
from pathlib import Path

import numpy as np
import pytest

import heataco as ha
from heataco.bench.generators import GEOMETRIES, asymmetric

SCRIPTS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def script(monkeypatch):
    """Return a function that imports one of the scripts."""
    pytest.importorskip("scipy")
    monkeypatch.syspath_prepend(SCRIPTS)
    return importlib.import_module


def shortest(instance):
    """Try all tours."""
    rest = range(1, instance.n)
    return min(instance.cost([0, *tail]) for tail in itertools.permutations(rest))


@pytest.mark.parametrize("seed", range(3))
def test_asymmetric_labels_are_optimal(script, seed):
    """Ranks would be counted on tours that are not the best."""
    instance = asymmetric(np.random.default_rng(seed), 7)
    tour = script("asymmetric_labels").optimal_tour(instance)
    assert instance.cost(tour) == shortest(instance)


def test_asymmetric_instances_obey_the_triangle_inequality():
    """The instances would not be of the kind that the field tests on."""
    matrix = asymmetric(np.random.default_rng(0), 30).matrix
    detours = (matrix[:, :, np.newaxis] + matrix).min(axis=1)
    assert (matrix <= detours).all()
    assert not np.array_equal(matrix, matrix.T)


@pytest.mark.parametrize("geometry", ["uniform", "clustered", "gaussian", "asymmetric"])
def test_instances_are_drawn_again(geometry):
    """A set could not be made again from its seed, or its instances would all be the same."""
    make = GEOMETRIES[geometry]
    first, again, other = (make(np.random.default_rng([1, 20, k]), 20) for k in (0, 0, 1))
    assert first == again
    assert first != other


def test_symmetric_set(script, tmp_path):
    """The set would not be in the form that the package reads, or hold poor tours."""
    labels = script("labels")
    made = [labels.label(k, "clustered", 8, seed=1, iterations=20, runs=6) for k in range(2)]
    path = labels.write(made, tmp_path, "clustered_8")
    for label, item in zip(made, ha.read_labelled_set(path), strict=True):
        assert item.instance.best_known == pytest.approx(shortest(label.instance))
        assert label.runs == pytest.approx([item.instance.best_known] * 2)


def test_ranks_are_counted(script):
    """A hit would be counted at another rank, or only in one direction of the tour."""
    counts = script("fit_rank_prior").counts
    line = ha.Instance.from_coordinates([(0, 0), (1, 0), (3, 0), (7, 0)])
    found, nodes = counts([ha.LabelledInstance(line, [0, 1, 2, 3])])
    # The ranks of the two tour neighbours, node by node: 1 and 3, 1 and 2, 1 and 3, 1 and 3.
    assert (found[:3].tolist(), nodes) == ([4, 1, 3], 4)
    circle = ha.Instance.from_matrix([[0, 1, 9], [9, 0, 1], [1, 9, 0]])
    found, nodes = counts([ha.LabelledInstance(circle, [0, 1, 2])])
    assert (found[:2].tolist(), nodes) == ([3, 0], 3)
    found, _ = counts([ha.LabelledInstance(circle, [2, 1, 0])])
    assert found[:2].tolist() == [0, 3]
