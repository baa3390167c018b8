"""A real browser, and a page of the server in it."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import heataco as ha

sync_api = pytest.importorskip("playwright.sync_api")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# Kept after the tests, to be looked at.
PICTURES = Path(__file__).parents[3] / "build" / "view"
LONG = "1000000000"  # iterations that no test waits for
SHARP = "#panes[aria-busy=false]"  # once the map is drawn
# Whether the map has pixels that are rather green, which only what is learned is.
SHOWS_LEARNED = """() => {
    const map = document.querySelector("#map0");
    const { data } = map.getContext("2d").getImageData(0, 0, map.width, map.height);
    for (let i = 0; i < data.length; i += 4) {
        if (data[i + 1] > data[i] + 60 && data[i + 1] > data[i + 2] + 20) return true;
    }
    return false;
}"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Return headless Chromium; skip where it is not installed."""
    if CHROMIUM is None:
        pytest.skip("no chromium: make test-view")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--enable-unsafe-swiftshader", "--use-gl=angle"],
        )
        yield browser
        browser.close()


class Tab:
    """A page in the browser, and what every test does with it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.problems: list[str] = []
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self._check_request)

    def _check_request(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "blob:", "data:")):
            self.problems.append(f"asks for {request.url}")

    def visit(self, address: str) -> None:
        """Open the page and wait until it is connected."""
        self.page.goto(address)
        self.page.wait_for_selector("#connection[data-state=open]")

    def generate(self, nodes: int, family: str = "uniform") -> None:
        """Generate an instance and wait until it is there."""
        self.page.select_option("#family", family)
        self.page.fill("#nodes", str(nodes))
        self.page.click("#generate")
        self.wait_text("#instance-text", f"{nodes:,} nodes")

    def drop(self, path: Path) -> None:
        """Drop a file on the page, as from a folder."""
        data = self.page.evaluate_handle(
            """([name, bytes]) => {
                const data = new DataTransfer();
                data.items.add(new File([new Uint8Array(bytes)], name));
                return data;
            }""",
            [path.name, list(path.read_bytes())],
        )
        self.page.dispatch_event("body", "drop", {"dataTransfer": data})

    def start(self, iterations: int | str, **choices: str) -> None:
        """Start a search on one thread."""
        self.page.fill("#iterations", str(iterations))
        self.page.fill("#threads", "1")
        for name, value in choices.items():
            self.page.select_option(f"#{name}", value)
        self.page.click("#start")

    def fetch(self, link: str) -> bytes:
        """Return what a download holds."""
        with self.page.expect_download() as waiting:
            self.page.click(link)
        return bytes(waiting.value.path().read_bytes())

    def wait_text(self, selector: str, text: str) -> None:
        """Wait until an element holds a text."""
        self.page.wait_for_function(
            "([s, t]) => document.querySelector(s)?.textContent.includes(t)", arg=[selector, text]
        )

    def wait_state(self, state: str) -> None:
        """Wait until the searches are in a state, such as "done" or "done,done"."""
        self.page.wait_for_selector(f'body[data-state="{state}"]')

    def picture(self, name: str) -> None:
        """Keep a screenshot, after the next frame."""
        self.page.evaluate(
            "() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))"
        )
        self.page.screenshot(path=PICTURES / f"{name}.png", full_page=True)

    def check_width(self) -> None:
        """Nothing may lie beside the window, or beside its part of the page."""
        assert self.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert not self.page.evaluate(
            """() => [...document.querySelectorAll("main > section")].flatMap((section) => {
                const end = section.getBoundingClientRect().right + 1;
                return [...section.querySelectorAll("label, button, p")]
                    .filter((one) => one.getBoundingClientRect().right > end)
                    .map((one) => one.textContent.trim());
            })"""
        )

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return self.page.text_content(selector)


@pytest.fixture
def open_tab(browser: Any) -> Iterator[Any]:
    """Return a function that opens a tab; no page may run into an error."""
    tabs = []

    def open_one(**options: Any) -> Tab:
        options = {"viewport": {"width": 1440, "height": 900}, **options}
        tab = Tab(browser.new_context(**options).new_page())
        tabs.append(tab)
        return tab

    yield open_one
    for tab in tabs:
        tab.page.context.close()
        assert not tab.problems


@pytest.fixture
def tab(open_tab: Any, server: Any) -> Tab:
    """Return a connected page."""
    tab = open_tab()
    tab.visit(server.address)
    return tab


@pytest.fixture
def instance_file(tmp_path: Path) -> Path:
    """Write an instance with a best-known cost, as it comes from TSPLIB."""
    points = np.random.default_rng(7).integers(0, 1_000, (80, 2)).astype(float)
    path = tmp_path / "city80.tsp"
    ha.write_tsplib(ha.Instance.from_coordinates(points, metric="EUC_2D", name="city80"), path)
    return path
