"""An instance and the tour that came with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FrozenArrays, as_tour, frozen
from heataco._cards import CardList
from heataco.instances.instance import Instance


@dataclass(frozen=True, eq=False, repr=False)
class LabelledInstance(FrozenArrays):
    """An instance and the tour that came with it, int32 and counted from 0, or None.

    Raises
    ------
    ValueError
        If the tour is not a permutation of the nodes.
    """

    instance: Instance
    tour: NDArray[np.int32] | None = None

    def __post_init__(self) -> None:
        if self.tour is not None:
            tour = as_tour(self.tour, self.instance.n)
            object.__setattr__(self, "tour", frozen(tour, np.int32))

    @property
    def referenced(self) -> Instance:
        """The instance, with the cost of the tour as the best known where there is no other."""
        if self.tour is None or self.instance.best_known is not None:
            return self.instance
        return self.instance.relabelled(best_known=self.instance._cost(self.tour))

    def _facts(self) -> Mapping[str, Any]:
        return {**self.referenced._facts(), "tour": self.tour}


class LabelledSet(CardList[LabelledInstance]):
    """The instances of a file: a list that is short to print."""

    def _total(self) -> str:
        sizes = sorted({item.instance.n for item in self})
        nodes = "..".join(str(n) for n in sizes[:: max(1, len(sizes) - 1)])
        tours = sum(item.tour is not None for item in self)
        return f"{len(self):,} instances, n={nodes}, {tours:,} with a tour"
