"""What values show of themselves at a prompt and in a notebook."""

import html
import re
import sys
from dataclasses import replace

import numpy as np
import pytest
from tests.support import points_instance, wide_instance

import heataco as ha
from heataco._arrays import FrozenArrays
from heataco._cards import Card, number

N = 300
INSTANCE = points_instance(N).relabelled(name="<b>town</b>", best_known=1.0)
HEATMAP = ha.predictors.SoftDist().predict(INSTANCE)
RESULT = ha.decode(INSTANCE, HEATMAP, iterations=1)
REPORT = ha.diagnose(INSTANCE, HEATMAP, RESULT.tour)
ITEM = ha.LabelledInstance(INSTANCE, RESULT.tour)
SHOWN = {
    "Instance": INSTANCE,
    "Heatmap": HEATMAP,
    "Result": RESULT,
    "Report": REPORT,
    "LabelledInstance": ITEM,
    "LabelledSet": ha.LabelledSet([ITEM] * 1_000),
    "Results": ha.Results([RESULT] * 1_000),
    "Trace": RESULT.trace,
    "AlphaNearness": ha.predictors.Alpha().measure(INSTANCE),
    "HeatmapComparison": ha.compare_heatmap(INSTANCE, HEATMAP, iterations=1),
    "Density": REPORT.density,
    "Degrees": REPORT.degrees,
    "Bands": REPORT.bands,
}


@pytest.mark.parametrize("name", SHOWN)
def test_short_and_escaped(name):
    """A set would put megabytes into a notebook, or a name run as a script there."""
    value = SHOWN[name]
    text, card = repr(value), value._repr_html_()
    assert text.startswith(f"{name}(")
    assert len(text) < 250
    assert "\n" not in text
    assert "array" not in text
    assert len(card) < 4_000
    assert "<b>" not in card
    assert set(re.findall(r"</?(\w+)", card)) <= {"table", "caption", "tr", "th", "td"}
    assert card.count("<tr>") == card.count("</tr>") <= 12


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (7153.0, "7153"),
        (10.508274, "10.50827"),
        (142382641.0, "142382641"),
        (12345678.91, "12345678.9"),
        (2e15, "2e+15"),
        (float("inf"), "inf"),
    ],
)
def test_costs_are_not_cut(cost, text):
    """The lengths of large TSPLIB instances would lack their last digits."""
    result = replace(RESULT, cost=cost)
    assert f"cost={text}, " in repr(result)
    assert f"mean cost {text}, " in repr(ha.Results([result]))
    assert number(cost, ",").replace(",", "") == text


def test_what_they_say():
    """The few words would leave out what one wants to know."""
    assert repr(points_instance(5)) == "Instance(n=5, metric=euclidean)"
    assert repr(wide_instance(5)) == "Instance(n=5, metric=EXPLICIT, directed=True)"
    assert "name='<b>town</b>', n=300" in repr(INSTANCE)
    assert f"edges={HEATMAP.nnz}" in repr(HEATMAP)
    assert repr(ha.Heatmap.from_dense(np.zeros((3, 3)))) == "Heatmap(n=3, edges=0, per_node=0)"
    assert f"cost={RESULT.cost:.7g}, gap={RESULT.gap:.4g} %" in repr(RESULT)
    assert "1,000 results" in repr(SHOWN["Results"])
    assert "1,000 instances, n=300, 1,000 with a tour" in repr(SHOWN["LabelledSet"])
    mixed = ha.LabelledSet(ha.LabelledInstance(points_instance(n)) for n in (5, 9, 7))
    assert repr(mixed) == "LabelledSet(3 instances, n=5..9, 0 with a tour)"
    assert repr(ha.Results([])) == "Results(0 results)"
    assert repr(SHOWN["LabelledSet"][:100]) == "LabelledSet(100 instances, n=300, 100 with a tour)"
    assert SHOWN["Results"][0] is RESULT
    assert f"grade={REPORT.verdict.grade}" in repr(REPORT)


def test_ends_of_a_path():
    """Who gave `start="Depot"` would read of node 17."""
    path = ha.solve(points_instance(5), iterations=1, closed=False, start=3, end=1)
    assert "path=from 3 to 1, " in repr(path)
    named = replace(path, ids=("Depot\n", *"abc", "<Home>"))
    assert r"path=from 'Depot\n' to '<Home>', " in repr(named)
    assert "&lt;Home&gt;" in named._repr_html_()


def test_every_class_with_arrays_is_short():
    """A class whose decorator lacks repr=False would print its arrays."""
    kinds = FrozenArrays.__subclasses__()
    assert len(kinds) > 10
    assert {kind.__name__ for kind in kinds if kind.__repr__ is not Card.__repr__} == set()


def test_gap_of_rounding_errors():
    """An optimal tour would be said to be 3e-14 % too long, or too short."""
    almost = replace(RESULT, bound=RESULT.cost * (1 - 1e-15))
    assert almost.proven_gap > 0
    assert "proven_gap=0 %" in repr(almost)
    assert "proven_gap=0 %" in repr(replace(RESULT, bound=RESULT.cost * (1 + 1e-15)))


def test_comparison():
    """A notebook would show the figures of a comparison but not its answer."""
    comparison = SHOWN["HeatmapComparison"]
    assert f"answer={comparison.answer}" in repr(comparison)
    assert str(comparison) in html.unescape(comparison._repr_html_())


def test_gap():
    """A result would need its instance to say how good it is."""
    assert RESULT.gap == INSTANCE.gap(RESULT.cost)
    assert RESULT.to_dict()["gap"] == RESULT.gap
    assert "instance" not in RESULT.to_dict()
    unknown = ha.decode(points_instance(5), iterations=0)
    assert unknown.gap is None
    assert replace(RESULT, instance=None).gap is None


@pytest.mark.parametrize(
    "draw",
    [
        RESULT.plot,
        lambda: RESULT.plot(HEATMAP),
        INSTANCE.plot,
        wide_instance(6).plot,
        wide_instance(600).plot,
        HEATMAP.plot,
        lambda: HEATMAP.plot(INSTANCE, reference=RESULT.tour),
        REPORT.plot,
        lambda: REPORT.plot(INSTANCE, HEATMAP, reference=RESULT.tour),
    ],
)
def test_pictures_show_in_notebooks(draw):
    """A cell would print the address of an object in place of a picture."""
    pytest.importorskip("matplotlib")
    assert draw()._repr_png_().startswith(b"\x89PNG")


def test_pictures_on_given_axes():
    """A picture could not be one of several."""
    figure = pytest.importorskip("matplotlib.figure").Figure()
    axes = figure.subplots(1, 3)
    assert INSTANCE.plot(ax=axes[0]) is axes[0]
    assert RESULT.plot(ax=axes[1]) is axes[1]
    assert HEATMAP.plot(ax=axes[2]) is axes[2]
    with pytest.raises(ValueError, match="has no instance; draw it with"):
        replace(RESULT, instance=None).plot()


def test_without_matplotlib(monkeypatch):
    """Someone without matplotlib would not learn how to get it."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for draw in (RESULT.plot, INSTANCE.plot, HEATMAP.plot, REPORT.plot):
        with pytest.raises(ImportError, match=r"pip install 'heataco\[plot\]'"):
            draw()
