"""Names of options as types, for editors and type checkers; a test compares the registries."""

from typing import Literal

DecoderName = Literal["greedy", "mcts", "mmas", "heataco", "focused"]
PredictorName = Literal["alpha", "consensus", "softdist", "rank", "distance", "zero"]
LocalSearchName = Literal["none", "2opt", "3opt", "oropt", "lk"]
MetricName = Literal["euclidean", "EUC_2D", "CEIL_2D", "ATT", "GEO", "EXPLICIT"]
