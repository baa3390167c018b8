"""The decoders, frozen dataclasses of parameters; `DECODERS` holds them and plug-ins by name."""

from typing import Literal

from heataco._registry import Registry
from heataco.decoders.ants import MMAS, HeatACO
from heataco.decoders.base import LOCAL_SEARCHES, Decoder, Problem
from heataco.decoders.focused import Focused
from heataco.decoders.greedy import Greedy
from heataco.decoders.mcts import MCTS

DECODERS: Registry[Decoder] = Registry(
    "decoder", Decoder, (Greedy, MCTS, MMAS, HeatACO, Focused), "heataco.decoders"
)
# For editors and type checkers.
DecoderName = Literal["greedy", "mcts", "mmas", "heataco", "focused"]

__all__ = [
    "DECODERS",
    "LOCAL_SEARCHES",
    "MCTS",
    "MMAS",
    "Decoder",
    "DecoderName",
    "Focused",
    "Greedy",
    "HeatACO",
    "Problem",
]
