"""The decoders, each a frozen dataclass of its parameters; `DECODERS` holds them by name."""

from heataco.decoders.ants import MMAS, HeatACO
from heataco.decoders.base import LOCAL_SEARCHES, Decoder, Problem
from heataco.decoders.focused import Focused
from heataco.decoders.greedy import Greedy
from heataco.decoders.mcts import MCTS

DECODERS: dict[str, type[Decoder]] = {
    decoder.name: decoder for decoder in (Greedy, MCTS, MMAS, HeatACO, Focused)
}

__all__ = [
    "DECODERS",
    "LOCAL_SEARCHES",
    "MCTS",
    "MMAS",
    "Decoder",
    "Focused",
    "Greedy",
    "HeatACO",
    "Problem",
]
