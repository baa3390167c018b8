"""Sources of heatmaps that need no training; `PREDICTORS` holds them by name."""

from heataco.predictors.alpha import Alpha, AlphaNearness
from heataco.predictors.base import Predictor
from heataco.predictors.softdist import SoftDist

PREDICTORS = {SoftDist.name: SoftDist, Alpha.name: Alpha}

__all__ = ["Alpha", "AlphaNearness", "PREDICTORS", "Predictor", "SoftDist"]
