"""The page in a real browser."""

import re
import struct
import time

import numpy as np
import pytest
from tests.view.conftest import Server

import heataco as ha

LONG = "1000000000"
# Whether the map has pixels that are rather green, which only what is learned is.
SHOWS_LEARNED = """() => {
    const map = document.querySelector("#map0");
    const { data } = map.getContext("2d").getImageData(0, 0, map.width, map.height);
    for (let i = 0; i < data.length; i += 4) {
        if (data[i + 1] > data[i] + 60 && data[i + 1] > data[i + 2] + 20) return true;
    }
    return false;
}"""


@pytest.fixture
def instance_file(tmp_path):
    """Write an instance with a best-known cost, as it comes from TSPLIB."""
    points = np.random.default_rng(7).integers(0, 1_000, (80, 2)).astype(float)
    path = tmp_path / "city80.tsp"
    ha.write_tsplib(ha.Instance.from_coordinates(points, metric="EUC_2D", name="city80"), path)
    return path


def _drop(tab, path):
    """Drop a file on the page, as from a folder."""
    data = tab.page.evaluate_handle(
        """([name, bytes]) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], name));
            return data;
        }""",
        [path.name, list(path.read_bytes())],
    )
    tab.page.dispatch_event("body", "drop", {"dataTransfer": data})


def _start(tab, iterations, **choices):
    tab.page.fill("#iterations", str(iterations))
    tab.page.fill("#threads", "1")
    for name, value in choices.items():
        tab.page.select_option(f"#{name}", value)
    tab.page.click("#start")


def _fetch(tab, link):
    with tab.page.expect_download() as waiting:
        tab.page.click(link)
    return waiting.value.path().read_bytes()


def test_drop_run_and_take_away(tab, instance_file, tmp_path):
    """Whoever drops a file and starts would get nothing, or other files than the page shows."""
    _drop(tab, instance_file)
    tab.wait_text("#instance-text", "city80: 80 nodes, EUC_2D")
    _start(tab, 40, heat="softdist")
    tab.wait_state("done")
    assert "iteration limit" in tab.text("#verdict")
    assert "trust" in tab.text("#verdict")
    tab.page.click("#take summary")
    instance = ha.read_tsplib(instance_file)
    result = ha.decode(instance, "softdist", iterations=40, seed=0)
    ha.write_tour(result.tour, tmp_path / "a.tour", cost=result.cost, instance=instance)
    ha.write_tour(result.tour, tmp_path / "a.csv", cost=result.cost, instance=instance)
    assert _fetch(tab, "text=tour.tour") == (tmp_path / "a.tour").read_bytes()
    assert _fetch(tab, "text=tour.csv") == (tmp_path / "a.csv").read_bytes()
    assert _fetch(tab, "text=tour.svg").startswith(b"<svg")
    assert b'"decoder": "focused"' in _fetch(tab, "text=record.json")
    picture = _fetch(tab, "text=tour.png")
    width, height = struct.unpack(">II", picture[16:24])
    box = tab.page.locator("#map0").bounding_box()
    assert picture.startswith(b"\x89PNG")
    assert (width, height) == (round(box["width"]) - 2, round(box["height"]) - 2)
    shell = tab.page.input_value("#shell")
    assert shell.startswith("heataco decode city80.tsp --predictor softdist --decoder focused")
    tab.picture("take_away")


def test_bad_file_is_a_sentence(tab, tmp_path):
    """A broken file would be dropped without a word."""
    path = tmp_path / "broken.csv"
    path.write_text("x,y\n1,2\n3,oops\n")
    _drop(tab, path)
    tab.wait_text("#alert-text", "broken.csv:3")
    tab.picture("bad_file")


def test_pause_resume_stop(tab):
    """The buttons would not do what they say."""
    tab.generate(300, "clusters_10_05")
    _start(tab, LONG, heat="softdist")
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
    _start(tab, 25, heat="alpha", beside="none")
    tab.wait_state("done,done")
    tab.wait_text("#comparison", "In this pair of runs it ")
    assert tab.page.locator("#map1").is_visible()
    tab.picture("side_by_side")
    tab.page.click("#test")
    tab.wait_text("#comparison", "with 8 seeds")


@pytest.mark.parametrize(("decoder", "word"), [("mmas", "trails"), ("focused", "agreement")])
def test_what_is_learned_is_shown(tab, decoder, word):
    """Nobody would see how trails form, or what the tours agree on."""
    tab.generate(200)
    assert not tab.page.locator("#learned-field").is_visible()
    _start(tab, LONG, heat="softdist", decoder=decoder)
    tab.wait_text("#learned-text", word)
    tab.wait_state("running")
    tab.page.uncheck("#show-heat")
    tab.page.uncheck("#show-tour")
    tab.page.wait_for_function(SHOWS_LEARNED)
    tab.picture(word)
    tab.page.uncheck("#show-learned")
    tab.page.wait_for_function(f"() => !({SHOWS_LEARNED})()")
    tab.page.click("#stop")
    tab.wait_state("done")


