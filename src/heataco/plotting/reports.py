"""The figures of a report on a heatmap, drawn."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.plotting.canvas import BLUE, GREY, VERMILION, new_axes, new_figure
from heataco.plotting.heatmaps import plot_heatmap

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from heataco.diagnostics import Bands, Calibration, Degrees, Report

_MAX_BARS = 40


def plot_bands(bands: "Bands", *, ax: "Axes | None" = None) -> "Axes":
    """Draw supported edges by confidence band, as the paper's figure does.

    Bars give the edges per node in each band. Where there is a reference tour, markers give the
    share of them that is in it, on a second axis; hollow ones are bands with less than 1 % of
    the edges.

    Parameters
    ----------
    bands
        Of a report, or of a summary.
    ax
        Where to draw; by default on a new figure that pyplot does not know, `ax.figure`.
    """
    ax = _axes(ax)
    places = np.arange(len(bands.edges))
    ax.bar(places, bands.edges_per_node, color=BLUE, width=0.8)
    ax.set_xticks(places, _band_labels(bands.limits), rotation=45, ha="right", fontsize="small")
    ax.set_xlabel("score from")
    ax.set_ylabel("edges per node", color=BLUE)
    ax.set_ylim(bottom=0)
    share = bands.tour_share
    if share is not None:
        _draw_shares(ax, places, share, bands.sparse)
    return ax


def plot_calibration(calibration: "Calibration", *, ax: "Axes | None" = None) -> "Axes":
    """Draw how often edges of a score are in the reference tour; the larger, the more edges.

    `calibration` is that of a report; `ax`, the result and the error are those of `plot_bands`.
    """
    ax = _axes(ax)
    ax.plot([0, 1], [0, 1], "--", color=GREY, linewidth=1, label="calibrated")
    filled = calibration.edges > 0
    predicted, observed = calibration.predicted[filled], calibration.observed[filled]
    sizes = 20 + 180 * np.sqrt(calibration.edges[filled] / calibration.edges.max())
    ax.plot(predicted, observed, color=VERMILION, linewidth=1.2)
    ax.scatter(predicted, observed, s=sizes, color=VERMILION, alpha=0.75, linewidths=0)
    ax.set_xlim(-0.04, 1.04)
    ax.set_ylim(-0.04, 1.04)
    ax.set_xlabel("mean score")
    ax.set_ylabel("share in the tour")
    ax.set_title(f"calibration: error {calibration.error:.3f}", fontsize="medium")
    return ax


def plot_degrees(degrees: "Degrees", *, ax: "Axes | None" = None) -> "Axes":
    """Draw how many supported arcs leave the nodes, and mark what a tour uses.

    `degrees` is that of a report; `ax`, the result and the error are those of `plot_bands`.
    """
    ax = _axes(ax)
    from matplotlib.ticker import MaxNLocator

    counts = degrees.histogram
    step = -(-len(counts) // _MAX_BARS)
    starts = np.arange(0, len(counts), step)
    heights = np.add.reduceat(counts, starts)
    colours = np.where(starts < degrees.target, VERMILION, BLUE)
    # Centred on the number where a bar is one, else from the first of its numbers on.
    ax.bar(starts - 0.45, heights, width=step - 0.1, align="edge", color=colours)
    ax.axvline(degrees.target - 0.5, color=VERMILION, linestyle="--", linewidth=1.2)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("supported arcs of a node")
    ax.set_ylabel("nodes")
    ax.set_title(f"degrees: {degrees.starved:,} below {degrees.target}", fontsize="medium")
    return ax


def plot_report(
    instance: Instance | None,
    heatmap: Heatmap | None,
    report: "Report",
    *,
    reference: Any = None,
    figure: "Figure | None" = None,
) -> "Figure":
    """Draw a heatmap with its confidence bands, degrees and, where there is one, calibration.

    Parameters
    ----------
    instance, heatmap, report
        What `diagnose` was given, and what it returned; without a heatmap its picture is left
        out.
    reference
        The reference tour, or None.
    figure
        Where to draw; by default a new figure that pyplot does not know.

    Raises
    ------
    ValueError
        If the heatmap has another size, or the reference is not a permutation.
    """
    maps = 0 if heatmap is None else 1
    figure = new_figure(7.4 + 6.1 * maps, 7.4) if figure is None else figure
    grid = figure.add_gridspec(2, maps + 2, width_ratios=(1.9, 1, 1)[1 - maps :])
    if heatmap is not None:
        left, threshold = figure.add_subplot(grid[:, 0]), report.heat_threshold
        plot_heatmap(instance, heatmap, reference=reference, threshold=threshold, ax=left)
    bands = plot_bands(report.bands, ax=figure.add_subplot(grid[0, maps:]))
    bands.set_title("edges by score", fontsize="medium")
    with_calibration = report.calibration is not None
    place = maps if with_calibration else slice(maps, maps + 2)
    plot_degrees(report.degrees, ax=figure.add_subplot(grid[1, place]))
    if report.calibration is not None:
        plot_calibration(report.calibration, ax=figure.add_subplot(grid[1, maps + 1]))
    figure.suptitle(f"{report.instance} (n = {report.n:,}): {report.verdict.grade}")
    return figure


def plot_band_panels(bands: Mapping[str, "Bands"], *, figure: "Figure | None" = None) -> "Figure":
    """Draw the confidence bands of several sources of heatmaps side by side.

    Parameters
    ----------
    bands
        Bands by the name of their source.
    figure
        Where to draw; by default a new figure that pyplot does not know.
    """
    columns = len(bands) if len(bands) <= 3 else math.isqrt(len(bands) - 1) + 1
    rows = -(-len(bands) // columns)
    figure = new_figure(5.2 * columns, 3.6 * rows) if figure is None else figure
    for place, (name, part) in enumerate(bands.items(), 1):
        plot_bands(part, ax=figure.add_subplot(rows, columns, place)).set_title(name)
    return figure


def _axes(ax: "Axes | None") -> "Axes":
    return new_axes(5.2, 3.6) if ax is None else ax


def _draw_shares(ax: "Axes", places: NDArray[Any], share: NDArray[Any], sparse: Any) -> None:
    other = ax.twinx()
    other.plot(places, share, color=VERMILION, linewidth=0.8, alpha=0.6)
    for chosen, face in ((~sparse, VERMILION), (sparse, "white")):
        marks = other.plot(places[chosen], share[chosen], "o", color=VERMILION)[0]
        marks.set_markerfacecolor(face)
    other.set_ylim(-0.03, 1.03)
    other.set_ylabel("P(opt | band)", color=VERMILION)
    ax.set_xlabel("score from (hollow: less than 1 % of the edges)")


def _band_labels(limits: NDArray[Any]) -> list[str]:
    return [f"{limit:g}" for limit in limits[:-1]]
