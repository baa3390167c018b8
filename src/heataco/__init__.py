"""Short tours from edge heatmaps, for symmetric and asymmetric instances."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from heataco import predictors
from heataco.batching import decode_batch
from heataco.bounds import lower_bound
from heataco.decoders import DECODERS, MCTS, MMAS, Decoder, Focused, Greedy, HeatACO
from heataco.decoding import decode, improve
from heataco.files import (
    FileError,
    read_heatmap,
    read_heatmaps,
    read_instances,
    read_labelled_set,
    read_tour,
    read_tsplib,
    write_heatmap,
    write_heatmaps,
    write_instance,
    write_labelled_set,
    write_tour,
    write_tsplib,
)
from heataco.frames import to_frame
from heataco.heatmaps import Heatmap
from heataco.heatmaps.forms import as_heatmaps
from heataco.heatmaps.presets import PRESETS, apply_preset
from heataco.instances import Instance, LabelledInstance, LabelledSet, Metric, as_instance
from heataco.results import (
    Budget,
    Interrupted,
    Prediction,
    Progress,
    Result,
    Results,
    StopReason,
    Trace,
    Trust,
)
from heataco.solving import solve

if TYPE_CHECKING:
    from heataco import diagnostics
    from heataco.diagnostics import HeatmapComparison, Report, compare_heatmap, diagnose
    from heataco.watching import watch

__version__: str  # see __getattr__

__all__ = [
    "DECODERS",
    "MCTS",
    "MMAS",
    "PRESETS",
    "Budget",
    "Decoder",
    "FileError",
    "Focused",
    "Greedy",
    "HeatACO",
    "Heatmap",
    "HeatmapComparison",
    "Instance",
    "Interrupted",
    "LabelledInstance",
    "LabelledSet",
    "Metric",
    "Prediction",
    "Progress",
    "Report",
    "Result",
    "Results",
    "StopReason",
    "Trace",
    "Trust",
    "apply_preset",
    "as_heatmaps",
    "as_instance",
    "compare_heatmap",
    "decode",
    "decode_batch",
    "diagnose",
    "diagnostics",
    "improve",
    "lower_bound",
    "predictors",
    "read_heatmap",
    "read_heatmaps",
    "read_instances",
    "read_labelled_set",
    "read_tour",
    "read_tsplib",
    "solve",
    "to_frame",
    "watch",
    "write_heatmap",
    "write_heatmaps",
    "write_instance",
    "write_labelled_set",
    "write_tour",
    "write_tsplib",
]

_DIAGNOSTICS = ("HeatmapComparison", "Report", "compare_heatmap", "diagnose", "diagnostics")


def __getattr__(name: str) -> Any:
    """Import seldom needed names on first use, so that `import heataco` stays fast."""
    if name == "__version__":
        return import_module("importlib.metadata").version("heataco")
    if name in _DIAGNOSTICS:
        module = import_module("heataco.diagnostics")
        return module if name == "diagnostics" else getattr(module, name)
    if name == "watch":
        return import_module("heataco.watching").watch
    raise AttributeError(f"module 'heataco' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, without the modules that they come from."""
    return sorted([*__all__, "__version__"])
