"""The reference: options, keys and names are those of the code."""

import json
from dataclasses import fields

import pytest
from click.testing import CliRunner
from tests.docs.pages import DOCS, first_column, section
from tests.support import points_instance

from heataco.bench.budgets import BudgetEntry
from heataco.bench.experiment_files import _KEYS
from heataco.bench.heat import HeatEntry
from heataco.bench.methods import MethodEntry
from heataco.bench.presentation import FORMS, FigureLayout
from heataco.bench.sets import InstanceSet
from heataco.bench.tables.layout import AXES, CELLS, TableLayout
from heataco.cli.main import cli
from heataco.files import write_tsplib
from heataco.instances import Metric

COMMAND_LINE = DOCS / "reference" / "command-line.md"
EXPERIMENTS = DOCS / "reference" / "experiments.md"
DEFINITIONS = DOCS / "reference" / "definitions.md"
ENTRIES = {
    "`[[sets]]`": InstanceSet,
    "`[[heatmaps]]`": HeatEntry,
    "`[[methods]]`": MethodEntry,
    "`[[budgets]]`": BudgetEntry,
    "`[table]`": TableLayout,
    "`[figure]`": FigureLayout,
}


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_options(command):
    """An option would be undocumented, or documented and gone."""
    options = {name for option in cli.commands[command].params for name in option.opts}
    shown = {span.split()[0] for span in first_column(section(COMMAND_LINE, command))}
    assert {name for name in shown if name.startswith("--")} == {
        name for name in options if name.startswith("--")
    }


def test_keys_of_decode(tmp_path):
    """A program would miss a key of `--json`, or look for one that is not there."""
    path = tmp_path / "a.tsp"
    write_tsplib(points_instance(8), path)
    done = CliRunner().invoke(cli, ["decode", str(path), "--iterations", "1", "--json"])
    shown = first_column(section(COMMAND_LINE, "decode").partition("`--json` prints")[2])
    assert sorted(shown) == sorted(json.loads(done.stdout))


@pytest.mark.parametrize("heading", ENTRIES)
def test_keys_of_experiments(heading):
    """A key of an experiment would be undocumented, or documented and refused."""
    first_table = section(EXPERIMENTS, heading).split("\n\n| ")[1]
    assert set(first_column(f"| {first_table}")) == {
        field.name for field in fields(ENTRIES[heading]) if field.init
    }


def test_other_names():
    """A cell, an axis, a form or a key of the whole experiment would be undocumented."""
    table, figure = (section(EXPERIMENTS, f"`[{name}]`") for name in ("table", "figure"))
    assert set(first_column(table)) >= set(CELLS)
    assert all(f"`{axis}`" in table for axis in AXES)
    assert set(first_column(figure)) >= set(FORMS)
    whole = first_column(section(EXPERIMENTS, "Experiment"))
    assert {*whole, "sets", "heatmaps", "methods", "budgets", "table", "figure"} >= set(_KEYS)


def test_metrics():
    """A metric would have no row that defines its distance, or a row would define none."""
    assert {*first_column(section(DEFINITIONS, "Metrics"))} - {"Metric"} == set(Metric)
