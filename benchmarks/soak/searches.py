"""One random search of the soak test, and what must hold of its result."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from geometries import random_instance
from heat import random_heat
from numpy.random import Generator
from parameters import DECODERS, random_parameters

import heataco as ha
from heataco.decoders.base import LOCAL_SEARCHES

REPEATED_SHARE = 0.25  # of the searches that can be repeated


class Refused(Exception):
    """What was drawn is no instance."""


@dataclass(frozen=True)
class Search:
    """A search that was drawn, ready to be run."""

    label: str
    instance: ha.Instance
    heatmap: ha.Heatmap | None
    decoder: Any
    budget: ha.Budget
    options: dict[str, Any]
    stop_at: int | None
    other_threads: int | None

    def run(self) -> None:
        """Search, and check what comes out.

        Raises
        ------
        AssertionError
            If the result is not what was promised.
        """
        result = self._decode()
        instance, initial = self.instance, self.options["initial_tour"]
        assert sorted(result.tour.tolist()) == list(range(instance.n)), "no permutation"
        assert result.cost == instance.cost(result.tour), (result.cost, instance.cost(result.tour))
        if initial is not None:
            assert result.cost <= instance.cost(initial), (result.cost, instance.cost(initial))
        best = result.trace.best
        assert (np.diff(best) <= 0).all(), "the best cost rises"
        assert len(best) == 0 or best[-1] == result.cost, (best[-1], result.cost)
        if self.other_threads is not None:
            again = replace(self, options=self.options | {"threads": self.other_threads})._decode()
            assert again.tour.tolist() == result.tour.tolist(), "another tour by another thread"
            if initial is None and self.stop_at is None:
                self._decode_batch(result)
        if initial is not None:
            self._improve(initial)

    def _decode(self) -> ha.Result:
        stop = self.stop_at
        watch = None if stop is None else (lambda progress: np.bool_(progress.iteration < stop))
        return ha.decode(
            self.instance,
            self.heatmap,
            self.decoder,
            budget=self.budget,
            on_progress=watch,
            **self.options,
        )

    def _decode_batch(self, result: ha.Result) -> None:
        pairs = [(self.instance, self.heatmap)] * 2
        ways = {"budget": self.budget, "seed": self.options["seed"], "threads": 2}
        for one in ha.decode_batch(pairs, self.decoder, **ways):
            assert one.tour.tolist() == result.tour.tolist(), "another tour in a batch"

    def _improve(self, tour: Any) -> None:
        for name in LOCAL_SEARCHES:
            improved = ha.improve(self.instance, tour, name, neighbours=5)
            after, before = self.instance.cost(improved), self.instance.cost(tour)
            assert after <= before, f"{name} made {after} of {before}"


def random_search(rng: Generator, note: Callable[[str], None]) -> Search:
    """Draw a search; what may crash on the way is noted before.

    Raises
    ------
    Refused
        If the numbers drawn are none that an instance may have.
    """
    try:
        place, instance = random_instance(rng)
    except ValueError as error:
        raise Refused(str(error)) from None
    kinds = [
        name for name in DECODERS if instance.symmetric or not ha.DECODERS[name].symmetric_only
    ]
    name = str(rng.choice(kinds))
    decoder = ha.DECODERS[name](**random_parameters(rng, DECODERS[name]))
    heat, heatmap = "no heat", None
    if decoder.needs_heatmap or rng.random() < 0.6:
        heat, heatmap = random_heat(rng, instance, lambda name: note(f"{place}; {name}"))
    budget = _random_budget(rng, instance)
    threads = int(rng.integers(1, 5))
    stop_at = int(rng.integers(0, 4)) if rng.random() < 0.2 else None
    repeatable = budget.seconds is None and rng.random() < REPEATED_SHARE
    initial = _initial_tour(rng, instance) if rng.random() < 0.4 else None
    options = {"seed": int(rng.integers(2**63)), "threads": threads, "initial_tour": initial}
    label = f"{place}; {heat}; {decoder}; {budget}; threads={threads} stop={stop_at}"
    return Search(
        f"{label} initial={initial is not None}",
        instance,
        heatmap,
        decoder,
        budget,
        options,
        stop_at,
        threads % 4 + 1 if repeatable else None,
    )


def _initial_tour(rng: Generator, instance: ha.Instance) -> np.ndarray:
    """Draw any tour, or one that is hard to beat, from another node on or backwards."""
    if rng.random() < 0.5:
        return rng.permutation(instance.n)
    good = ha.decode(instance, None, ha.Focused(), budget=ha.Budget(iterations=1)).tour
    rolled = np.roll(good, rng.integers(instance.n))
    return rolled[::-1] if rng.random() < 0.5 else rolled


def _random_budget(rng: Generator, instance: ha.Instance) -> ha.Budget:
    iterations: int | None = int(rng.integers(0, 6))
    seconds: float | None = None
    if rng.random() < 0.25:
        seconds = float(rng.choice([0, 1e-9, 1e-4, 3e-3]))
        iterations = None if rng.random() < 0.5 else iterations
    target = None
    if rng.random() < 0.2:
        some_cost = instance.cost(rng.permutation(instance.n))
        target = float(rng.choice([-np.inf, np.inf, 0.0, some_cost, some_cost / 2]))
    return ha.Budget(iterations, seconds, target)
