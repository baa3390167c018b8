"""Figures: all panels and curves, in the forms of the paper."""

from dataclasses import replace

import numpy as np
import pytest

from heataco.bench.entries import MethodEntry
from heataco.bench.figures import draw_figure
from heataco.bench.figures.bands import bands_of
from heataco.bench.figures.convergence import mean_curve
from heataco.bench.grid import make_grid
from heataco.bench.layouts import FigureLayout
from heataco.bench.store import read_results
from heataco.bench.summary import summarise_cells

pytest.importorskip("matplotlib")


def drawn(experiment, run, folder, form):
    shown = replace(experiment, figure=FigureLayout(form))
    run(shown)
    records = read_results([folder / "results.jsonl"])
    figure = draw_figure(shown, summarise_cells(make_grid(shown), records, compared=False))
    figure.savefig(folder / f"{form}.png")
    assert (folder / f"{form}.png").read_bytes().startswith(b"\x89PNG")
    return figure


def test_violins(experiment, run, folder):
    """A method would have no violin, or stand under another name."""
    (ax,) = drawn(experiment, run, folder, "violins").axes
    assert [label.get_text() for label in ax.get_xticklabels()] == ["MMAS", "Rank"]
    assert ax.get_title() == "A"


def test_convergence(experiment, run, folder):
    """A curve would be missing."""
    (ax,) = drawn(experiment, run, folder, "convergence").axes
    assert {line.get_label() for line in ax.get_lines()} == {"MMAS", "Rank"}
    assert ax.get_yscale() == "log"


def test_caps(experiment, run, folder):
    """A cap would be left out, or the baseline not be drawn."""
    caps = [
        MethodEntry(
            f"cap {cap}", decoder="heataco", parameters={"evidence_cap": cap}, setting="2-opt"
        )
        for cap in (0.25, 2.0)
    ]
    swept = replace(experiment, methods=(experiment.methods[0], *caps))
    (ax,) = drawn(swept, run, folder, "caps").axes
    curve = next(line for line in ax.get_lines() if line.get_label() == "Rank")
    assert curve.get_xdata().tolist() == [0.25, 2.0]
    assert "MMAS" in {line.get_label() for line in ax.get_lines()}


def test_bands(experiment, run, folder):
    """Bands that went through a file would not be those that were measured."""
    measured = replace(experiment, methods=(MethodEntry("Diagnosis", diagnosis="heataco"),))
    figure = drawn(measured, run, folder, "bands")
    assert figure.axes[0].get_title() == "Rank, A"
    records = list(read_results([folder / "results.jsonl"]).values())
    bands = bands_of(records[0])
    assert np.isinf(bands.limits[-1])
    assert bands.nodes == 24
    assert bands.edges.sum() > 0


def test_mean_curve():
    """A curve would run ahead of its improvements, or be the mean of the wrong ones."""
    one = {"best_known": 1.0, "improvements": {"iteration": [0, 2], "best": [3.0, 2.0]}}
    two = {"best_known": 2.0, "improvements": {"iteration": [0, 4], "best": [4.0, 2.0]}}
    steps = np.array([1.0, 2.0, 4.0])
    assert mean_curve([one, two], steps).tolist() == [150.0, 100.0, 50.0]


def test_no_figure(experiment):
    """A table would be asked for a picture, with a traceback."""
    with pytest.raises(ValueError, match=r"no \[figure\]"):
        draw_figure(experiment, [])
    with pytest.raises(ValueError, match="no result can be drawn"):
        draw_figure(replace(experiment, figure=FigureLayout("violins")), [])
