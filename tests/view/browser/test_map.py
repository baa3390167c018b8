"""The map of the page in a real browser: layers, nodes, moving, drawing."""

import os
import time

import pytest
from tests.view.browser.conftest import LONG, SHARP, SHOWS_LEARNED

# How many pixels of the map are rather green, as what is learned is.
COLOURED = """() => {
    const map = document.querySelector("#map0");
    const { data } = map.getContext("2d").getImageData(0, 0, map.width, map.height);
    let found = 0;
    for (let i = 0; i < data.length; i += 4) found += data[i + 1] > data[i] + 20;
    return found;
}"""


@pytest.mark.parametrize(("decoder", "word"), [("mmas", "trails"), ("focused", "agreement")])
def test_what_is_learned_is_shown(tab, decoder, word):
    """Nobody would see how trails form, or what the tours agree on."""
    tab.generate(200)
    assert not tab.page.locator("#learned-field").is_visible()
    tab.start(LONG, heat="softdist", decoder=decoder)
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
    tab.start(3, heat="distance")
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


def test_node_by_its_number(tab):
    """Without a mouse no node could be inspected, and none be found among many."""
    tab.generate(40)
    tab.page.focus("#node-details summary")
    tab.page.keyboard.press("Enter")
    tab.page.focus("#node-number")
    tab.page.keyboard.type("39")
    tab.page.keyboard.press("Enter")
    tab.wait_text("#node", "Node 39 at")
    tab.page.fill("#node-number", "40")
    tab.page.keyboard.press("Enter")
    tab.wait_text("#problem", "node is 40; give a whole number from 0 to 39")


def test_drawing_leaves_a_search_alone(tab):
    """A tour would run across points that are being placed, or be gone when these are given up."""
    tab.generate(50)
    tab.start(LONG, heat="softdist")
    tab.page.wait_for_function(SHOWS_LEARNED)
    tab.page.click("#draw")
    assert tab.page.is_disabled("#use-points")
    tab.page.wait_for_function(f"() => !({SHOWS_LEARNED})()")
    tab.page.wait_for_timeout(300)  # states of the search go on arriving
    assert not tab.page.evaluate(SHOWS_LEARNED)
    tab.page.locator("#map0").click(position={"x": 200, "y": 200})
    tab.wait_text("#name0", "1 so far")
    assert tab.page.is_enabled("#use-points")
    tab.page.click("#draw")
    tab.page.wait_for_function(SHOWS_LEARNED)
    tab.wait_text("#name0", "softdist")
    tab.page.click("#stop")
    tab.wait_state("done")


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


# Zooms in by the wheel, then drags, a step for each frame of the screen; returns the seconds of the
# whole and of the longest step.
MOVE = """(steps) => new Promise((done) => {
    const map = document.querySelector("#map0");
    const { left, top, width, height } = map.getBoundingClientRect();
    const middle = [left + width / 2, top + height / 2];
    const at = (k) => ({ clientX: middle[0] + k, clientY: middle[1] + k, pointerId: 1 });
    map.setPointerCapture = () => {};  // which only knows pointers of the system
    const start = performance.now();
    let [before, longest] = [start, 0];
    const step = (k) => requestAnimationFrame(() => {
        const now = performance.now();
        [before, longest] = [now, Math.max(longest, now - before)];
        if (k === steps) {
            map.dispatchEvent(new PointerEvent("pointerup", at(k)));
            done([(now - start) / 1000, longest / 1000]);
            return;
        }
        if (k < steps / 2) map.dispatchEvent(new WheelEvent("wheel", { ...at(0), deltaY: -10 }));
        else if (k === steps / 2) map.dispatchEvent(new PointerEvent("pointerdown", at(k)));
        else map.dispatchEvent(new PointerEvent("pointermove", at(k)));
        step(k + 1);
    });
    step(0);
})"""


def test_many_nodes_do_not_freeze_the_page(tab, record_property):
    """A page with 100,000 nodes could not be moved, or not be stopped."""
    tab.page.set_default_timeout(300_000)  # the search itself takes a while to begin
    tab.generate(100_000)
    tab.start(LONG, heat="distance", decoder="focused")
    tab.wait_state("running")
    tab.page.wait_for_selector(SHARP)
    tab.picture("many_nodes_fitted")
    before, loads = _counts(tab), [os.getloadavg()[0]]
    seconds, longest = tab.page.evaluate(MOVE, 120)
    frames, pictures = (now - then for now, then in zip(_counts(tab), before, strict=True))
    start = time.monotonic()
    tab.page.wait_for_selector(SHARP)
    sharp = time.monotonic() - start
    loads.append(os.getloadavg()[0])
    record_property("frames_per_second", frames / seconds)
    record_property("seconds_until_sharp", sharp)
    print(
        f"100,000 nodes, zooming and moving for {seconds:.1f} s while searching: "
        f"{frames / seconds:.1f} frames per second, the longest {1000 * longest:.0f} ms, "
        f"{pictures} drawn anew; sharp {sharp:.1f} s after the last move; "
        f"load {loads[0]:.1f} to {loads[1]:.1f} on {os.cpu_count()} processors"
    )
    assert frames > 0
    tab.picture("many_nodes")
    tab.page.click("#stop")
    tab.wait_state("done")


# How many pixels of the corners of the map are drawn on.
CORNERS = """() => {
    const map = document.querySelector("#map0");
    const { width, height } = map;
    const side = Math.floor(Math.min(width, height) / 5);
    const context = map.getContext("2d");
    let drawn = 0;
    for (const [x, y] of [[0, 0], [width - side, height - side]]) {
        const { data } = context.getImageData(x, y, side, side);
        for (let i = 0; i < data.length; i += 4) drawn += data[i] < 200;
    }
    return drawn;
}"""


def test_what_comes_into_view_is_not_blank(tab):
    """Whoever zooms out or pans would see nothing around the last picture, for seconds if slow."""
    tab.generate(5_000)
    tab.page.wait_for_selector(SHARP)
    for _ in range(6):
        tab.page.locator("#map0").press("+")
    tab.page.wait_for_function(f"() => ({CORNERS})() > 0")
    tab.page.wait_for_selector(SHARP)
    # From now on no picture is ever finished.
    tab.page.evaluate("() => { WebGL2RenderingContext.prototype.getSyncParameter = () => 0; }")
    for _ in range(4):
        tab.page.locator("#map0").press("-")
    tab.page.wait_for_function(f"() => ({CORNERS})() > 0")


def test_weak_trails_are_left_out(tab):
    """The threshold would not move what it says, and the edges in doubt not be told apart."""
    tab.generate(200)
    assert not tab.page.locator("#learned-threshold").is_visible()
    tab.start(30, decoder="focused")
    tab.wait_text("#learned-name", "agreement")
    tab.wait_state("done")
    for layer in ("nodes", "heat", "tour", "marked"):
        tab.page.uncheck(f"#show-{layer}")
    tab.page.wait_for_selector(SHARP)
    drawn = []
    for percent in ("0", "99"):
        tab.page.fill("#learned-threshold", percent)
        tab.wait_text("#learned-threshold-text", f"{percent} %")
        tab.page.wait_for_selector(SHARP)
        drawn.append(tab.page.evaluate(COLOURED))
    assert drawn[0] > drawn[1] > 0
