"""`heataco demo`: the first thing that a new user runs."""

import pytest

SMALL = "demo --nodes 20 --seed 2"


def test_table_and_picture(heataco, files):
    """The first impression would be a failure, or a gap to nobody knows what."""
    pytest.importorskip("matplotlib")
    answer = heataco(SMALL)
    assert answer.code == 0
    for words in (
        "greedy",
        "mcts",
        "mmas + 2opt",
        "heataco + 2opt",
        "focused, prediction included",
        "ha.solve(points)",
        "The gap is to a reference",
    ):
        assert words in answer.out
    assert "demo.png" in answer.out
    assert (files / "demo.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("no_matplotlib")
def test_without_matplotlib(heataco, files):
    """A user without matplotlib could not run the demo at all."""
    answer = heataco(SMALL)
    assert answer.code == 0
    assert "The gap is to a reference" in answer.out
    assert "pip install 'heataco[plot]'" in answer.out
    assert not (files / "demo.png").exists()


def test_bad_picture_is_found_at_once(heataco):
    """The demo would run to its end before it says that it cannot write."""
    pytest.importorskip("matplotlib")
    answer = heataco(f"{SMALL} --plot nowhere/demo.png")
    assert answer.code == 3
    assert answer.out == ""
    assert "there is no folder" in answer.err
