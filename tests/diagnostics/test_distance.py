"""Grades beside plain distance: heat that does worse is never graded above it."""

import numpy as np
import pytest
from tests.support import make_instance

import heataco as ha
from heataco.diagnostics import Grade, HeatmapComparison, Level

N = 60
ORDER = list(Grade)
LATTICE = np.array([(x, y) for x in range(8) for y in range(8)], float)


def noise(instance, rng):
    """Return random scores of the nearest nodes, which look like those of a network."""
    nodes, _ = instance.nearest_neighbours(5)
    return ha.Heatmap.from_topk(nodes, rng.random(nodes.shape))


def noise_everywhere(instance, rng):
    """Return random scores of all edges."""
    return ha.Heatmap.from_dense(rng.random((instance.n, instance.n)))


def reversed_alpha(instance, rng):
    """Return alpha with its best edges scored worst."""
    alpha = ha.predictors.Alpha().predict(instance)
    return ha.Heatmap(alpha.indptr, alpha.indices, np.float32(1.01) - alpha.values)


def foreign_alpha(instance, rng):
    """Return alpha with the nodes in another order."""
    order = rng.permutation(instance.n)
    dense = ha.predictors.Alpha().predict(instance).to_dense()
    return ha.Heatmap.from_dense(dense[order][:, order])


def alpha(instance, rng):
    return ha.predictors.Alpha().predict(instance)


def distance(instance, rng):
    return ha.predictors.Distance().predict(instance)


INSTANCES = {
    "points": make_instance(N, 7, False),
    "matrix": make_instance(N, 3, True),
    "lattice": ha.Instance.from_coordinates(LATTICE),
}
TOURS = {name: ha.solve(one, iterations=20).tour for name, one in INSTANCES.items()}


def verdict(name, source, reference):
    heatmap = source(INSTANCES[name], np.random.default_rng(1))
    return ha.diagnose(INSTANCES[name], heatmap, TOURS[name] if reference else None)


@pytest.mark.parametrize("reference", [False, True], ids=["alone", "reference"])
@pytest.mark.parametrize("source", [noise, noise_everywhere, reversed_alpha, foreign_alpha])
@pytest.mark.parametrize("name", INSTANCES)
def test_bad_heat(name, source, reference):
    """Heat that is not trusted would be called usable, or be graded above plain distance."""
    report = verdict(name, source, reference)
    plain = verdict(name, distance, reference).verdict.grade
    assert report.trust.value < 1
    assert report.verdict.worse_than_distance
    assert report.verdict.distance_grade is plain
    assert ORDER.index(report.verdict.grade) >= ORDER.index(plain)
    if report.trust.value == 0:
        assert ORDER.index(report.verdict.grade) >= ORDER.index(Grade.WEAK)
        assert any(
            "a trust of 0.00" in found.sentence and found.level is Level.FAULT
            for found in report.verdict.findings
        )


@pytest.mark.parametrize("reference", [False, True], ids=["alone", "reference"])
@pytest.mark.parametrize("name", ["points", "matrix"])
def test_good_heat(name, reference):
    """Heat that beats distance would be graded down with the rest."""
    report = verdict(name, alpha, reference)
    assert report.trust.value == 1
    assert report.verdict.grade is Grade.SHARP
    assert not report.verdict.worse_than_distance
    assert report.verdict.distance_grade is None


@pytest.mark.parametrize("name", INSTANCES)
def test_distance_itself(name):
    """Plain distance would be graded below plain distance."""
    report = verdict(name, distance, True)
    assert report.verdict.distance_grade in (None, report.verdict.grade)


def answered(costs_with, costs_without):
    shape = (len(costs_with), 1)
    columns = [np.reshape(costs_with, shape), np.reshape(costs_without, shape)]
    known = np.full(len(costs_with), np.nan)
    return HeatmapComparison("focused", ha.Budget(1), known, *columns, np.ones(shape))


def test_searches_decide():
    """A heatmap that makes tours longer would be called sharp, or its grade ignore that."""
    instance, rng = INSTANCES["points"], np.random.default_rng(1)
    better, worse = np.arange(100.0, 108), np.arange(101.0, 109)
    hurts, helps = answered(worse, better), answered(better, worse)
    found = ha.diagnose(instance, alpha(instance, rng), comparison=hurts).verdict
    assert found.grade is Grade.WEAK
    assert found.worse_than_distance
    assert found.findings[0].sentence == str(hurts)
    found = ha.diagnose(instance, alpha(instance, rng), comparison=helps).verdict
    assert found.grade is Grade.SHARP
    assert "shorter tours" in found.meaning
    plain = distance(instance, rng)
    assert not ha.diagnose(instance, plain, comparison=helps).verdict.worse_than_distance
