"""Decode edge heatmaps into short tours, for symmetric and asymmetric instances."""

from heataco import predictors
from heataco.decoders import DECODERS, MMAS, Decoder, Greedy, HeatACO
from heataco.decoding import decode, decode_batch, improve
from heataco.files import (
    FileError,
    LabelledInstance,
    read_heatmap,
    read_heatmaps,
    read_labelled_set,
    read_tour,
    read_tsplib,
    write_heatmap,
    write_labelled_set,
    write_tour,
    write_tsplib,
)
from heataco.heatmaps import Heatmap
from heataco.instances import Instance, Metric
from heataco.results import Budget, Interrupted, Progress, Result, StopReason, Trace

__version__: str  # see __getattr__

__all__ = [
    "DECODERS",
    "MMAS",
    "Budget",
    "Decoder",
    "FileError",
    "Greedy",
    "HeatACO",
    "Heatmap",
    "Instance",
    "Interrupted",
    "LabelledInstance",
    "Metric",
    "Progress",
    "Result",
    "StopReason",
    "Trace",
    "decode",
    "decode_batch",
    "improve",
    "predictors",
    "read_heatmap",
    "read_heatmaps",
    "read_labelled_set",
    "read_tour",
    "read_tsplib",
    "write_heatmap",
    "write_labelled_set",
    "write_tour",
    "write_tsplib",
]


def __getattr__(name: str) -> str:
    """Look the version up when it is asked for: the lookup takes a fifth of the import's time."""
    if name != "__version__":
        raise AttributeError(f"module 'heataco' has no attribute {name!r}")
    from importlib.metadata import version

    return version("heataco")
