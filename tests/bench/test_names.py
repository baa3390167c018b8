"""Names that a user writes."""

from dataclasses import dataclass

import pytest

from heataco.bench._names import build, require_known, require_unique


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
