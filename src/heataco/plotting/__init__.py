"""Pictures of tours and heatmaps; matplotlib is imported when one is drawn, not before.

Every function returns the axes or the figure that it drew on, and raises ImportError where
matplotlib is not installed. A notebook shows what they return.
"""

from heataco.plotting.heatmaps import plot_heatmap
from heataco.plotting.reports import (
    plot_band_panels,
    plot_bands,
    plot_calibration,
    plot_degrees,
    plot_report,
)
from heataco.plotting.tours import plot_instance, plot_tour

__all__ = [
    "plot_band_panels",
    "plot_bands",
    "plot_calibration",
    "plot_degrees",
    "plot_heatmap",
    "plot_instance",
    "plot_report",
    "plot_tour",
]
