"""Predictors that report their heatmap as soon as it is there, before it is decoded."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors.base import LimitedPredictor, Predictor

Report = Callable[[Instance, Heatmap], Any]


def reporting(scores: Heatmap | Predictor | None, report: Report) -> Any:
    """Return scores that are the same, except that a predictor calls `report` as well."""
    if scores is None or isinstance(scores, Heatmap):
        return scores
    kind = _ReportingWithin if isinstance(scores, LimitedPredictor) else _Reporting
    return kind(scores, report)


@dataclass(frozen=True)
class _Reporting:
    predictor: Any
    report: Report

    @property
    def name(self) -> str:
        """Name of the predictor."""
        return str(self.predictor.name)

    def predict(self, instance: Instance) -> Heatmap:
        """Predict as the predictor does."""
        return self._reported(instance, self.predictor.predict(instance))

    def _reported(self, instance: Instance, heatmap: Heatmap) -> Heatmap:
        self.report(instance, heatmap)
        return heatmap


class _ReportingWithin(_Reporting):
    def predict_within(self, instance: Instance, seconds: float) -> Heatmap:
        """Predict, or give up, as the predictor does."""
        return self._reported(instance, self.predictor.predict_within(instance, seconds))
