"""`heataco decode --bound`: how good the tour is, proven."""

import json
import math

import pytest
from tests.support import points_instance

import heataco as ha
from heataco.cli.reports import proof_text


def interrupted(*_, **__):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (0.0, "optimal, proven"),
        (1e-9, "optimal up to rounding errors, proven"),
        (0.000123, "at most 0.00013 % above the optimum, proven"),
        (0.7811, "at most 0.79 % above the optimum, proven"),
        (12.0, "at most 12.00 % above the optimum, proven"),
        (math.inf, "nothing proven"),
    ],
)
def test_sentence(gap, words):
    """The sentence would promise more than is proven."""
    assert proof_text(gap) == words


def test_summary(files, heataco):
    """The one number that needs no best-known cost would be missing, or be called a gap."""
    answer = heataco("decode points.tsp --iterations 5 --bound")
    plain = heataco("decode points.tsp --iterations 5 --bound --best-known 1")
    assert (answer.code, plain.code) == (0, 0)
    assert "% above the optimum, proven; lower bound " in answer.out
    assert "gap" not in answer.out
    assert "gap" in plain.out


def test_optimal(files, heataco):
    """A tour that meets the bound would not be called optimal."""
    corners = ha.Instance.from_coordinates([[0, 0], [0, 9], [9, 9], [9, 0]], ha.Metric.EUC_2D)
    ha.write_tsplib(corners, "square.tsp")
    answer = heataco("decode square.tsp --iterations 1 --bound")
    assert "bound       optimal, proven; lower bound 36\n" in answer.out


def test_json(files, heataco):
    """A program would find no bound, or one of another instance."""
    for name in ("points.tsp", "matrix.atsp"):
        report = json.loads(heataco(f"decode {name} --iterations 5 --bound --json").out)
        assert report["bound"] == ha.lower_bound(ha.read_tsplib(name))
        assert report["proven_gap"] == 100 * (report["cost"] - report["bound"]) / report["bound"]
        report = json.loads(heataco(f"decode {name} --iterations 5 --json").out)
        assert report["bound"] is report["proven_gap"] is None


def test_interrupted_proof(files, heataco, monkeypatch):
    """Ctrl-C during the proof would lose the tour of a finished search."""
    monkeypatch.setattr("heataco.bounds.lower_bound", interrupted)
    answer = heataco("decode points.tsp --iterations 5 --bound --json --output best.tour")
    report = json.loads(answer.out)
    assert answer.code == 130
    assert report["bound"] is None
    assert ha.read_tour("best.tour").tolist() == report["tour"]


def test_interrupted_search(files, heataco, monkeypatch):
    """Who presses Ctrl-C during the search would wait for a proof."""
    result = ha.decode(points_instance(40), budget=ha.Budget(iterations=1))

    def stopped(*_, **__):
        raise ha.Interrupted([result])

    monkeypatch.setattr("heataco.cli.search.solve", stopped)
    monkeypatch.setattr("heataco.bounds.lower_bound", lambda _: pytest.fail("proof begun"))
    object.__setattr__(result, "stop_reason", ha.StopReason.INTERRUPTED)
    answer = heataco("decode points.tsp --bound")
    assert answer.code == 130
    assert "gap         unknown; there was no time for a bound\n" in answer.out
