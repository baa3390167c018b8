"""Pictures of tours and heatmaps; matplotlib is imported when one is drawn, not before."""

from heataco.plotting.heatmaps import plot_heatmap
from heataco.plotting.reports import (
    plot_band_panels,
    plot_bands,
    plot_calibration,
    plot_degrees,
    plot_report,
)
from heataco.plotting.tours import plot_tour

__all__ = [
    "plot_band_panels",
    "plot_bands",
    "plot_calibration",
    "plot_degrees",
    "plot_heatmap",
    "plot_report",
    "plot_tour",
]
