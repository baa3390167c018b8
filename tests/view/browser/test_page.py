"""The page in a real browser."""

import json
import re
import struct

import pytest
from tests.view.browser.conftest import LONG

import heataco as ha
from heataco.plotting.vector import tour_svg


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


@pytest.mark.parametrize("clipboard", [True, False])
def test_copying_the_lines(open_tab, server, clipboard):
    """The button would do nothing where the page is not from this machine."""
    tab = open_tab()
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if not clipboard:
        tab.page.add_init_script(
            "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined, "
            "configurable: true })"
        )
    tab.visit(server.address)
    tab.generate(20)
    tab.start(2, heat="distance")
    tab.wait_state("done")
    tab.page.click("#take summary")
    tab.page.evaluate("document.querySelector('#shell').value += ' # ' + Math.random()")
    tab.page.click("[data-from=shell]")
    tab.wait_text("[data-from=shell]", "Copied")
    tab.page.evaluate("delete Navigator.prototype.clipboard")
    tab.page.focus("#python")
    tab.page.evaluate("document.querySelector('#python').readOnly = false")
    tab.page.keyboard.press("Control+A")
    tab.page.keyboard.press("Control+V")
    assert tab.page.input_value("#python") == tab.page.input_value("#shell")


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


def test_the_keyboard_goes_on(tab):
    """Whoever stops a search by the keyboard would be nowhere on the page."""
    tab.generate(60)
    tab.start(LONG, heat="softdist")
    tab.wait_state("running")
    for button in ("pause", "stop"):
        tab.page.focus(f"#{button}")
        tab.page.keyboard.press("Enter")
        tab.wait_state("paused" if button == "pause" else "done")
        now = "pause" if button == "pause" else "start"
        tab.page.wait_for_selector(f"#{now}:focus")


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
