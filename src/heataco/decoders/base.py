"""The decoder protocol, and what all decoders share on their way to the native core."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from heataco import _native
from heataco._checks import described, require_count, suggestion
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.results import Budget, Progress, Result, StopReason, Trace, Trust

PAPER_ITERATIONS = 5_000  # of MMAS, HeatACO and MCTS in the paper
LOCAL_SEARCHES = tuple(_native.local_search_names())
LocalSearchName = Literal["none", "2opt", "3opt", "oropt", "lk"]

OnProgress = Callable[[Progress], Any]


class Problem(NamedTuple):
    """The input of one decoding.

    `fallback` is returned if there is no time to make a tour; `spent` are seconds of the time limit
    that went into a prediction.
    """

    instance: Instance
    heatmap: Heatmap | None = None
    initial_tour: NDArray[np.int32] | None = None
    fallback: NDArray[np.int32] | None = None
    spent: float = 0.0

    @property
    def native(self) -> dict[str, Any]:
        """The form in which the native functions take it."""
        heat, rows = self.heatmap, None
        if heat is not None:
            rows = {"indptr": heat.indptr, "indices": heat.indices, "values": heat.values}
        return {
            "instance": self.instance._native_form,
            "heatmap": rows,
            "initial_tour": self.initial_tour,
            "fallback": self.fallback,
            "spent": self.spent,
        }


class Decoder(Protocol):
    """A way to turn a heatmap into a tour: a value that holds the parameters.

    Implementations are frozen dataclasses that subclass this protocol, so that they pickle,
    compare and hash, and can be used again and again. They check their parameters when they are
    made: a ValueError names one that is outside its range.

    Attributes
    ----------
    name
        The key in `DECODERS`.
    reads_heatmap, needs_heatmap
        Whether it uses a heatmap, and whether it requires one.
    symmetric_only
        Whether it refuses asymmetric instances.
    seeded
        Whether another seed may give another tour.
    learns
        What its searches learn about edges, in one word: what `Progress.learned` returns. Empty if
        that is nothing.
    default_iterations
        The iteration limit if the budget limits neither iterations nor time; None for decoders
        that do not iterate.
    """

    name: ClassVar[str]
    reads_heatmap: ClassVar[bool] = True
    needs_heatmap: ClassVar[bool] = False
    symmetric_only: ClassVar[bool] = False
    seeded: ClassVar[bool] = True
    learns: ClassVar[str] = ""
    default_iterations: ClassVar[int | None] = None

    @property
    def local_search(self) -> str | None:
        """Name of the local search; None for decoders without a choice."""
        return None

    @property
    def parameters(self) -> dict[str, Any]:
        """Values of the parameters by name."""
        return asdict(cast(Any, self))

    @property
    def label(self) -> str:
        """Name of the method: the decoder and its local search, such as "heataco + 2opt"."""
        chosen = self.local_search
        return self.name if chosen in (None, "none") else f"{self.name} + {chosen}"

    def run(
        self,
        problems: Sequence[Problem],
        *,
        budget: Budget,
        seed: int,
        threads: int,
        on_progress: OnProgress | None = None,
    ) -> list[Result | None]:
        """Decode checked problems under a resolved budget; see `heataco.decode`.

        A problem that was interrupted without a tour gives None.
        """
        ...


@dataclass(frozen=True)
class LocalSearchParameters:
    """The local search that every decoder can end with or build on.

    Parameters
    ----------
    local_search
        none, or what `heataco.improve` takes.
    local_search_neighbours
        k_ls: length of its neighbour lists, by distance.
    """

    local_search: LocalSearchName = "none"
    local_search_neighbours: int = 20

    def __post_init__(self) -> None:
        if not isinstance(self.local_search, str) or self.local_search not in LOCAL_SEARCHES:
            given = self.local_search
            hint = suggestion(given, LOCAL_SEARCHES) if isinstance(given, str) else ""
            known = ", ".join(LOCAL_SEARCHES)
            raise ValueError(f"local_search is {described(given)}; known are {known}{hint}")
        require_count("local_search_neighbours", self.local_search_neighbours, 1, 1_000)

    def improve(self, instance: Instance, tour: NDArray[np.int32]) -> NDArray[np.int32]:
        """Descend from a checked tour to a local optimum."""
        return _native.improve(
            instance._native_form,
            tour,
            local_search=self.local_search,
            local_search_neighbours=self.local_search_neighbours,
        )


class NativeDecoder(Decoder):
    """A decoder whose search is a native function.

    Its parameters cross the boundary by name; the native function refuses unknown and missing
    ones.

    Attributes
    ----------
    search
        The native function.
    """

    search: ClassVar[Callable[..., list[Any]]]

    @property
    def native_parameters(self) -> dict[str, Any]:
        """The parameters as the native function takes them."""
        return self.parameters

    def run(
        self,
        problems: Sequence[Problem],
        *,
        budget: Budget,
        seed: int,
        threads: int,
        on_progress: OnProgress | None = None,
    ) -> list[Result | None]:
        """Decode checked problems under a resolved budget; see `Decoder.run`."""
        answers = self.search(
            [problem.native for problem in problems],
            parameters=self.native_parameters,
            budget=vars(budget),
            seed=seed,
            threads=threads,
            on_progress=None if on_progress is None else _progress_callback(on_progress),
        )
        return [None if answer is None else _to_result(**answer) for answer in answers]


def run_one(decoder: Decoder, problem: Problem, budget: Budget, seed: int = 0) -> Result:
    """Run a decoder of the package on one checked problem and one thread.

    Raises KeyboardInterrupt on Ctrl-C.
    """
    (result,) = decoder.run([problem], budget=budget, seed=seed, threads=1)
    if result is None or result.stop_reason is StopReason.INTERRUPTED:
        raise KeyboardInterrupt
    return replace(result, instance=problem.instance)


def _progress_callback(on_progress: OnProgress) -> Callable[..., bool]:
    """Turn a callback into the form that the native functions call.

    Only False (of Python or NumPy) ends the search, not a callback that returns None.
    """

    def report(**progress: Any) -> bool:
        answer = on_progress(Progress(**progress))
        return bool(answer) if isinstance(answer, bool | np.bool_) else True

    return report


def _to_result(
    *, stop_reason: str, trace: dict[str, Any], trust: dict[str, float] | None, **others: Any
) -> Result:
    """Turn an answer of a native function into a result; most of its fields have the same name."""
    return Result(
        stop_reason=StopReason(stop_reason),
        trace=Trace(**trace),
        trust=None if trust is None else Trust(**trust),
        **others,
    )
