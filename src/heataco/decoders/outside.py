"""Decoders from outside the package, whose results are checked."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from heataco._arrays import as_tour
from heataco.decoders.base import Decoder, Problem
from heataco.instances import ROUNDING
from heataco.results import Interrupted, Result, StopReason


def run_checked(
    decoder: Decoder, problems: Sequence[Problem], **options: Any
) -> list[Result | None]:
    """Run a decoder and check its results; costs are then as the package computes them.

    What a decoder has found when it raises Interrupted is returned as interrupted, with None where
    there is nothing. Raises ValueError if the decoder fails, or returns anything but one result per
    problem with a tour, no longer than the initial one, and its cost. KeyboardInterrupt passes.

    Parameters
    ----------
    decoder, problems, options
        As in `Decoder.run`.
    """
    try:
        results: Any = decoder.run(problems, **options)
    except Interrupted as interrupted:
        return [
            None
            if result is None
            else replace(_checked(decoder, problem, result), stop_reason=StopReason.INTERRUPTED)
            for problem, result in _pairs(decoder, problems, interrupted.results)
        ]
    except (Exception, SystemExit) as error:  # code outside the package may raise anything
        raise ValueError(
            f"decoder {decoder.name} failed: {type(error).__name__}: {error}"
        ) from error
    return [
        _checked(decoder, problem, result) for problem, result in _pairs(decoder, problems, results)
    ]


def _pairs(
    decoder: Decoder, problems: Sequence[Problem], results: Any
) -> list[tuple[Problem, Any]]:
    if not isinstance(results, list) or len(results) != len(problems):
        raise ValueError(
            f"decoder {decoder.name} returned {_described(results)}; it must return a list of "
            f"{len(problems)} Result, one for each problem"
        )
    return list(zip(problems, results, strict=True))


def _checked(decoder: Decoder, problem: Problem, result: Any) -> Result:
    if not isinstance(result, Result):
        raise ValueError(f"decoder {decoder.name} returned {_described(result)}, not a Result")
    try:
        tour = as_tour(result.tour, problem.instance.n)
    except ValueError as error:
        raise ValueError(f"decoder {decoder.name} returned a wrong tour: {error}") from None
    cost = problem.instance.cost(tour)
    if not math.isclose(cost, result.cost, rel_tol=1e-6):
        raise ValueError(
            f"decoder {decoder.name} returned the cost {result.cost} for a tour of cost {cost}"
        )
    initial = problem.initial_tour
    if initial is not None and cost > (before := problem.instance.cost(initial)) * (1 + ROUNDING):
        raise ValueError(
            f"decoder {decoder.name} returned a tour of cost {cost} from an initial tour of cost "
            f"{before}; it must never be longer"
        )
    return replace(result, tour=tour, cost=cost)


def _described(value: Any) -> str:
    length = f" of {len(value)}" if isinstance(value, list | tuple) else ""
    return f"a {type(value).__name__}{length}"
