"""The page about a run."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from tests.support import directed_instance, points_instance

import heataco as ha
from heataco.cli.main import run
from heataco.plotting.trace_chart import trace_svg
from heataco.plotting.vector import tour_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_report_of_a_large_instance_is_small(tmp_path, monkeypatch):
    """A page of 10,000 nodes could not be sent by mail."""
    monkeypatch.chdir(tmp_path)
    ha.write_tsplib(points_instance(10_000, 1), "large.tsp")
    line = "decode large.tsp --predictor softdist --iterations 1 --report large.html --quiet"
    assert run(line.split()) == 0
    page = (tmp_path / "large.html").read_text()
    assert 100_000 < len(page.encode()) < 2_000_000
    assert 'class="tour"' in page
    assert 'class="heat"' in page


def test_report_stands_alone(tmp_path, monkeypatch):
    """A page would show nothing without a network, or run code."""
    monkeypatch.chdir(tmp_path)
    instance = points_instance(50).relabelled(name="<b>&")
    ha.write_tsplib(instance, "a.tsp")
    line = "decode a.tsp --iterations 5 --best-known 5 --report a.html --quiet"
    assert run(line.split()) == 0
    page = (tmp_path / "a.html").read_text().replace("http://www.w3.org/2000/svg", "")
    assert "http" not in page
    assert not re.search(r"<(script|link|img|iframe)|<b>", page)
    for words in ("trust", "iteration limit", "heat_threshold", "decoder: candidates", "gap"):
        assert words in page


@pytest.mark.parametrize(
    ("name", "words"), [("a.txt", "suffix '.txt' is unknown"), ("no/a.html", "no folder")]
)
def test_report_is_refused_before_the_search(tmp_path, monkeypatch, capsys, name, words):
    """A long search would end without the page that was asked for."""
    monkeypatch.chdir(tmp_path)
    ha.write_tsplib(points_instance(5), "a.tsp")
    assert run(["decode", "a.tsp", "--report", name]) == 3
    assert words in capsys.readouterr().err


def test_report_of_a_matrix(tmp_path, monkeypatch):
    """A run on distances alone would have no page."""
    monkeypatch.chdir(tmp_path)
    ha.write_tsplib(directed_instance(8), "a.atsp")
    line = "decode a.atsp --predictor none --iterations 2 --report a.html"
    assert run(line.split()) == 0
    assert "without coordinates" in (tmp_path / "a.html").read_text()


def test_svg_holds_the_whole_tour():
    """A picture would leave out stops, or be no picture."""
    instance = points_instance(30)
    root = ElementTree.fromstring(tour_svg(instance, np.arange(30)))
    tour = next(path for path in root.iter(f"{SVG}path") if path.get("class") == "tour")
    start, steps = re.fullmatch(r"M(\d+ \d+)l(.*)z", tour.get("d")).groups()
    places = np.cumsum([*map(float, start.split()), *map(float, steps.split())]).size // 2
    assert places == 30


@pytest.mark.parametrize("points", [[[0, 0]], [[1, 1], [1, 1]], [[0, 0], [1e150, -1e150]]])
def test_svg_of_extreme_points(points):
    """One point, or points far apart, would break the picture."""
    instance = ha.Instance.from_coordinates(np.array(points, float))
    text = tour_svg(instance, np.arange(len(points)))
    assert "nan" not in text
    ElementTree.fromstring(text)


@pytest.mark.parametrize("costs", [[3.0], [3.0, 3.0], [5.0, 4.0, 3.5], [0.0, 0.0]])
def test_trace_of_any_length(costs):
    """A search that never improved, or ended at once, would break the page."""
    rows = np.arange(len(costs))
    trace = ha.Trace(rows, rows * 0.5, np.array(costs), np.array(costs))
    ElementTree.fromstring(trace_svg(trace))


def test_costs_that_differ_by_rounding_are_one():
    """Sums of the same lengths in another order would give an axis of sixteen digits."""
    costs = np.array([3210.4767519329894, 3210.4767519329890])
    assert costs[0] > costs[1]
    trace = ha.Trace(np.arange(2), np.array([0.0, 1.0]), costs, costs)
    root = ElementTree.fromstring(trace_svg(trace))
    labels = [text.text for text in root.iter(f"{SVG}text")]
    assert all(len(label) < 10 for label in labels)
