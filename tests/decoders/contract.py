"""What the tests of all decoders share: instances, heatmaps, and checks of a result."""

from dataclasses import fields

import numpy as np
import pytest
from tests.support import directed_instance, points_instance

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES

N = 34


def kinds(decoder):
    """Return what makes the instances that a decoder takes."""
    return [points_instance] if decoder.symmetric_only else [points_instance, directed_instance]


def random_heatmap(n, seed=1):
    rng = np.random.default_rng(seed)
    return ha.Heatmap.from_dense(rng.random((n, n)) * (rng.random((n, n)) < 0.2))


def variants(kind):
    """Return a decoder with each local search, or once where it has none to choose."""
    if "local_search" not in {field.name for field in fields(kind)}:
        return [kind()]
    return [kind(local_search=name) for name in LOCAL_SEARCHES]


def label(decoder):
    return decoder.label


def solve(instance, decoder, iterations=8, **options):
    options.setdefault("budget", ha.Budget(iterations=iterations))
    return ha.decode(instance, random_heatmap(instance.n), decoder, **options)


def check_result(result, instance):
    assert result.tour.dtype == np.int32
    assert not result.tour.flags.writeable
    assert sorted(result.tour.tolist()) == list(range(instance.n))
    assert type(result.cost) is float
    assert result.cost == pytest.approx(instance.cost(result.tour), rel=1e-12)
    check_trace(result)


def check_trace(result):
    trace = result.trace
    columns = [trace.iteration, trace.seconds, trace.iteration_best, trace.best]
    assert [column.dtype.str for column in columns] == ["<i8", "<f8", "<f8", "<f8"]
    assert {len(column) for column in columns} == {len(trace)}
    assert not any(column.flags.writeable for column in columns)
    assert trace.iteration[0] == 0
    assert (np.diff(trace.iteration) > 0).all()
    assert (np.diff(trace.seconds) >= 0).all()
    assert (np.diff(trace.best) <= 0).all()
    assert (trace.iteration_best >= trace.best).all()
    assert trace.best[-1] == result.cost
    assert result.iterations >= trace.iteration[-1]
