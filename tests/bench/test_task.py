"""Tasks: one id for one content."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heataco as ha
from heataco.bench.budgets import Limits
from heataco.bench.content import content_id, without_none
from heataco.bench.heat import HeatKey
from heataco.bench.running import DecoderMethod, DiagnosisMethod
from heataco.bench.sets import InstanceKey
from heataco.bench.task import Task
from heataco.heatmaps import Processing
from heataco.predictors import RankPrior, SoftDist

names = st.text(st.characters(codec="utf-8"), max_size=8)
plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)
contents = st.dictionaries(names, plain, max_size=5)


def task(**changes):
    values = {
        "instance": InstanceKey(0, file="a.npz"),
        "heat": HeatKey(predictor=SoftDist()),
        "method": DecoderMethod(ha.HeatACO()),
        "limits": Limits(iterations=10),
        "seed": 1,
    }
    return Task(**values | changes)


@settings(deadline=None)
@given(contents)
def test_id_does_not_depend_on_the_order_of_keys(content):
    """Another version of Python, or a reordered file, would run everything again."""
    reordered = dict(reversed(content.items()))
    assert content_id(content) == content_id(reordered)


@settings(deadline=None)
@given(contents)
def test_id_survives_a_file(content):
    """The id of a record could not be checked against its own content."""
    assert content_id(json.loads(json.dumps(content))) == content_id(content)


@settings(deadline=None)
@given(contents, contents)
def test_different_contents_have_different_ids(one, other):
    """A task would be taken for another, and never run."""
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert (content_id(one) == content_id(other)) == same


@pytest.mark.parametrize(
    "changes",
    [
        {"instance": InstanceKey(1, file="a.npz")},
        {"instance": InstanceKey(0, file="b.npz")},
        {"instance": InstanceKey(0, geometry="uniform", n=5, seed=1)},
        {"heat": None},
        {"heat": HeatKey(predictor=RankPrior())},
        {"heat": HeatKey(predictor=SoftDist(neighbours=5))},
        {"heat": HeatKey(file="a.npz")},
        {"heat": HeatKey(file="a.npz", processing=Processing(threshold=0.1))},
        {"heat": HeatKey(file="a.npz", processing=Processing(preset="difusco-mcts"))},
        {"method": DecoderMethod(ha.MMAS())},
        {"method": DecoderMethod(ha.HeatACO(kappa=1.0))},
        {"method": DecoderMethod(ha.HeatACO(evidence_cap=None))},
        {"method": DiagnosisMethod(ha.HeatACO())},
        {"instance": InstanceKey(0, family="rings", n=5, seed=1)},
        {"limits": Limits(iterations=11)},
        {"limits": Limits(seconds=10.0)},
        {"limits": Limits(seconds_per_node=0.1)},
        {"limits": Limits(iterations=10, target_gap=0.0)},
        {"seed": 2},
        {"threads": 2},
    ],
)
def test_every_part_enters_the_id(changes):
    """A changed parameter would be served with the results of the old one."""
    assert task(**changes).id != task().id


GREEDY = Task(
    InstanceKey(3, geometry="uniform", n=5, seed=1),
    None,
    DecoderMethod(ha.Greedy()),
    Limits(),
    seed=1,
)


def test_content():
    """What a result was made from could not be read from its record."""
    assert GREEDY.content == {
        "instance": {"index": 3, "geometry": "uniform", "n": 5, "seed": 1},
        "method": {
            "kind": "decoder",
            "name": "greedy",
            "parameters": {"local_search": "none", "local_search_neighbours": 20},
        },
        "budget": {},
        "seed": 1,
        "threads": 1,
    }


@pytest.mark.parametrize(
    ("changes", "pinned"),
    [
        ({}, "3feb47c8bb17362efcdd463ebe81e86cb1d1255e47c79a50902050bcd4df9a9b"),
        (
            {"heat": HeatKey(file="a.npz")},
            "2138b5a1158369bfb49721beaba59bca6a2bfa3eee070562580cf8dd1c812805",
        ),
        (
            {"heat": HeatKey(file="a.npz", processing=Processing(threshold=0.1))},
            "6cdc1bade2ca1181a5af42d61eeaa213ececde92ad2210d560837434aa542ffd",
        ),
        (
            {"instance": InstanceKey(3, family="rings", n=5, seed=1)},
            "240b0c475f4a3d424a2b2ecf3ee268e8725781c1b54068a0579ee5b8c1338ab5",
        ),
        (
            {"limits": Limits(seconds_per_node=0.001, min_seconds=0.1, include_prediction=True)},
            "4681c2e15c0238c08fff737e1546aba5ef3b9dc9f3355417f8a1f4bdafa997ce",
        ),
        ({"threads": 2}, "8533b24406aaf1744d09fbee36784cdfdec0811bd1b910b334ba2c0687dc3c8d"),
    ],
)
def test_ids_are_pinned(changes, pinned):
    """Results of earlier runs would not be found again."""
    assert replace(GREEDY, **changes).id == pinned


def test_defaults_enter_the_id(monkeypatch):
    """After a change of a default, results of the old one would be served."""

    def limits():
        return DecoderMethod(ha.MMAS()).resolved(Limits())

    before = task(limits=limits())
    assert before.content["budget"] == {"iterations": ha.MMAS.default_iterations}
    monkeypatch.setattr(ha.MMAS, "default_iterations", 7)
    assert task(limits=limits()).id != before.id


def test_none_is_left_out_at_every_level():
    """A new optional parameter would change the id of every old task."""
    assert without_none({"a": None, "b": {"c": None, "d": 0}}) == {"b": {"d": 0}}


def test_no_threshold_is_not_in_the_id():
    """Results from before thresholds would not be found again."""
    assert "threshold" not in task(heat=HeatKey(file="a.npz")).content["heat"]
