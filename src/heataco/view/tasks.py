"""What a search on the page starts from."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco.decoders import Decoder
from heataco.heatmaps import Heatmap, Processing
from heataco.instances import Instance
from heataco.predictors import Predictor
from heataco.results import Budget


@dataclass(frozen=True, eq=False)
class HeatFile:
    """A heatmap that came as a file.

    Parameters
    ----------
    name
        What the file is called; its folder is not known.
    heatmap
        The scores.
    processing
        What was done to the scores of the file.
    index
        Which heatmap of the file; None: the only one.
    path
        The file, where the server may read it again for another index; None: it was uploaded.
    """

    name: str
    heatmap: Heatmap
    processing: Processing = field(default_factory=Processing)
    index: int | None = None
    path: Path | None = None

    @property
    def several(self) -> bool:
        """Whether the file has a heatmap for each instance of a set."""
        return self.index is not None


@dataclass(frozen=True, eq=False)
class Task:
    """One search: everything that decides on its tour.

    Parameters
    ----------
    instance
        The problem.
    heat
        A file, a predictor, or None for neither.
    decoder, budget, seed, threads, initial_tour
        As in `heataco.decode`.
    """

    instance: Instance
    heat: HeatFile | Predictor | None
    decoder: Decoder
    budget: Budget
    seed: int
    threads: int
    initial_tour: NDArray[np.int32] | None = None

    @property
    def predictor(self) -> Predictor | None:
        """What predicts the heatmap, if anything does."""
        return None if isinstance(self.heat, HeatFile) else self.heat

    @property
    def file(self) -> HeatFile | None:
        """The file of the heatmap, if there is one."""
        return self.heat if isinstance(self.heat, HeatFile) else None

    @property
    def scores(self) -> Any:
        """What `heataco.decode` takes as its heatmap."""
        return self.heat.heatmap if isinstance(self.heat, HeatFile) else self.heat
