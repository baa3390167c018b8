"""Tasks: one id for one content."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import heataco as ha
from heataco.bench.budgets import Limits
from heataco.bench.heat import HeatKey
from heataco.bench.methods import Method
from heataco.bench.sets import InstanceKey
from heataco.bench.task import Task, content_id, without_none
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
        "method": Method(decoder=ha.HeatACO()),
        "limits": Limits(iterations=10),
        "seed": 1,
    }
    return Task(**values | changes)


@given(contents)
def test_id_does_not_depend_on_the_order_of_keys(content):
    """Another version of Python, or a reordered file, would run everything again."""
    reordered = dict(reversed(content.items()))
    assert content_id(content) == content_id(reordered)


@given(contents)
def test_id_survives_a_file(content):
    """The id of a record could not be checked against its own content."""
    assert content_id(json.loads(json.dumps(content))) == content_id(content)


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
        {"heat": HeatKey(file="a.npz", kind="probability", symmetrise="none")},
        {"heat": HeatKey(predictor=SoftDist(), threshold=0.1)},
        {"method": Method(decoder=ha.MMAS())},
        {"method": Method(decoder=ha.HeatACO(kappa=1.0))},
        {"method": Method(decoder=ha.HeatACO(evidence_cap=None))},
        {"method": Method(diagnosis=ha.HeatACO())},
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


# Of `GREEDY`, and of `task()` with its changes: what earlier runs have written into their files.
PINNED = {
    "greedy": "3feb47c8bb17362efcdd463ebe81e86cb1d1255e47c79a50902050bcd4df9a9b",
}

GREEDY = Task(
    InstanceKey(3, geometry="uniform", n=5, seed=1),
    None,
    Method(decoder=ha.Greedy()),
    Limits(),
    seed=1,
)


def test_id_is_stable():
    """Results of earlier runs would not be found again."""
    small = GREEDY
    assert small.content == {
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
    assert small.id == PINNED["greedy"]


def test_none_is_left_out_at_every_level():
    """A new optional parameter would change the id of every old task."""
    assert without_none({"a": None, "b": {"c": None, "d": 0}}) == {"b": {"d": 0}}


def test_no_threshold_is_not_in_the_id():
    """Results from before thresholds would not be found again."""
    heat = HeatKey(file="a.npz", kind="probability", symmetrise="none")
    assert "threshold" not in task(heat=heat).content["heat"]
