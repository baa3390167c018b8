"""The page in a real browser."""


def test_run_from_start_to_end(tab):
    """A newcomer would open the page and nothing would happen."""
    tab.generate(1000)
    tab.picture("instance")
    tab.page.fill("#iterations", "300")
    tab.page.click("#start")
    tab.wait_state("running")
    tab.wait_text("#numbers", "iterations/s")
    tab.picture("running")
    tab.wait_state("done")
    tab.picture("done")
    assert "iteration limit" in tab.text("#verdict")
