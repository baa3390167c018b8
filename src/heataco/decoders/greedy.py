"""Greedy merging: the fast, deterministic baseline."""

from dataclasses import dataclass
from typing import ClassVar

from heataco import _native
from heataco.decoders.base import LocalSearchParameters, NativeDecoder


@dataclass(frozen=True)
class Greedy(LocalSearchParameters, NativeDecoder):
    """Take edges by score h/d, highest first, as long as degrees allow and no subtour closes.

    Where the heat ends, the fragments are joined by distance, shortest edges first; without a
    heatmap distance decides alone. Deterministic: seed and iterations do not matter. An initial
    tour is returned if it is shorter than the merged one.

    Parameters
    ----------
    local_search, local_search_neighbours
        A descent on the merged tour; none by default.
    """

    name: ClassVar[str] = "greedy"
    search = staticmethod(_native.greedy)
    seeded: ClassVar[bool] = False
