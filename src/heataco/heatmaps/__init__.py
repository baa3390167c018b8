"""Heatmaps: the sparse value itself, the forms it comes in, kinds of scores, and presets."""

from heataco.heatmaps.forms import as_heatmaps
from heataco.heatmaps.heatmap import Heatmap
from heataco.heatmaps.kinds import Kind, Symmetrise
from heataco.heatmaps.presets import PRESETS, apply_preset
from heataco.heatmaps.processing import Processing

__all__ = ["PRESETS", "Heatmap", "Kind", "Processing", "Symmetrise", "apply_preset", "as_heatmaps"]
