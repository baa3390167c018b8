"""From an instance and a heatmap to a tour: the public entry to all decoders."""

import os
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._arguments import (
    to_budget,
    to_decoder,
    to_instance,
    to_scores,
)
from heataco._arrays import as_tour
from heataco._checks import described, require_count
from heataco._hints import hinting
from heataco._timing import Stopwatch
from heataco.constraints import Constraints, Reduced, Reduction, Task, run_reduced, with_edges
from heataco.decoders import DECODERS, Decoder, DecoderName, Focused, Problem
from heataco.decoders.base import LocalSearchName, LocalSearchParameters, OnProgress
from heataco.heatmaps import Heatmap
from heataco.heatmaps.checks import require_heatmap
from heataco.instances import Instance
from heataco.predictors.stages import in_two_stages
from heataco.results import Budget, Result

MAX_THREADS = 1_024
DEFAULT_DECODER = Focused()


def available_threads() -> int:
    """Processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@hinting
def decode(
    instance: Any,
    heatmap: Any = None,
    decoder: Decoder | DecoderName = DEFAULT_DECODER,
    *,
    budget: Budget | None = None,
    seconds: float | None = None,
    iterations: int | None = None,
    target: float | None = None,
    seed: int = 0,
    threads: int = 1,
    initial_tour: Any = None,
    start: int | str | None = None,
    end: int | str | None = None,
    closed: bool = True,
    fixed_edges: Any = None,
    on_progress: OnProgress | None = None,
) -> Result:
    """Decode one instance.

    Parameters
    ----------
    instance
        The problem: an `Instance` or a `LabelledInstance`, or what `as_instance` makes one of,
        such as points, (n, 2), or distances, (n, n), or a file that holds one.
    heatmap
        Scores of its edges: a `Heatmap`, an array or tensor of shape (n, n), a sparse matrix,
        named arrays as `as_heatmaps` takes them, a file of one, or a predictor or its name, such
        as "alpha", whose time then counts as in `solve`; None if the decoder needs no scores.
    decoder
        The method and its parameters, such as ``HeatACO(local_search="2opt")``, or its name; by
        default ``Focused()``.
    budget
        When to stop; by default after the decoder's `default_iterations`.
    seconds, iterations, target
        The limits of a budget, in place of one.
    seed
        Under an iteration budget the same seed gives the same tour, for any number of threads.
    threads
        Threads that build and improve tours; they share the work of each iteration.
    initial_tour
        A tour to start from; the result is never longer.
    start, end, closed, fixed_edges
        Constraints: the first node; the last node of an open path; whether the tour returns to its
        first node or is an open path; pairs of nodes that must be neighbours (arcs if the instance
        is asymmetric), in addition to those of the instance. Nodes are given by id if the instance
        has ids, otherwise by number. Infinite distances of the instance forbid edges.
    on_progress
        Called with a `Progress` after every iteration, on the calling thread; returning False
        stops the search and keeps the best tour. Costs are infinite before there is a tour
        without forbidden edges.

    Raises
    ------
    ValueError
        For an instance or heatmap of another form, scores of another size, a missing heatmap, an
        asymmetric instance if the decoder does not support it, a tour that is not a permutation or
        violates a constraint, a seed or thread count out of range, a budget together with one of
        its limits, constraints that no tour can satisfy, or if the search found no tour that does.
    Interrupted
        On Ctrl-C: a KeyboardInterrupt whose `result` holds the best tour so far.
    """
    problem, method = with_edges(to_instance(instance), fixed_edges), to_decoder(decoder)
    tour = check_task(problem, method, initial_tour)
    given = to_budget(budget, seconds, iterations, target)
    limits = check_effort(method, given, seed, threads, on_progress)
    scores = to_scores(heatmap, problem)
    stopwatch = Stopwatch()
    reduction = Reduction.of(problem, Constraints(start, end, closed))
    first = reduction.checked(tour)
    before = stopwatch.elapsed()

    def search(heat: Heatmap | None, limits: Budget, report: OnProgress | None) -> Result:
        task = checked_task(problem, heat, method, first)
        tasks = [Task(reduction, task, before)]
        return run_reduced(method, tasks, limits, seed, threads, report)[0]

    if scores is None or isinstance(scores, Heatmap):
        return search(scores, limits, on_progress)
    if not method.reads_heatmap:
        return search(None, limits, on_progress)
    return in_two_stages(scores, method, reduction, first, limits, on_progress, search)


@hinting
def improve(
    instance: Any,
    tour: Any,
    local_search: LocalSearchName = "2opt",
    *,
    neighbours: int = LocalSearchParameters.local_search_neighbours,
    start: int | str | None = None,
    end: int | str | None = None,
    closed: bool = True,
    fixed_edges: Any = None,
) -> NDArray[np.int32]:
    """Descend from a tour to a local optimum, which is never longer.

    Parameters
    ----------
    instance, tour
        The problem, as `decode` takes it, and the tour to start from.
    local_search
        2opt, 3opt, oropt (moves of up to three nodes) or lk (Lin–Kernighan steps); asymmetric
        instances get the directed operators of the same name.
    neighbours
        Length of the neighbour lists that the search reads; lk reads the first ten at most.
    start, end, closed, fixed_edges
        As in `decode`; the tour must satisfy them.

    Raises
    ------
    ValueError
        For a tour that is not a permutation or violates a constraint, an unknown local search or a
        number of neighbours out of range.
    """
    problem = with_edges(to_instance(instance), fixed_edges)
    reduction = Reduction.of(problem, Constraints(start, end, closed))
    nodes = reduction.checked(as_tour(tour, problem.n), "tour")
    reduced = Reduced.of(reduction, Problem(problem, None, nodes), Stopwatch()).problem
    assert nodes is not None
    assert reduced.initial_tour is not None
    search = LocalSearchParameters(local_search, neighbours)
    found = reduction.restored(search.improve(reduced.instance, reduced.initial_tour))
    # The same edges, added up from another node on, may cost more in the last digit.
    return min(found, nodes.copy(), key=lambda each: problem.cost(each, closed=closed))


def check_task(instance: Instance, decoder: Decoder, initial_tour: Any) -> NDArray[np.int32] | None:
    """Check the input of a decoding except for its heatmap, and return the initial tour."""
    if decoder.symmetric_only and not instance.symmetric:
        others = _names("symmetric_only")
        raise ValueError(
            f"decoder {decoder.name} supports symmetric instances only; {others} also support "
            "asymmetric ones"
        )
    return None if initial_tour is None else as_tour(initial_tour, instance.n)


def resolve_budget(decoder: Decoder, budget: Budget | None = None) -> Budget:
    """Return a budget with explicit limits: the decoder's default where neither is given.

    Resolving a resolved budget does not change it.
    """
    if budget is not None and not isinstance(budget, Budget):
        given = described(budget)
        raise ValueError(f"budget is {given}; give a Budget, such as Budget(seconds=10)")
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
    """Check budget, seed and threads, and return the budget with explicit limits."""
    resolved = resolve_budget(decoder, budget)
    if on_progress is not None and not callable(on_progress):
        raise ValueError(f"on_progress is {described(on_progress)}; give a function of a Progress")
    require_count("seed", seed, 0, 2**64 - 1)
    require_count("threads", threads, 1, MAX_THREADS)
    return resolved


def checked_task(
    instance: Instance, heatmap: Heatmap | None, decoder: Decoder, initial_tour: Any
) -> Problem:
    """Check all that a decoding starts from."""
    tour = check_task(instance, decoder, initial_tour)
    if heatmap is None and decoder.needs_heatmap:
        others = _names("needs_heatmap")
        raise ValueError(
            f"decoder {decoder.name} needs a heatmap; {others} do not, and solve predicts one"
        )
    if heatmap is not None:
        require_heatmap(heatmap, instance)
    return Problem(instance, heatmap, tour)


def _names(limit: str) -> str:
    """Name the decoders without a limit, in words."""
    *others, last = (name for name, kind in DECODERS.items() if not getattr(kind, limit))
    return f"{', '.join(others)} and {last}"
