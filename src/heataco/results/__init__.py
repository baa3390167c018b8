"""Budgets and results of searches."""

from heataco.results.details import Prediction, Trace, Trust
from heataco.results.limits import Budget, Progress, StopReason
from heataco.results.result import Interrupted, Result, Results

__all__ = [
    "Budget",
    "Interrupted",
    "Prediction",
    "Progress",
    "Result",
    "Results",
    "StopReason",
    "Trace",
    "Trust",
]