def test_inspect_by_keyboard_and_mouse(tab):
    """Nodes could not be inspected, or the map not be used without a mouse."""
    tab.page.click("#draw")
    box = tab.page.locator("#map0").bounding_box()
    for x, y in ((0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7), (0.5, 0.45)):
        tab.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    tab.page.click("#use-points")
    tab.wait_text("#instance-text", "drawn: 5 nodes")
    _start(tab, 3, heat="distance")
    tab.wait_state("done")
    tab.page.focus("#map0")
    for key in ("ArrowLeft", "+", "+", "-", "0"):
        tab.page.keyboard.press(key)
    box = tab.page.locator("#map0").bounding_box()  # using the keys may have scrolled the page
    # The first point is the upper left corner of what the map now fits.
    side = 0.94 * min(box["width"], box["height"])
    slope = box["height"] / box["width"]
    centre = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.page.mouse.click(centre[0] - side / 2, centre[1] - side / 2 * slope)
    tab.wait_text("#node", "Node 0 at")
    assert tab.page.locator("#node tbody tr").count() == 4
    tab.page.click("#report-details summary")
    tab.page.click("#diagnose")
    tab.page.wait_for_function("() => document.querySelectorAll('#findings li').length > 0")
    tab.picture("inspected")


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
        _start(tab, LONG, heat="softdist")
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


def _counts(tab):
    """Return how often the maps were shown, and how many pictures of them were drawn."""
    return [int(tab.page.get_attribute("body", f"data-{n}")) for n in ("frames", "pictures")]


def test_maps_without_size_are_not_drawn(tab):
    """A map that a style or a small window leaves no place would keep a processor busy."""
    tab.generate(20)
    tab.page.evaluate("() => { document.querySelector('#map0').style.height = '0'; }")
    tab.page.click("#show-nodes")  # has the maps drawn anew
    pause = "() => new Promise((done) => setTimeout(done, 300))"
    tab.page.evaluate(pause)
    before = _counts(tab)
    tab.page.evaluate(pause)
    assert _counts(tab) == before
    tab.page.evaluate("() => { document.querySelector('#map0').style.height = ''; }")
    tab.page.wait_for_function("(n) => document.body.dataset.pictures > n", arg=before[1])


def test_many_nodes_do_not_freeze_the_page(tab, record_property):
    """A page with 100,000 nodes could not be moved, or not be stopped."""
    tab.page.set_default_timeout(300_000)  # the search itself takes a while to begin
    tab.generate(100_000)
    _start(tab, LONG, heat="distance", decoder="focused")
    tab.wait_state("running")
    box = tab.page.locator("#map0").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.page.mouse.move(*middle)
    tab.picture("many_nodes_fitted")
    before, start = _counts(tab), time.monotonic()
    for step in range(60):
        tab.page.mouse.wheel(0, -15)
        tab.page.mouse.move(middle[0] + 3 * step, middle[1] + 2 * step)
        if step == 20:
            tab.page.mouse.down()
    tab.page.mouse.up()
    seconds = time.monotonic() - start
    frames, pictures = (now - then for now, then in zip(_counts(tab), before, strict=True))
    record_property("frames_per_second", frames / seconds)
    record_property("pictures_per_second", pictures / seconds)
    print(
        f"100,000 nodes, zooming and moving for {seconds:.1f} s while searching: "
        f"{frames / seconds:.1f} frames per second, {pictures / seconds:.1f} drawn anew"
    )
    assert frames > 0
    tab.picture("many_nodes")
    tab.page.click("#stop")
    tab.wait_state("done")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("dark", {"color_scheme": "dark"}),
        ("narrow", {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"}),
    ],
)
def test_dark_and_narrow(open_tab, server, name, options):
    """The page could not be read at night, or on a telephone."""
    tab = open_tab(**options)
    tab.visit(server.address)
    tab.generate(300, "clusters_10_05")
    _start(tab, 20)
    tab.wait_state("done")
    tab.picture(name)
    overflow = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


def test_several_tabs(open_tab, server):
    """Two tabs would disturb each other."""
    tabs = [open_tab(), open_tab()]
    for tab, nodes in zip(tabs, (50, 60), strict=True):
        tab.visit(server.address)
        tab.generate(nodes)
    for tab in tabs:
        _start(tab, 10, heat="distance")
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
