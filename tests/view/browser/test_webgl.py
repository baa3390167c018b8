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


def _goes_on_to_the_end(tab):
    """Wait until another state of the search is shown; stop it, and check the last picture."""
    before = tab.text("#numbers")
    tab.page.wait_for_function(
        "t => document.querySelector('#numbers').textContent !== t", arg=before
    )
    tab.page.click("#stop")
    tab.wait_state("done")
    tab.page.wait_for_selector(SHARP)
    assert tab.page.evaluate(SHOWS_LEARNED)


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
    _goes_on_to_the_end(tab)


def test_a_picture_that_is_lost_while_it_is_drawn(open_tab, server):
    """The page would wait for that picture for ever, and show nothing more of the search."""
    tab = open_tab()
    tab.page.add_init_script(f"({CONTEXTS})(false)")
    tab.visit(server.address)
    tab.generate(100)
    tab.start(LONG, heat="softdist")
    tab.page.wait_for_function(SHOWS_LEARNED)
    tab.page.evaluate(
        """async () => {
            const pause = () => new Promise((done) => setTimeout(done, 300));
            const [gl, held, next] = [contexts[0], [], window.requestAnimationFrame];
            gl.getSyncParameter = () => gl.UNSIGNALED; // the picture takes a while
            await pause();
            window.requestAnimationFrame = (call) => held.push(call); // nobody looks after it
            await pause();
            const lost = gl.getExtension("WEBGL_lose_context");
            lost.loseContext();
            await pause();
            lost.restoreContext();
            await pause();
            delete gl.getSyncParameter;
            window.requestAnimationFrame = next;
            for (const call of held) next(call);
        }"""
    )
    _goes_on_to_the_end(tab)


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
