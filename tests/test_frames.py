"""Results as a data frame."""

import sys
from types import SimpleNamespace

import pytest
from tests.support import points_instance

import heataco as ha

INSTANCE = points_instance(8).relabelled(name="a", best_known=1.0)
RESULTS = [ha.solve(INSTANCE, iterations=1), ha.decode(INSTANCE, iterations=1)]


def test_rows(monkeypatch):
    """A column would be missing, or hold a dict or a tour."""
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    solved, decoded = ha.to_frame(RESULTS)
    assert (solved["instance"], solved["n"], solved["gap"]) == ("a", 8, RESULTS[0].gap)
    assert (solved["predictor"], decoded["predictor"]) == ("alpha", None)
    assert solved["trust"] == RESULTS[0].trust.value
    assert not any(isinstance(cell, dict | list) for cell in solved.values())
    assert solved.keys() == decoded.keys()
    assert ha.to_frame(RESULTS[0]) == [solved]
    with pytest.raises(ValueError, match="results holds 5; give results"):
        ha.to_frame([5])


def test_without_pandas(monkeypatch):
    """Someone without pandas would not learn how to get it."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install 'heataco\[frames\]'"):
        ha.to_frame(RESULTS)


def test_real_frame():
    """The real package would take the rows otherwise than the test above does."""
    pytest.importorskip("pandas")
    frame = ha.to_frame(RESULTS)
    assert frame["cost"].tolist() == [result.cost for result in RESULTS]
