"""The documentation site in a real browser, where `make docs` has built it."""

import functools
import http.server
import threading
from pathlib import Path

import pytest

SITE = Path(__file__).parents[3] / "build" / "site"
AXE = pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT
# Wide tables are scrolled by the theme, which gives them no place among the keys.
RULES = """{
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    rules: {"scrollable-region-focusable": {enabled: false}},
}"""
PAGES = ("guide/faq", "reference/api", "tutorials/pictures")


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *message):
        pass


@pytest.fixture(scope="module")
def site():
    """Serve the site, and return its address."""
    if not (SITE / "index.html").exists():
        pytest.skip("no site: make docs")
    handler = functools.partial(_Quiet, directory=SITE)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("words", "title"), [("Concorde", "Questions"), ("decode_batch", "Python API")]
)
def test_search(open_tab, site, words, title):
    """Whoever searches would find nothing, or ask a server elsewhere."""
    tab = open_tab()
    tab.page.goto(f"{site}/index.html")
    tab.page.click(".md-search__input")
    tab.page.keyboard.type(words)
    tab.wait_text(".md-search-result__list", title)
    tab.picture(f"site_search_{words}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_pages_can_be_read(open_tab, site, page, scheme):
    """Text would be too faint, links look like text, or a page be wider than a telephone."""
    tab = open_tab(color_scheme=scheme, viewport={"width": 390, "height": 844})
    tab.page.goto(f"{site}/{page}.html")
    tab.page.evaluate(AXE)
    found = tab.page.evaluate(f"axe.run('.md-content', {RULES})")
    assert [(one["id"], one["nodes"][0]["target"]) for one in found["violations"]] == []
    tab.check_width()
