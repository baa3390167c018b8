"""The page on experiments: every key that a file may have."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from heataco.bench.budgets import BudgetEntry
from heataco.bench.experiment import _KEYS
from heataco.bench.figures.layout import FORMS, FigureLayout
from heataco.bench.heat import HeatEntry
from heataco.bench.methods import MethodEntry
from heataco.bench.sets import InstanceSet
from heataco.bench.tables.layout import CELLS, TableLayout

PAGE = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text()
SECTIONS = {
    "[[sets]]": InstanceSet,
    "[[heatmaps]]": HeatEntry,
    "[[methods]]": MethodEntry,
    "[[budgets]]": BudgetEntry,
    "[table]": TableLayout,
    "[figure]": FigureLayout,
}


@pytest.mark.parametrize("title", SECTIONS)
def test_keys(title):
    """A key would be known to none but the source."""
    section = PAGE.partition(f"**`{title}`**")[2].partition("\n**")[0]
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", section))))
    assert {field.name for field in fields(SECTIONS[title])} - words == set()


def test_other_names():
    """A cell, a form or a key of the whole experiment would be missing from the page."""
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", PAGE))))
    known = {*CELLS, *FORMS, *_KEYS} - {"sets", "heatmaps", "methods", "budgets"}
    assert known - words == set()
