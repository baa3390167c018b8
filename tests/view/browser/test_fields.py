"""Fields of the page, in a real browser: what is wrong with them, and what they mean."""

import pytest


@pytest.mark.parametrize(
    ("field", "value", "button"),
    [
        ("#seed", "-1", "#start"),
        ("#threads", "0", "#start"),
        ("#nodes", "100001", "#generate"),
        ("#family-seed", "-1", "#generate"),
        ("#decoder-parameters [data-name=depth]", "abc", "#start"),
        ("#decoder-parameters [data-name=depth]", "0", "#start"),
        ("#decoder-parameters [data-name=heatmap_trust]", "2", "#start"),
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


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [("#seconds", "1e", "not a number"), ("#seed", str(2**64 - 1), "up to 9007199254740991")],
)
def test_numbers_are_sent_as_they_are_typed(tab, field, typed, words):
    """A slip in a limit would mean none, and a long seed be another one."""
    tab.generate(20)
    tab.page.fill(field, "")
    tab.page.type(field, typed)
    tab.page.click("#start")
    tab.wait_text("#problem", words)
    tab.page.fill(field, "")
    tab.start(1)
    tab.wait_state("done")


def test_empty_fields_mean_what_they_suggest(tab):
    """Whoever clears the seed would get a sentence about None."""
    tab.generate(20)
    tab.page.fill("#seed", "")
    tab.start(2, heat="distance")
    tab.wait_state("done")
    assert "--seed 0 " in tab.page.input_value("#shell")
