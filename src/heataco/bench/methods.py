"""What a task runs: a decoder, a peer, or the diagnosis of a heatmap."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from heataco.bench._names import build, require_known
from heataco.bench.peers import PEERS, Peer
from heataco.bench.peers.ml4co_kit import Ml4coGreedy
from heataco.decoders import DECODERS, Decoder, Greedy, HeatACO


@dataclass(frozen=True)
class Method:
    """Exactly one of the three.

    Parameters
    ----------
    decoder
        One of `DECODERS`.
    peer
        Another solver, one of `PEERS`.
    diagnosis
        The decoder whose reading of the heatmap is measured; nothing is decoded.
    """

    decoder: Decoder | None = None
    peer: Peer | None = None
    diagnosis: HeatACO | None = None

    @property
    def kind(self) -> str:
        """Which of the three: "decoder", "peer" or "diagnosis"."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def value(self) -> Any:
        """The decoder or peer itself."""
        return getattr(self, self.kind)

    @property
    def reads_heatmap(self) -> bool:
        """Whether it makes use of one."""
        return bool(self.value.reads_heatmap)

    @property
    def needs_heatmap(self) -> bool:
        """Whether it cannot do without."""
        return bool(self.value.needs_heatmap)

    @property
    def seeded(self) -> bool:
        """Whether another seed may give another result."""
        return self.diagnosis is None and not isinstance(self.value, Greedy | Ml4coGreedy)

    @cached_property
    def content(self) -> dict[str, Any]:
        """Kind, name and all parameters, defaults included, for the id of a task."""
        return {"kind": self.kind, "name": self.value.name, "parameters": asdict(self.value)}


_REGISTRIES: dict[str, Mapping[str, type[Any]]] = {
    "decoder": DECODERS,
    "peer": PEERS,
    "diagnosis": {HeatACO.name: HeatACO},
}
KINDS = tuple(_REGISTRIES)


def build_method(title: str, kind: str, name: str, parameters: dict[str, Any]) -> Method:
    """Make a method from its name and parameters.

    Raises
    ------
    ValueError
        For an unknown name or parameter, with the nearest known, or one out of range.
    """
    known = _REGISTRIES[kind]
    require_known(f"{title}: {kind}", name, known)
    return Method(**{kind: build(known[name], f"{title}: {kind} {name}", parameters)})
