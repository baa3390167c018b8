"""The pictures of a report on a heatmap."""

import subprocess
import sys

import numpy as np
import pytest

import heataco as ha
from heataco import plotting
from heataco.diagnostics import summarise

matplotlib = pytest.importorskip("matplotlib")

SQUARE = ha.Instance.from_coordinates([[0, 0], [2, 0], [2, 1], [0, 1]], name="square")
HEAT = ha.Heatmap.from_edges([0, 1, 1, 2], [1, 0, 2, 0], [0.2, 0.8, 0.4, 0.3], 4)
MATRIX = ha.Instance.from_matrix(np.arange(16.0).reshape(4, 4), name="matrix")
TOUR = [0, 1, 2, 3]


def test_bands_show_density_and_truth():
    """The figure of the confidence bands would not be the paper's."""
    report = ha.diagnose(SQUARE, HEAT, TOUR)
    ax = plotting.plot_bands(report.bands)
    assert [bar.get_height() for bar in ax.patches] == report.bands.edges_per_node.tolist()
    other = next(axes for axes in ax.figure.axes if axes is not ax)
    line, filled, hollow = other.lines
    np.testing.assert_array_equal(line.get_ydata(), report.bands.tour_share)
    assert len(filled.get_xdata()) == np.count_nonzero(report.bands.edges)
    assert hollow.get_markerfacecolor() == "white"


def test_bands_without_reference():
    """An axis of shares would be drawn without shares."""
    ax = plotting.plot_bands(ha.diagnose(SQUARE, HEAT).bands)
    assert ax.figure.axes == [ax]


def test_degrees_are_all_there():
    """Nodes would be missing from the histogram of a dense heatmap."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(0).random((120, 2)))
    heat = ha.Heatmap.from_dense(np.random.default_rng(1).random((120, 120)))
    ax = plotting.plot_degrees(ha.diagnose(instance, heat).degrees)
    assert sum(bar.get_height() for bar in ax.patches) == 120
    assert len(ax.patches) <= 40


def test_starved_rows_have_another_colour():
    """Nodes without support would not be seen."""
    degrees = ha.diagnose(SQUARE, HEAT).degrees
    bars = plotting.plot_degrees(degrees).patches
    colours = [bar.get_facecolor() for bar in bars]
    assert colours[0] == colours[1] != colours[2]


def test_calibration_is_drawn():
    """The reliability diagram would lack a bin, or show empty ones."""
    calibration = ha.diagnose(SQUARE, HEAT, TOUR).calibration
    ax = plotting.plot_calibration(calibration)
    assert len(ax.lines[1].get_xdata()) == np.count_nonzero(calibration.edges)


@pytest.mark.parametrize("instance", [SQUARE, MATRIX], ids=["map", "matrix"])
@pytest.mark.parametrize("reference", [None, TOUR], ids=["scores", "reference"])
@pytest.mark.parametrize("scale", [0, 1, 50])
def test_report_has_all_panels(instance, reference, scale, tmp_path):
    """A panel would be missing, or an empty heatmap or one above 1 could not be drawn."""
    heat = ha.Heatmap.from_dense(scale * HEAT.to_dense())
    report = ha.diagnose(instance, heat, reference)
    figure = plotting.plot_report(instance, heat, report, reference=reference)
    titles = " ".join(ax.get_title() for ax in figure.axes)
    assert "edges by score" in titles
    assert "degrees" in titles
    assert ("calibration" in titles) == (report.calibration is not None)
    assert str(report.verdict.grade) in figure.get_suptitle()
    figure.savefig(tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 0


@pytest.mark.parametrize("n", [1, 2, 3])
def test_smallest(n, tmp_path):
    """An instance of a node or two could not be drawn."""
    for instance in (
        ha.Instance.from_coordinates(np.random.default_rng(n).random((n, 2))),
        ha.Instance.from_matrix(np.ones((n, n))),
    ):
        heat = ha.Heatmap.from_dense(np.ones((n, n)))
        report = ha.diagnose(instance, heat, range(n))
        plotting.plot_report(instance, heat, report, reference=range(n)).savefig(tmp_path / "a.png")


@pytest.mark.parametrize("count", [1, 3, 4, 7])
def test_panel_for_each_source(count):
    """A source would be missing from the figure of a set."""
    bands = summarise([ha.diagnose(SQUARE, HEAT, TOUR)]).bands
    figure = plotting.plot_band_panels({f"source {number}": bands for number in range(count)})
    titles = [ax.get_title() for ax in figure.axes if ax.get_title()]
    assert titles == [f"source {number}" for number in range(count)]


@pytest.mark.parametrize(
    ("plot", "section"),
    [
        (plotting.plot_bands, "bands"),
        (plotting.plot_degrees, "degrees"),
        (plotting.plot_calibration, "calibration"),
    ],
)
def test_given_axes_are_used(plot, section):
    """A user could not put several pictures on one figure."""
    axes = matplotlib.figure.Figure().subplots(1, 2)
    report = ha.diagnose(SQUARE, HEAT, TOUR)
    assert plot(getattr(report, section), ax=axes[1]) is axes[1]
    assert plotting.plot_heatmap(SQUARE, HEAT, ax=axes[0]) is axes[0]


def test_given_figure_is_used():
    """A user could not choose the size."""
    figure = matplotlib.figure.Figure(figsize=(20, 5))
    report = ha.diagnose(SQUARE, HEAT)
    assert plotting.plot_report(SQUARE, HEAT, report, figure=figure) is figure
    assert plotting.plot_band_panels({"a": report.bands}, figure=figure) is figure


def test_without_matplotlib(monkeypatch):
    """A user would not learn what to install."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    report = ha.diagnose(SQUARE, HEAT, TOUR)
    for draw in (
        lambda: plotting.plot_heatmap(SQUARE, HEAT),
        lambda: plotting.plot_bands(report.bands),
        lambda: plotting.plot_report(SQUARE, HEAT, report),
        lambda: plotting.plot_band_panels({"a": report.bands}),
    ):
        with pytest.raises(ImportError, match=r"pip install 'heataco\[plot\]'"):
            draw()


def test_pyplot_stays_out():
    """Drawing would need a display, or leave figures behind in a long-running program."""
    code = (
        "import sys, heataco as ha; from heataco.plotting import plot_report;"
        "instance = ha.Instance.from_coordinates([[0, 0], [1, 0], [0, 1]]);"
        "heat = ha.predictors.SoftDist().predict(instance);"
        "plot_report(instance, heat, ha.diagnose(instance, heat));"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
