"""Sources of heatmaps that need no training; `PREDICTORS` holds them by name."""

from heataco.predictors.base import Predictor
from heataco.predictors.softdist import SoftDist

PREDICTORS: dict[str, type[SoftDist]] = {SoftDist.name: SoftDist}

__all__ = ["PREDICTORS", "Predictor", "SoftDist"]
