"""Instances of the travelling salesman problem: points under a metric, or an explicit matrix."""

from heataco.instances.instance import Instance, Metric

__all__ = ["Instance", "Metric"]
