"""What an experiment runs: a decoder, a peer, or the diagnosis of a heatmap; `METHODS` by kind."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco._plain import to_plain
from heataco._registry import Registry
from heataco.bench.budgets import Limits
from heataco.bench.content import plain_parameters
from heataco.bench.environment import peak_megabytes, timed
from heataco.bench.peers import PEERS, Peer, installed, peer_version
from heataco.decoders import DECODERS, Decoder, HeatACO
from heataco.decoding import decode, resolve_budget
from heataco.diagnostics import diagnose
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors import Predictor
from heataco.results import Budget, Result, Trace

GIVEN_UP = "given up"  # the stop reason of a peer without a tour in time

Values = dict[str, Any]  # the part of a record that a method measures


@dataclass(frozen=True)
class Inputs:
    """What a task works on.

    Parameters
    ----------
    instance, tour, heatmap
        The instance, and its reference tour and heatmap, or None.
    predictor
        What makes the heatmap where there is none, its files found; None for the task's own.
    """

    instance: Instance
    tour: NDArray[np.int32] | None
    heatmap: Heatmap | None
    predictor: Predictor | None = None


@dataclass(frozen=True)
class Method(ABC):
    """A method with its parameters.

    Parameters
    ----------
    value
        An instance of a class in `known`, or of one from outside the package.
    content
        Kind, name and all parameters, defaults included, for the id of a task.

    Raises
    ------
    ValueError
        For a parameter that JSON cannot hold.
    """

    kind: ClassVar[str]
    known: ClassVar[Registry[Any]]

    value: Any
    content: dict[str, Any] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        parameters = plain_parameters(self.value)
        content = {"kind": self.kind, "name": self.value.name, "parameters": parameters}
        object.__setattr__(self, "content", content)

    @property
    def iterates(self) -> bool:
        """Whether it has iterations that can be limited."""
        return getattr(self.value, "default_iterations", None) is not None

    @property
    def seeded(self) -> bool:
        """Whether another seed may give another result."""
        return bool(self.value.seeded)

    @property
    def obstacle(self) -> str | None:
        """Why it cannot be run here; None where it can."""
        return None

    @abstractmethod
    def resolved(self, limits: Limits) -> Limits:
        """Return the limits that this method goes by, its own defaults in place of none."""

    @abstractmethod
    def measure(self, inputs: Inputs, budget: Budget, seed: int, threads: int) -> Values:
        """Run it; whatever it raises makes the task a failed one."""


class DecoderMethod(Method):
    """A decoder, one of `DECODERS`."""

    kind, known = "decoder", DECODERS

    @property
    def route(self) -> dict[str, Any]:
        """Where tours begin and end, as `decode` takes it."""
        return {}

    def resolved(self, limits: Limits) -> Limits:
        """Return the limits; see `Method`."""
        if not self.iterates:
            return replace(limits, iterations=None)
        if limits.timed:
            return limits
        budget = resolve_budget(self.value, Budget(limits.iterations))
        return replace(limits, iterations=budget.iterations)

    def measure(self, inputs: Inputs, budget: Budget, seed: int, threads: int) -> Values:
        """Decode."""
        options: dict[str, Any] = {"budget": budget, "seed": seed, "threads": threads}
        result = decode(inputs.instance, inputs.heatmap, self.value, **options, **self.route)
        return self.values(inputs, result)

    def values(self, inputs: Inputs, result: Result) -> Values:
        """Return what a record keeps of a result."""
        plain = result.to_dict(tour=False)
        return {
            "decode": {key: plain[key] for key in ("seconds", "cpu_seconds")},
            "gap": to_plain(result.gap),
            **{key: plain[key] for key in ("cost", "iterations", "stop_reason", "trust")},
            "improvements": improvements(result.trace),
            "peak_megabytes": peak_megabytes(),
        }


class PeerMethod(Method):
    """Another solver, one of `PEERS`."""

    kind, known = "peer", PEERS

    @property
    def obstacle(self) -> str | None:
        """Why it cannot be run here: its package is not installed."""
        package = self.value.distribution
        return None if installed(self.value) else f"not installed (pip install {package})"

    def resolved(self, limits: Limits) -> Limits:
        """Return the limits; see `Method`. Peers have time limits only."""
        if not limits.timed:
            return Limits(seconds=self.value.default_seconds)
        return replace(limits, iterations=None, target_gap=None)

    def measure(self, inputs: Inputs, budget: Budget, seed: int, threads: int) -> Values:
        """Solve; the cost is computed from the tour."""
        peer: Peer = self.value
        if inputs.instance.fixed_edges is not None or inputs.instance.forbids_edges:
            raise ValueError(f"peer {peer.name} does not support fixed or forbidden edges")
        solution = peer.solve(inputs.instance, inputs.heatmap, budget, seed)
        cost = gap = None
        if solution.tour is not None:
            cost = inputs.instance.cost(as_tour(solution.tour, inputs.instance.n))
            gap = to_plain(inputs.instance.gap(cost))
        return {
            "peer": {"version": peer_version(peer), "licence": peer.licence},
            "prepare": solution.prepare,
            "decode": solution.search,
            "cost": cost,
            "gap": gap,
            "iterations": None,
            "stop_reason": GIVEN_UP if cost is None else "complete",
            "improvements": {"iteration": [], "seconds": [], "best": []},
        }


class DiagnosisMethod(Method):
    """How a decoder reads a heatmap; nothing is decoded."""

    kind, known = "diagnosis", Registry("diagnosis", Decoder, (HeatACO,))
    iterates = seeded = False

    def resolved(self, limits: Limits) -> Limits:
        """Return no limits."""
        return Limits()

    def measure(self, inputs: Inputs, budget: Budget, seed: int, threads: int) -> Values:
        """Diagnose the heatmap."""
        assert inputs.heatmap is not None
        with timed() as times:
            report = diagnose(inputs.instance, inputs.heatmap, inputs.tour, decoder=self.value)
        return {"diagnose": times, "report": to_plain(report)}


METHODS: dict[str, type[Method]] = {
    method.kind: method for method in (DecoderMethod, PeerMethod, DiagnosisMethod)
}


def improvements(trace: Trace) -> dict[str, list[Any]]:
    """Return the rows of a trace in which the best cost fell, the start among them."""
    better = np.ones(len(trace), bool)
    better[1:] = trace.best[1:] < trace.best[:-1]
    better &= np.isfinite(trace.best)
    return {
        "iteration": trace.iteration[better].tolist(),
        "seconds": np.round(trace.seconds[better], 6).tolist(),
        "best": trace.best[better].tolist(),
    }
