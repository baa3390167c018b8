"""Sources of heatmaps; `PREDICTORS` holds them by name, those of plug-ins included."""

from typing import Literal

from heataco._registry import Registry
from heataco.predictors.alpha import Alpha, AlphaNearness
from heataco.predictors.base import LimitedPredictor, Predictor
from heataco.predictors.consensus import Consensus
from heataco.predictors.controls import Distance, Zero
from heataco.predictors.network import Network
from heataco.predictors.rank_prior import RankPrior
from heataco.predictors.softdist import SoftDist

PREDICTORS: Registry[Predictor] = Registry(
    "predictor",
    Predictor,
    (Alpha, Consensus, Network, SoftDist, RankPrior, Distance, Zero),
    "heataco.predictors",
)
# For editors and type checkers.
PredictorName = Literal["alpha", "consensus", "network", "softdist", "rank", "distance", "zero"]

__all__ = [
    "PREDICTORS",
    "Alpha",
    "AlphaNearness",
    "Consensus",
    "Distance",
    "LimitedPredictor",
    "Network",
    "Predictor",
    "PredictorName",
    "RankPrior",
    "SoftDist",
    "Zero",
]
