"""The page in a real browser."""

import json
import re
import struct

import numpy as np
import pytest
from tests.view.browser.conftest import LONG
from tests.view.conftest import Server

import heataco as ha
from heataco.plotting.vector import tour_svg


@pytest.fixture
def instance_file(tmp_path):
    """Write an instance with a best-known cost, as it comes from TSPLIB."""
    points = np.random.default_rng(7).integers(0, 1_000, (80, 2)).astype(float)
    path = tmp_path / "city80.tsp"
    ha.write_tsplib(ha.Instance.from_coordinates(points, metric="EUC_2D", name="city80"), path)
    return path


def test_drop_run_and_take_away(tab, instance_file, tmp_path):
    """Whoever drops a file and starts would get nothing, or other files than the page shows."""
    tab.drop(instance_file)
    tab.wait_text("#instance-text", "city80: 80 nodes, EUC_2D")
    tab.start(40, heat="softdist")
    tab.wait_state("done")
    assert "iteration limit" in tab.text("#verdict")
    assert "trust" in tab.text("#verdict")
    tab.page.click("#take summary")
    instance = ha.read_tsplib(instance_file)
    result = ha.decode(instance, "softdist", iterations=40, seed=0)
    ha.write_tour(result.tour, tmp_path / "a.tour", cost=result.cost, instance=instance)
    ha.write_tour(result.tour, tmp_path / "a.csv", cost=result.cost, instance=instance)
    assert tab.fetch("text=tour.tour") == (tmp_path / "a.tour").read_bytes()
    assert tab.fetch("text=tour.csv") == (tmp_path / "a.csv").read_bytes()
    heatmap = result.prediction.heatmap
    assert tab.fetch("text=tour.svg") == tour_svg(instance, result.tour, heatmap).encode()
    record = json.loads(tab.fetch("text=record.json"))
    assert (record["tour"], record["cost"]) == (result.tour.tolist(), result.cost)
    assert (record["decoder"], record["seed"], record["threads"]) == ("focused", 0, 1)
    picture = tab.fetch("text=tour.png")
    width, height = struct.unpack(">II", picture[16:24])
    box = tab.page.locator("#map0").bounding_box()
    assert picture.startswith(b"\x89PNG")
    assert (width, height) == (round(box["width"]) - 2, round(box["height"]) - 2)
    shell = tab.page.input_value("#shell")
    assert shell.startswith("heataco decode city80.tsp --predictor softdist --decoder focused")
    tab.picture("take_away")


def test_a_tour_on_the_map_of_the_world(tab, tmp_path):
    """Whoever drops places would get no GeoJSON, or another than the package writes."""
    places = np.random.default_rng(2).uniform((36, -9), (60, 25), (30, 2))
    (tmp_path / "towns.csv").write_text(
        "lat,lon\n" + "".join(f"{lat:.4f},{lon:.4f}\n" for lat, lon in places)
    )
    tab.drop(tmp_path / "towns.csv")
    tab.wait_text("#instance-text", "towns: 30 nodes, latlon_km")
    tab.start(10, heat="distance")
    tab.wait_state("done")
    tab.wait_text("#cost0", " km")
    tab.page.click("#take summary")
    (item,) = ha.read_instances(tmp_path / "towns.csv")
    result = ha.decode(item.instance, "distance", iterations=10, seed=0)
    path = tmp_path / "tour.geojson"
    ha.write_tour(result.tour, path, cost=result.cost, instance=item.instance)
    assert tab.fetch("text=tour.geojson") == path.read_bytes()


def test_bad_file_is_a_sentence(tab, tmp_path):
    """A broken file would be dropped without a word."""
    path = tmp_path / "broken.csv"
    path.write_text("x,y\n1,2\n3,oops\n")
    tab.drop(path)
    tab.wait_text("#alert-text", "broken.csv:3")
    tab.picture("bad_file")


@pytest.mark.parametrize(
    ("field", "value", "button"),
    [
        ("#seed", "-1", "#start"),
        ("#threads", "0", "#start"),
        ("#nodes", "100001", "#generate"),
        ("#family-seed", "-1", "#generate"),
        ("#decoder-parameters [data-name=depth]", "abc", "#start"),
        ("#decoder-parameters [data-name=depth]", "0", "#start"),
    ],
)
def test_errors_stand_beside_their_field(tab, field, value, button):
    """A sentence about a field would stand above the page, where nobody who edits it looks."""
    tab.generate(20)
    if "parameters" in field:
        tab.page.click("#decoder-parameters summary")
    usual = tab.page.input_value(field)
    tab.page.fill(field, value)
    tab.page.click(button)
    tab.wait_text("#problem", value)
    assert tab.page.is_hidden("#alert")
    assert tab.page.get_attribute(field, "aria-invalid") == "true"
    assert tab.page.evaluate("field => document.activeElement.matches(field)", field)
    tab.page.fill(field, usual)
    tab.page.click(button)
    tab.page.wait_for_selector("#problem", state="detached")
    assert tab.page.get_attribute(field, "aria-invalid") is None


