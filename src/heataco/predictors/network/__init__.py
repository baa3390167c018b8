"""Networks that score edges: run in NumPy alone, or by ONNX Runtime."""

from heataco.predictors.network.predictor import Network

__all__ = ["Network"]
