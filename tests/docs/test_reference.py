"""The reference: options, keys and names are those of the code."""

import json
from dataclasses import fields

import pytest
from click.testing import CliRunner
from tests.docs.pages import DOCS, first_column, section, text
from tests.support import points_instance

import heataco as ha
from heataco.bench.budgets import BudgetEntry
from heataco.bench.experiment_files import _KEYS
from heataco.bench.heat import HeatEntry
from heataco.bench.methods import MethodEntry
from heataco.bench.presentation import FORMS, FigureLayout
from heataco.bench.sets import InstanceSet
from heataco.bench.tables.layout import AXES, CELLS, TableLayout
from heataco.cli.main import cli
from heataco.decoders import DECODERS, LOCAL_SEARCHES
from heataco.files import write_tsplib
from heataco.instances import Metric
from heataco.predictors import PREDICTORS

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


def test_the_guide_has_every_choice():
    """A decoder, local search or predictor would not be found by those who choose one."""
    decoders, predictors = (
        text(DOCS / "guide" / f"{name}.md") for name in ("decoders", "predictors")
    )
    for name in DECODERS.built_in:
        assert f"`{DECODERS[name].__name__}`" in decoders
    for name in PREDICTORS.built_in:
        assert f"`{PREDICTORS[name].__name__}` / `{name}`" in predictors
    for name in LOCAL_SEARCHES:
        assert f"`{name}`" in decoders
        assert name == "none" or name in ha.improve.__doc__