def test_empty_fields_mean_what_they_suggest(tab):
    """Whoever clears the seed would get a sentence about None."""
    tab.generate(20)
    tab.page.fill("#seed", "")
    tab.start(2, heat="distance")
    tab.wait_state("done")
    assert "--seed 0 " in tab.page.input_value("#shell")


def test_pause_resume_stop(tab):
    """The buttons would not do what they say."""
    tab.generate(300, "clusters_10_05")
    tab.start(LONG, heat="softdist")
    tab.wait_state("running")
    tab.page.click("#pause")
    tab.wait_state("paused")
    tab.page.wait_for_timeout(500)
    before = tab.text("#numbers")
    tab.page.wait_for_timeout(500)
    assert tab.text("#numbers") == before
    tab.picture("paused")
    tab.page.click("#pause")
    tab.wait_state("running")
    tab.page.wait_for_function(
        "before => document.querySelector('#numbers').textContent !== before", arg=before
    )
    tab.page.click("#stop")
    tab.wait_state("done")
    assert "asked to stop" in tab.text("#verdict")
    tab.page.fill("#iterations", "5")
    tab.page.click("#warm")
    tab.page.wait_for_function(
        "() => document.querySelector('#shell').value.includes('--initial-tour')"
    )
    tab.wait_state("done")


def test_side_by_side(tab):
    """Two searches could not be compared."""
    tab.generate(400, "rings")
    tab.start(25, heat="alpha", beside="none")
    tab.wait_state("done,done")
    tab.wait_text("#comparison", "In this pair of runs it ")
    assert tab.page.locator("#map1").is_visible()
    titles = tab.page.locator("#numbers thead th").all_text_contents()
    assert [title.strip() for title in titles] == [tab.text("#name0"), tab.text("#name1")]
    tab.picture("side_by_side")
    tab.page.click("#test")
    tab.wait_text("#comparison", "with 8 seeds")


def test_labels(tab):
    """A screen reader would read out fields without names."""
    unnamed = tab.page.evaluate(
        """() => [...document.querySelectorAll('input, select, textarea, button, canvas')]
            .filter(e => !e.labels?.length && !e.textContent.trim())
            .filter(e => !e.getAttribute('aria-label'))
            .map(e => e.id)"""
    )
    assert unnamed == []


def test_reconnect_after_the_server_was_killed(open_tab):
    """A page would be dead, and its tour lost, once the server is."""
    server = Server()
    tab = open_tab()
    try:
        tab.visit(server.address)
        tab.generate(100)
        tab.start(LONG, heat="softdist")
        tab.wait_state("running")
        server.process.kill()
        tab.page.wait_for_selector("#connection[data-state=lost]")
        assert "connection to the server is lost" in tab.text("#alert-text")
        tab.picture("lost")
        server.close()
        server = Server(port=server.port)
        tab.page.wait_for_selector("#connection[data-state=open]")
        tab.page.wait_for_function("() => !document.querySelector('#warm').disabled")
        tab.wait_text("#instance-text", "100 nodes")
        tab.page.fill("#iterations", "2")
        tab.page.click("#warm")
        tab.wait_state("done")
    finally:
        server.close()


def test_several_tabs(open_tab, server):
    """Two tabs would disturb each other."""
    tabs = [open_tab(), open_tab()]
    for tab, nodes in zip(tabs, (50, 60), strict=True):
        tab.visit(server.address)
        tab.generate(nodes)
    for tab in tabs:
        tab.start(10, heat="distance")
    for tab in tabs:
        tab.wait_state("done")
    assert re.search("50 nodes", tabs[0].text("#instance-text"))


def test_report_opens_offline(open_tab, tmp_path, instance_file):
    """The report of the command line would show no picture."""
    from heataco.cli.main import run

    page = tmp_path / "a.html"
    assert (
        run(["decode", str(instance_file), "--iterations", "20", "--report", str(page), "--quiet"])
        == 0
    )
    tab = open_tab(offline=True)
    tab.page.remove_listener("request", tab._check_request)
    tab.page.goto(page.as_uri())
    assert tab.page.locator("svg path.tour").is_visible()
    tab.picture("report")
