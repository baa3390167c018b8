"""What every picture shares: matplotlib itself, colours, and the place of the nodes."""

from typing import TYPE_CHECKING

import numpy as np

from heataco._arrays import FloatArray
from heataco.instances import Instance, Metric

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Of the Okabe-Ito palette, which colour-blind readers tell apart.
BLUE = "#0072B2"
ORANGE = "#E69F00"
VERMILION = "#D55E00"
PURPLE = "#CC79A7"
INK = "#1A1A1A"
GREY = "#767676"


def require_matplotlib() -> None:
    """Raise an ImportError that says how to get matplotlib where it is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ImportError("plotting needs matplotlib: pip install 'heataco[plot]'") from None


def points_of(instance: Instance) -> FloatArray:
    """Return where the nodes stand in a picture; a ValueError if they have no place."""
    if instance.coordinates is None:
        raise ValueError(
            f"instance {instance.name!r} is a matrix of distances; only an instance with "
            "coordinates can be drawn"
        )
    # GEO has latitude first; on a map longitude is the horizontal axis.
    return instance.coordinates[:, ::-1] if instance.metric is Metric.GEO else instance.coordinates


def square_axes() -> "Axes":
    """Return axes on a new figure that pyplot does not know, but notebooks show."""
    from heataco.plotting.shown import shown_axes

    return shown_axes(figsize=(6, 6.3), dpi=100, layout="tight")


def scale_of(n: int) -> float:
    """Size of lines and nodes relative to a picture of 200 nodes."""
    return float(np.clip((200 / n) ** 0.35, 0.15, 1.3))
