"""Greedy merging: the fast, deterministic baseline."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from heataco import _native
from heataco.decoders.base import Decoder, LocalSearchParameters, OnProgress, Problem, to_results
from heataco.results import Budget, Result


@dataclass(frozen=True)
class Greedy(LocalSearchParameters, Decoder):
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
    seeded: ClassVar[bool] = False

    def run(
        self,
        problems: Sequence[Problem],
        *,
        budget: Budget,
        seed: int,
        threads: int,
        on_progress: OnProgress | None = None,
    ) -> list[Result | None]:
        """Decode checked problems; see `heataco.decode`."""
        answers = _native.greedy(
            [problem.native for problem in problems],
            local_search=self.local_search,
            local_search_neighbours=self.local_search_neighbours,
            seconds=budget.seconds,
            threads=threads,
        )
        return to_results(answers)
