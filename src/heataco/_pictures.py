"""The way from values to their pictures, which are drawn in a layer above them."""

from importlib import import_module
from typing import Any


def draw(function: str, *args: Any, **options: Any) -> Any:
    """Call a function of `heataco.plotting`, which is imported now; raises as it does."""
    return getattr(import_module("heataco.plotting"), function)(*args, **options)
