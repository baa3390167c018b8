"""What every picture shares: matplotlib itself, colours, and the place of the nodes."""

from typing import TYPE_CHECKING, Any

import numpy as np

from heataco._arrays import FloatArray
from heataco.instances import Instance
from heataco.instances.instance import require_instance

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
    require_instance(instance)
    if instance.coordinates is None:
        raise ValueError(
            f"instance {instance.name!r} is a matrix of distances; only an instance with "
            "coordinates can be drawn"
        )
    # Latitude comes first; on a map longitude is the horizontal axis.
    return instance.coordinates[:, [1, 0] if instance.metric.spherical else [0, 1]]


def new_figure(
    width: float, height: float, dpi: int = 100, layout: Any = "constrained"
) -> "Figure":
    """Return a figure that pyplot does not know, but notebooks show.

    Raises ImportError where matplotlib is missing.
    """
    require_matplotlib()
    from heataco.plotting.shown import ShownFigure

    return ShownFigure(figsize=(width, height), dpi=dpi, layout=layout)


def new_axes(width: float, height: float, layout: Any = "constrained") -> "Axes":
    """Return the axes of a new figure, which show it all."""
    figure = new_figure(width, height, layout=layout)
    from heataco.plotting.shown import ShownAxes

    return figure.add_subplot(axes_class=ShownAxes)


def map_axes(ax: "Axes | None") -> "Axes":
    """Return where a map is drawn: the given axes, or those of a new figure."""
    return new_axes(6, 6.3, layout="tight") if ax is None else ax


def finish_map(ax: "Axes", points: FloatArray, size: float, *, legend: bool) -> None:
    """Draw the nodes over the edges, and take away all that a map does not need."""
    x, y = points.T
    ax.scatter(x, y, s=size * scale_of(len(points)) ** 3, color=INK, linewidths=0, zorder=3)
    ax.set_aspect("equal")
    ax.axis("off")
    ax.margins(0.02)
    if legend:
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=2, frameon=False)


def scale_of(n: int) -> float:
    """Size of lines and nodes relative to a picture of 200 nodes."""
    return float(np.clip((200 / n) ** 0.35, 0.15, 1.3))
