"""The check of a heatmap against the instance that it scores."""

from typing import Any

from heataco.heatmaps.heatmap import Heatmap
from heataco.instances import Instance


def require_heatmap(heatmap: Any, instance: Instance | None = None) -> None:
    """Raise a ValueError for anything but a heatmap, of the instance's size if one is given."""
    if not isinstance(heatmap, Heatmap):
        raise ValueError(
            f"heatmap is a {type(heatmap).__name__}; give a Heatmap, such as from "
            "Heatmap.from_dense"
        )
    if instance is not None and heatmap.n != instance.n:
        raise ValueError(f"heatmap has {heatmap.n} nodes, the instance has {instance.n}")
