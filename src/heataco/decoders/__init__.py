"""The decoders, each a frozen dataclass of its parameters; `DECODERS` holds them by name."""

from heataco.decoders.ants import MMAS, HeatACO
from heataco.decoders.base import LOCAL_SEARCHES, Decoder, Problem
from heataco.decoders.greedy import Greedy

DECODERS: dict[str, type[Greedy | MMAS | HeatACO]] = {
    decoder.name: decoder for decoder in (Greedy, MMAS, HeatACO)
}

__all__ = ["DECODERS", "LOCAL_SEARCHES", "MMAS", "Decoder", "Greedy", "HeatACO", "Problem"]
