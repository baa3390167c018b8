"""Names and settings that a user writes."""

from dataclasses import dataclass

import pytest

from heataco._checks import require_known, require_unique
from heataco._settings import SettingError, build, build_from_text, split_setting


@dataclass(frozen=True)
class Sample:
    size: int
    rate: float = 1.0
    cap: float | None = 0.5
    names: tuple[str, ...] = ()
    quick: bool = False


def test_nearest_known_name():
    """A typing error would be answered with a list to search through, or not at all."""
    with pytest.raises(
        ValueError, match=r"'heatcao' is unknown; known are .*did you mean 'heataco'"
    ):
        require_known("decoder", "heatcao", ["greedy", "mmas", "heataco"])
    with pytest.raises(ValueError, match=r"known are greedy$"):
        require_known("decoder", "xyz", ["greedy"])


def test_twice():
    """Two rows of one name could not be told apart."""
    with pytest.raises(ValueError, match="'a' is given twice"):
        require_unique("name", ["a", "b", "a"])


def test_values_take_the_type_of_their_field():
    """1 and 1.0 would be two tasks, or a list could not be hashed."""
    assert build(Sample, "x", {"size": 1, "rate": 2, "names": ["a"]}) == Sample(1, 2.0, 0.5, ("a",))
    assert type(build(Sample, "x", {"size": 1, "cap": 2}).cap) is float
    assert build(Sample, "x", {"size": 1, "cap": "none"}).cap is None


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({}, "x: key 'size' is missing"),
        ({"size": 1, "rte": 2}, "x: key 'rte' is unknown.*did you mean 'rate'"),
        ({"size": "two"}, "x: size is 'two'; give a whole number"),
        ({"size": True}, "x: size is True"),
        ({"size": 1, "quick": 1}, "x: quick is 1; give true or false"),
        ({"size": 1.5}, "x: size is 1.5"),
    ],
)
def test_bad_tables(table, message):
    """A fault in a file would pass, or be reported as a fault of the program."""
    with pytest.raises(ValueError, match=message):
        build(Sample, "x", table)


def from_text(*texts):
    settings = [split_setting("--set", text) for text in texts]
    return build_from_text(Sample, "sample", settings)


def test_texts_take_the_type_of_their_field():
    """A number on the command line would arrive as a text."""
    made = from_text("size=3", "rate = 2", "cap=none", "quick=false")
    assert made == Sample(3, 2.0, None, (), False)
    assert type(made.rate) is float
    assert from_text("size=1", "quick=True").quick is True


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size", "--set size: write NAME=VALUE"),
        ("rte=1", "--set rte=1: sample has no parameter 'rte'; it has size, rate, cap"),
        ("size=2", "--set size=2: size is given twice"),
        ("rate=high", "--set rate=high: 'high' is not a number"),
        ("cap=high", "'high' is not a number or 'none'"),
        ("quick=1", "'1' is not true or false"),
        ("names=a", "'a' is not a list"),
    ],
)
def test_bad_texts(text, message):
    """A fault on the command line would pass, or not name what was typed."""
    with pytest.raises(SettingError, match=message):
        from_text("size=1", text)


def test_classes_of_others_fail_in_sentences():
    """A decoder of a user that needs a value, or has a wrong annotation, gave a traceback."""

    @dataclass(frozen=True)
    class Needy:
        size: int

    @dataclass(frozen=True)
    class Unknown:
        size: "Nothing" = 3  # noqa: F821

    with pytest.raises(ValueError, match=r"^needy: .*size"):
        build_from_text(Needy, "needy", [])
    with pytest.raises(ValueError, match=r"^odd: its annotations cannot be read"):
        build_from_text(Unknown, "odd", [])
