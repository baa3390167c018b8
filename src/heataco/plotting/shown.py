"""Figures and axes that a notebook shows as they are returned; needs matplotlib."""

from io import BytesIO
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure


class ShownFigure(Figure):
    """A figure that pyplot does not know, and yet a notebook draws."""

    def _repr_png_(self) -> bytes:
        return _png_of(self)


class ShownAxes(Axes):
    """The axes of such a figure, which are shown with all of it."""

    def _repr_png_(self) -> bytes:
        return _png_of(self.figure)


def _png_of(figure: Any) -> bytes:
    picture = BytesIO()
    figure.savefig(picture, format="png")
    return picture.getvalue()
