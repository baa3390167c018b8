"""Figures: all panels and curves, in the forms of the paper."""

from dataclasses import replace

import numpy as np
import pytest

from heataco.bench.figures.drawing import bands_of, draw_figure, mean_curve
from heataco.bench.grid import make_grid
from heataco.bench.header import describe
from heataco.bench.methods import MethodEntry
from heataco.bench.presentation import FigureLayout
from heataco.bench.store import read_results
from heataco.bench.summary import summarise

pytest.importorskip("matplotlib")


def drawn(experiment, run, folder, form):
    shown = replace(experiment, figure=FigureLayout(form))
    run(shown)
    results = read_results([folder / "results.jsonl"])
    header = results.headers[-1]
    figure = draw_figure(header, summarise(header, results, compared=False))
    figure.savefig(folder / f"{form}.png")
    assert (folder / f"{form}.png").read_bytes().startswith(b"\x89PNG")
    return figure


def test_violins(experiment, run, folder):
    """A method would have no violin, or stand under another name."""
    (ax,) = drawn(experiment, run, folder, "violins").axes
    assert [label.get_text() for label in ax.get_xticklabels()] == ["MMAS", "HeatACO, Rank"]
    assert ax.get_title() == "A"


def test_convergence(experiment, run, folder):
    """A curve would be missing."""
    (ax,) = drawn(experiment, run, folder, "convergence").axes
    assert {line.get_label() for line in ax.get_lines()} == {"MMAS", "HeatACO, Rank"}
    assert ax.get_yscale() == "log"


def test_convergence_to_the_best_seen(experiment, run, folder):
    """Sets without references would have no curve, but an error from matplotlib."""
    (drawn_set,) = experiment.sets
    unknown = replace(experiment, sets=(replace(drawn_set, references=None, best_seen=True),))
    (ax,) = drawn(unknown, run, folder, "convergence").axes
    assert {line.get_label() for line in ax.get_lines()} == {"MMAS", "HeatACO, Rank"}


def test_no_convergence(experiment, run, folder):
    """Packed results, which are without courses, would end in an error from matplotlib."""
    run(replace(experiment, figure=FigureLayout("convergence")))
    results = read_results([folder / "results.jsonl"])
    header = results.headers[-1]
    for record in results.records.values():
        record.pop("improvements")
    with pytest.raises(ValueError, match="no result can be drawn as convergence"):
        draw_figure(header, summarise(header, results, compared=False))


def test_caps(experiment, run, folder):
    """A cap would be left out, or evidence without a cap pass for the baseline."""
    caps = [
        MethodEntry(
            f"cap {cap}", decoder="heataco", parameters={"evidence_cap": cap}, setting="2-opt"
        )
        for cap in (0.25, 2.0, None)
    ]
    swept = replace(experiment, methods=(experiment.methods[0], *caps))
    (ax,) = drawn(swept, run, folder, "caps").axes
    curve = next(line for line in ax.get_lines() if line.get_label() == "Rank")
    assert curve.get_xdata().tolist() == [0.25, 2.0]
    assert "MMAS" in {line.get_label() for line in ax.get_lines()}
    (ax,) = drawn(replace(swept, methods=tuple(caps)), run, folder, "caps").axes
    assert "MMAS" not in {line.get_label() for line in ax.get_lines()}


def test_bands(experiment, run, folder):
    """Bands that went through a file would not be those that were measured."""
    measured = replace(experiment, methods=(MethodEntry("Diagnosis", diagnosis="heataco"),))
    figure = drawn(measured, run, folder, "bands")
    assert figure.axes[0].get_title() == "Rank, A"
    records = list(read_results([folder / "results.jsonl"]).records.values())
    bands = bands_of(records[0])
    assert np.isinf(bands.limits[-1])
    assert bands.nodes == 24
    assert bands.edges.sum() > 0


def test_mean_curve():
    """A curve would run ahead of its improvements, or be the mean of the wrong ones."""
    one = np.array([0.0, 2.0]), np.array([200.0, 100.0])
    two = np.array([0.0, 4.0]), np.array([100.0, 0.0])
    steps = np.array([1.0, 2.0, 4.0])
    assert mean_curve([one, two], steps).tolist() == [150.0, 100.0, 50.0]


def test_no_figure(experiment):
    """A table would be asked for a picture, with a traceback."""
    header, _ = describe(experiment, make_grid(experiment))
    with pytest.raises(ValueError, match=r"no \[figure\]"):
        draw_figure(header, [])
    with pytest.raises(ValueError, match="no result can be drawn"):
        draw_figure(replace(header, figure=FigureLayout("violins")), [])
