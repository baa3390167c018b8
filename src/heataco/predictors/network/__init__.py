"""Graph networks that score edges, run in NumPy alone."""

from heataco.predictors.network.predictor import Network

__all__ = ["Network"]
