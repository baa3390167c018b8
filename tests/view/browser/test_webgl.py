"""The map of the page in a real browser, where graphics fail."""

from tests.view.browser.conftest import LONG, SHARP, SHOWS_LEARNED

# Keeps the contexts of WebGL, and makes none where it is switched off.
CONTEXTS = """(off) => {
    const { getContext } = HTMLCanvasElement.prototype;
    window.contexts = [];
    HTMLCanvasElement.prototype.getContext = function (kind, options) {
        if (kind !== "webgl2") return getContext.call(this, kind, options);
        if (off) return null;
        contexts.push(getContext.call(this, kind, options));
        return contexts.at(-1);
    };
}"""


def test_a_graphics_card_that_forgets(open_tab, server):
    """After a machine has slept, the map would be blank, and the page ask for no more states."""
    tab = open_tab()
    tab.page.add_init_script(f"({CONTEXTS})(false)")
    tab.visit(server.address)
    tab.generate(100)
    tab.start(LONG, heat="softdist")
    tab.page.wait_for_function(SHOWS_LEARNED)
    tab.page.evaluate(
        """() => {
            const lost = contexts[0].getExtension("WEBGL_lose_context");
            lost.loseContext();
            return new Promise((done) => setTimeout(done, 300)).then(() => lost.restoreContext());
        }"""
    )
    before = tab.text("#numbers")
    tab.page.wait_for_function(
        "t => document.querySelector('#numbers').textContent !== t", arg=before
    )
    tab.page.click("#stop")
    tab.wait_state("done")
    tab.page.wait_for_selector(SHARP)
    assert tab.page.evaluate(SHOWS_LEARNED)


def test_without_webgl(open_tab, server):
    """Where there is no WebGL, there would be no map."""
    tab = open_tab()
    tab.page.add_init_script(f"({CONTEXTS})(true)")
    tab.visit(server.address)
    tab.generate(100)
    tab.start(30, heat="softdist")
    tab.wait_state("done")
    tab.page.wait_for_selector(SHARP)
    assert tab.page.evaluate(SHOWS_LEARNED)
    tab.picture("without_webgl")
