"""Names of options as types, for editors and type checkers; written by `make names`."""

from typing import Literal

DecoderName = Literal[
    "greedy",
    "mcts",
    "mmas",
    "heataco",
    "focused",
]
PredictorName = Literal[
    "alpha",
    "consensus",
    "network",
    "softdist",
    "rank",
    "distance",
    "zero",
]
LocalSearchName = Literal[
    "none",
    "2opt",
    "3opt",
    "oropt",
    "lk",
]
MetricName = Literal[
    "euclidean",
    "euclidean_3d",
    "latlon_km",
    "latlon_m",
    "EUC_2D",
    "EUC_3D",
    "CEIL_2D",
    "CEIL_3D",
    "MAN_2D",
    "MAN_3D",
    "MAX_2D",
    "MAX_3D",
    "ATT",
    "GEO",
    "XRAY1",
    "XRAY2",
    "EXPLICIT",
]
