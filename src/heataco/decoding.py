"""From an instance and a heatmap to a tour: the public entry to all decoders."""

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco._checks import require_count
from heataco._timing import Stopwatch
from heataco.constraints import Constraints, Reduction, run_reduced
from heataco.decoders import DECODERS, Decoder, Focused, Problem
from heataco.decoders.base import LocalSearchParameters, OnProgress
from heataco.heatmaps import Heatmap
from heataco.heatmaps.checks import require_heatmap
from heataco.instances import Instance, require_instance
from heataco.results import Budget, Result

MAX_THREADS = 1_024
_DEFAULT = Focused()


def available_threads() -> int:
    """Processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def decode(
    instance: Instance,
    heatmap: Heatmap | None = None,
    decoder: Decoder = _DEFAULT,
    *,
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    initial_tour: Any = None,
    start: int | None = None,
    end: int | None = None,
    closed: bool = True,
    fixed_edges: Any = None,
    on_progress: OnProgress | None = None,
) -> Result:
    """Decode one instance.

    Parameters
    ----------
    instance
        The problem.
    heatmap
        Scores of its edges; None if the decoder does not need one; `solve` predicts it.
    decoder
        The method and its parameters, such as ``HeatACO(local_search="2opt")``; by default
        ``Focused()``.
    budget
        When to stop; by default after the decoder's `default_iterations`.
    seed
        Under an iteration budget the same seed gives the same tour, for any number of threads.
    threads
        Threads that build and improve tours; they share the work of each iteration.
    initial_tour
        A tour to start from; the result is never longer.
    start, end, closed, fixed_edges
        What the tour must hold to, see `Constraints`: its first node; whether it returns there or
        is an open path; the last node of that; pairs of nodes that are neighbours in it. Infinite
        distances of the instance are forbidden edges.
    on_progress
        Called with a `Progress` after every iteration, on the calling thread; returning False
        stops the search and keeps the best tour. Costs are infinite before there is a tour
        without forbidden edges.

    Raises
    ------
    ValueError
        For a heatmap of another size, a missing one, an asymmetric instance where the decoder
        takes none, a tour that is not a permutation, a seed or thread count out of range,
        constraints that no tour can hold to, or where the search found none that does.
    Interrupted
        On Ctrl-C: a KeyboardInterrupt whose `result` holds the best tour so far.
    """
    constraints = Constraints(start, end, closed, fixed_edges)
    problem = _checked(instance, heatmap, decoder, initial_tour)
    budget = check_effort(decoder, budget, seed, threads, on_progress)
    stopwatch = Stopwatch()
    reduction = Reduction.of(instance, constraints)
    task = (reduction, reduction.problem(problem))
    return run_reduced(decoder, [task], budget, seed, threads, on_progress, stopwatch)[0]


def decode_batch(
    pairs: Iterable[tuple[Instance, Heatmap | None]],
    decoder: Decoder = _DEFAULT,
    *,
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    start: int | None = None,
    end: int | None = None,
    closed: bool = True,
) -> list[Result]:
    """Decode many instances, in order, each as `decode` would, with the threads spread over them.

    Parameters
    ----------
    pairs
        Instances with their heatmaps; the heatmap is None for decoders that need none.
    decoder, budget, seed
        As in `decode`; budget and seed hold for each instance by itself.
    threads
        Instances that are decoded at the same time.
    start, end, closed
        As in `decode`, the same for all instances; fixed edges are those of the instances.

    Raises
    ------
    ValueError
        As `decode` does, naming the pair; for a target where instances have fixed edges or
        tours are open.
    Interrupted
        On Ctrl-C: a KeyboardInterrupt whose `results` hold what there was, None where nothing.
    """
    if not isinstance(pairs, Iterable):
        raise ValueError(f"pairs is a {type(pairs).__name__}; give (instance, heatmap) pairs")
    constraints = Constraints(start, end, closed)
    stopwatch = Stopwatch()
    tasks = []
    for index, pair in enumerate(pairs):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ValueError(f"pair {index} is {pair!r}; give (instance, heatmap or None)")
        try:
            problem = _checked(*pair, decoder, None)
            reduction = Reduction.of(problem.instance, constraints)
            tasks.append((reduction, reduction.problem(problem)))
        except ValueError as error:
            raise ValueError(f"pair {index}: {error}") from None
    budget = check_effort(decoder, budget, seed, threads)
    return run_reduced(decoder, tasks, budget, seed, threads, None, stopwatch)


def improve(
    instance: Instance, tour: Any, local_search: str = "2opt", *, neighbours: int = 20
) -> NDArray[np.int32]:
    """Descend from a tour to a local optimum, which is never longer.

    Parameters
    ----------
    instance, tour
        The problem and the tour to start from.
    local_search
        2opt, 3opt, oropt (moves of up to three nodes) or lk (Lin–Kernighan steps); asymmetric
        instances get the directed operators of the same name.
    neighbours
        Length of the neighbour lists that the search reads; lk reads the first ten at most.

    Raises
    ------
    ValueError
        For a tour that is not a permutation, an unknown local search or a bad length.
    """
    require_instance(instance)
    return LocalSearchParameters(local_search, neighbours).improve(
        instance, as_tour(tour, instance.n)
    )


def check_task(instance: Instance, decoder: Decoder, initial_tour: Any) -> NDArray[np.int32] | None:
    """Check all that a decoding starts from but its heatmap, and return the initial tour."""
    require_instance(instance)
    if not hasattr(decoder, "needs_heatmap") or isinstance(decoder, type):
        raise ValueError(f"decoder is {decoder!r}; give a decoder, such as MMAS()")
    if decoder.symmetric_only and not instance.symmetric:
        others = _names("symmetric_only")
        raise ValueError(
            f"decoder {decoder.name} takes symmetric instances only; {others} take asymmetric "
            "ones, too"
        )
    return None if initial_tour is None else as_tour(initial_tour, instance.n)


def resolve_budget(decoder: Decoder, budget: Budget | None = None) -> Budget:
    """Return the limits that hold for a search, its decoder's default among them.

    A resolved budget stays as it is when it is resolved again.
    """
    if budget is not None and not isinstance(budget, Budget):
        raise ValueError(f"budget is {budget!r}; give a Budget, such as Budget(seconds=10)")
    limits = budget or Budget()
    if limits.iterations is None and limits.seconds is None:
        return replace(limits, iterations=decoder.default_iterations)
    return limits


def check_effort(
    decoder: Decoder,
    budget: Budget | None,
    seed: int,
    threads: int,
    on_progress: OnProgress | None = None,
) -> Budget:
    """Check what a search may spend, and return its budget with explicit limits."""
    resolved = resolve_budget(decoder, budget)
    if on_progress is not None and not callable(on_progress):
        raise ValueError(f"on_progress is {on_progress!r}; give a function of a Progress")
    require_count("seed", seed, 0, 2**64 - 1)
    require_count("threads", threads, 1, MAX_THREADS)
    return resolved


def _checked(
    instance: Instance, heatmap: Heatmap | None, decoder: Decoder, initial_tour: Any
) -> Problem:
    tour = check_task(instance, decoder, initial_tour)
    if heatmap is None and decoder.needs_heatmap:
        others = _names("needs_heatmap")
        raise ValueError(
            f"decoder {decoder.name} needs a heatmap; {others} do without, and solve predicts one"
        )
    if heatmap is not None:
        require_heatmap(heatmap, instance)
    return Problem(instance, heatmap, tour)


def _names(limit: str) -> str:
    """Name the decoders without a limit, in words."""
    *others, last = (name for name, kind in DECODERS.items() if not getattr(kind, limit))
    return f"{', '.join(others)} and {last}"
