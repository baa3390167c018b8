"""Random parameters of decoders and predictors, within their ranges."""

from collections.abc import Callable
from typing import Any

from numpy.random import Generator

from heataco.decoders.base import LOCAL_SEARCHES

CHANGED_SHARE = 0.3  # the other parameters keep their defaults

Sampler = Callable[[Generator], Any]


def integers(low: int, high: int) -> Sampler:
    """Draw integers whose logarithm is spread evenly: mostly small ones."""
    return lambda rng: min(high, max(low, round((low or 1) * (high / (low or 1)) ** rng.random())))


def numbers(*values: Any, up_to: float = 1.0) -> Sampler:
    """Draw one of the values, or any number from 0 to a bound."""
    return lambda rng: (
        values[rng.integers(len(values))] if rng.random() < 0.5 else float(rng.uniform(0, up_to))
    )


LOCAL = {
    "local_search": lambda rng: str(rng.choice(LOCAL_SEARCHES)),
    "local_search_neighbours": integers(1, 1_000),
}
COLONY = LOCAL | {
    "ants": integers(1, 100),
    "candidates": integers(1, 256),
    "alpha": numbers(0.0, 1.0, 100.0, up_to=5),
    "beta": numbers(0.0, 2.0, 100.0, up_to=5),
    "evaporation": numbers(None, 1e-9, 1.0),
    "exploitation": numbers(0.0, 1.0),
    "p_best": numbers(1e-300, 0.05, 1 - 1e-9),
    "branching_interval": integers(1, 2**62),
    "branching_band": numbers(0.0, 1.0),
    "branching_threshold": numbers(0.0, 1e300, up_to=20),
    "restart_patience": integers(0, 2**62),
}
THRESHOLD = {"heat_threshold": numbers(0.0, 1e-4, 1e30)}
DECODERS: dict[str, dict[str, Sampler]] = {
    "greedy": LOCAL,
    "mmas": COLONY,
    "heataco": COLONY
    | THRESHOLD
    | {
        "confidence_floor": numbers(1e-300, 1e-9, 1e300),
        "evidence_quantile": numbers(0.0, 1.0),
        "evidence_cap": numbers(None, 0.0, 1e300, up_to=2),
        "kappa": numbers(None, 0.0, 1e300, up_to=2),
    },
    "mcts": LOCAL
    | THRESHOLD
    | {
        "candidate_limit": integers(1, 2**31 - 1),
        "exploration": numbers(0.0, 1e6, up_to=2),
        "reinforcement": numbers(0.0, 1e6, up_to=20),
        "tries": integers(1, 50),
        "depth": integers(1, 10_000),
        "chains": integers(1, 12),
    },
    "focused": THRESHOLD
    | {
        "candidates": integers(2, 32),
        "neighbours": integers(2, 32),
        "heatmap_trust": numbers("auto", 0.0, 1.0),
        "depth": integers(1, 20),
        "breadth": integers(1, 6),
        "second_breadth": integers(1, 4),
        "reach": integers(1, 10_000),
        "min_doubt": numbers(1e-300, 1.0),
        "learning": numbers(0.0, 1.0),
        "temperature": numbers(0.0, 1e6),
        "region_size": integers(1_000, 2**31 - 1),
    },
}
PREDICTORS: dict[str, dict[str, Sampler]] = {
    "alpha": {
        "neighbours": integers(1, 1_000),
        "orthant_neighbours": integers(0, 20),
        "iterations": integers(1, 50),
        "first_step": lambda rng: float(rng.choice([0.3, 1.0, 1e6])),
        "last_step": numbers(1e-300, 0.0015, up_to=0.3),
        "momentum": numbers(0.0, 1 - 1e-9),
        "memory": lambda rng: float(rng.choice([0.01, 0.1, 1.0])),
        "lowest_probability": numbers(0.0, 1.0),
    },
    "softdist": {
        "temperature": numbers(None, 1e-300, 1e300),
        "neighbours": integers(1, 1_000),
    },
    "rank": {"neighbours": integers(1, 10)},
    "distance": {"neighbours": integers(1, 1_000)},
    "consensus": {
        "iterations": integers(0, 3),
        "perturbation": numbers(0.0, 1e6),
        "neighbours": integers(1, 1_000),
    },
    "zero": {},
}
ALWAYS: dict[str, dict[str, Any]] = {"consensus": {"descents": 2, "iterations": 2}}  # or too slow


def random_parameters(
    rng: Generator, samplers: dict[str, Sampler], fixed: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Draw some of the parameters."""
    changed = [key for key in samplers if rng.random() < CHANGED_SHARE]
    return (fixed or {}) | {key: samplers[key](rng) for key in changed}
