"""Instances of the travelling salesman problem: points under a metric, or an explicit matrix."""

from heataco.instances.instance import Instance, require_instance
from heataco.instances.intake import as_instance
from heataco.instances.labelled import LabelledInstance, LabelledSet
from heataco.instances.measured import ROUNDING, excess
from heataco.instances.metrics import Metric, MetricName

__all__ = [
    "ROUNDING",
    "Instance",
    "LabelledInstance",
    "LabelledSet",
    "Metric",
    "MetricName",
    "as_instance",
    "excess",
    "require_instance",
]
