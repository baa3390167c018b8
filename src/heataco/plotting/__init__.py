"""Pictures of tours; matplotlib is imported when one is drawn, not before."""

from heataco.plotting.tours import plot_tour

__all__ = ["plot_tour"]
