"""The page in a real browser: colours, sizes and names of what is on it."""

import pytest

AXE = pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_accessibility(open_tab, server, scheme, width):
    """Colours would be too faint to read, or something have no name or be too small to hit."""
    tab = open_tab(viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True)

    def faults():
        tab.page.evaluate(AXE)
        return [
            (fault["id"], [node["target"] for node in fault["nodes"]])
            for fault in tab.page.evaluate("axe.run().then(found => found.violations)")
        ]

    tab.visit(server.address)
    assert faults() == []
    tab.generate(100)
    tab.start(5, beside="none", heat="softdist")
    tab.wait_state("done,done")
    tab.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    tab.page.fill("#node-number", "3")
    tab.page.keyboard.press("Enter")
    tab.wait_text("#node", "Node 3 at")
    tab.page.click("#diagnose")
    tab.page.wait_for_selector("#findings li")
    tab.page.fill("#seed", "-1")
    tab.page.click("#start")
    tab.wait_text("#problem", "seed is -1")
    assert faults() == []
    tab.picture(f"all_open_{scheme}_{width}")
    tab.check_width()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("dark", {"color_scheme": "dark"}),
        ("narrow", {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"}),
        ("narrowest", {"viewport": {"width": 320, "height": 568}, "color_scheme": "light"}),
    ],
)
def test_dark_and_narrow(open_tab, server, name, options):
    """The page could not be read at night, or on a telephone."""
    tab = open_tab(**options)
    tab.visit(server.address)
    tab.generate(300, "clusters_10_05")
    tab.start(20)
    tab.wait_state("done")
    tab.picture(name)
    tab.check_width()
