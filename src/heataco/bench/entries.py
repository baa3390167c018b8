"""The entries of an experiment: what is decoded, with which heat, by which method."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from heataco._checks import require_count, require_number
from heataco.bench._names import build, require_known
from heataco.bench.generators import GEOMETRIES
from heataco.bench.methods import KINDS, Method, build_method
from heataco.bench.task import HeatKey, InstanceKey
from heataco.decoders import DECODERS, HeatACO
from heataco.heatmaps.csr import require_threshold
from heataco.heatmaps.kinds import Kind, Symmetrise
from heataco.heatmaps.presets import PRESETS
from heataco.predictors import PREDICTORS
from heataco.results import Budget

_SINGLE_SUFFIXES = (".tsp", ".atsp")  # one instance a file


@dataclass(frozen=True)
class InstanceSet:
    """Instances under one heading: the first ones of a file, or drawn from a seed.

    Parameters
    ----------
    name
        The heading.
    instances
        How many.
    file, tour, best_known
        A labelled set, or a TSPLIB file with its optimal tour and length, below the data folder.
    geometry, n, seed, references
        A generator, its key, and the file of reference lengths, beside the experiment.
    optional
        Whether the set is left out, with a warning, where its file is missing.
    origin
        Where the file can be had.

    Raises
    ------
    ValueError
        If it is neither a file nor a generator, or a value is out of range.
    """

    name: str
    instances: int = 1
    file: str | None = None
    tour: str | None = None
    best_known: float | None = None
    geometry: str | None = None
    n: int | None = None
    seed: int | None = None
    references: str | None = None
    optional: bool = False
    origin: str = ""

    def __post_init__(self) -> None:
        require_count("instances", self.instances, 1)
        if (self.file is None) == (self.geometry is None):
            raise ValueError("give a file or a geometry, and not both")
        if self.best_known is not None:
            require_number("best_known", self.best_known, 0)
        if self.geometry is not None:
            require_known("geometry", self.geometry, GEOMETRIES)
            require_count("n", self.n, 1)
            require_count("seed", self.seed, 0)
        elif self.single and self.instances != 1:
            raise ValueError(f"instances is {self.instances}; {self.file} holds one")

    @property
    def single(self) -> bool:
        """Whether this is one named instance, whose seeds are compared and not its mean."""
        return self.file is not None and Path(self.file).suffix.lower() in _SINGLE_SUFFIXES

    def key(self, index: int) -> InstanceKey:
        """Return what instance `index` is made from."""
        return InstanceKey(
            index=index,
            file=self.file,
            tour=self.tour,
            best_known=self.best_known,
            geometry=self.geometry,
            n=self.n,
            seed=self.seed,
            references=self.references,
        )


@dataclass(frozen=True)
class HeatSource:
    """Heatmaps under one heading: a predictor, or a file for each set.

    Parameters
    ----------
    name
        The heading.
    predictor, parameters
        One of `PREDICTORS`, which all sets get.
    files
        Files below the data folder by the name of the set; other sets go without.
    sets
        The sets that the predictor is for; by default all.
    instances
        How many instances of a set the files hold, where these are fewer.
    kind, threshold, symmetrise, preset
        What is done to the scores of a file, as in `read_heatmap` and `apply_preset`.
    optional, origin
        As for `InstanceSet`.

    Raises
    ------
    ValueError
        If it is neither a predictor nor files, or a name is unknown.
    """

    name: str
    predictor: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    sets: tuple[str, ...] | None = None
    instances: int | None = None
    kind: str = Kind.PROBABILITY.value
    threshold: float | None = None
    symmetrise: str = Symmetrise.NONE.value
    preset: str | None = None
    optional: bool = False
    origin: str = ""

    def __post_init__(self) -> None:
        if (self.predictor is None) == (not self.files):
            raise ValueError("give a predictor or files, and not both")
        if self.predictor is not None:
            require_known("predictor", self.predictor, PREDICTORS)
            build(PREDICTORS[self.predictor], f"predictor {self.predictor}", self.parameters)
        require_known("kind", self.kind, list(Kind))
        if self.threshold is not None:
            if self.predictor is not None:
                raise ValueError("threshold belongs to files; a predictor has none")
            require_threshold(self.threshold)
        require_known("symmetrise", self.symmetrise, list(Symmetrise))
        if self.preset is not None:
            require_known("preset", self.preset, PRESETS)
        if self.instances is not None:
            require_count("instances", self.instances, 1)

    def key(self, set_name: str) -> HeatKey | None:
        """Return what the heatmaps of a set are made from; None where there are none."""
        if self.sets is not None and set_name not in self.sets:
            return None
        if self.predictor is not None:
            kind = PREDICTORS[self.predictor]
            return HeatKey(predictor=build(kind, self.predictor, self.parameters))
        if set_name not in self.files:
            return None
        return HeatKey(
            file=self.files[set_name],
            kind=self.kind,
            threshold=self.threshold,
            symmetrise=self.symmetrise,
            preset=self.preset,
        )


@dataclass(frozen=True)
class BudgetEntry:
    """A budget under one heading; limits as in `Budget`."""

    name: str = ""
    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        self.budget  # noqa: B018 - checks the limits

    @property
    def budget(self) -> Budget:
        """The budget itself."""
        return Budget(self.iterations, self.seconds)

    def capped(
        self, iterations: int | None, seconds: float | None, default_iterations: int | None
    ) -> "BudgetEntry":
        """Return the budget with at most so many iterations, and so long where time limits it.

        Parameters
        ----------
        iterations, seconds
            The caps.
        default_iterations
            What the method does where the budget has no limit.
        """
        entry = self
        if iterations is not None:
            limit = self.budget.or_iterations(default_iterations).iterations
            fewer = iterations if limit is None else min(limit, iterations)
            entry = replace(entry, iterations=fewer)
        if seconds is not None and self.seconds is not None:
            entry = replace(entry, seconds=min(self.seconds, seconds))
        return entry


@dataclass(frozen=True)
class MethodEntry:
    """A method under one heading.

    Parameters
    ----------
    name
        The heading.
    decoder, peer, diagnosis
        The name of one of them; with none the row is of published figures only.
    parameters
        Its parameters.
    heatmaps
        Names of the sources that it is run with; by default all, or none if it reads no heat.
    sets
        Names of the sets that it is run on; by default all.
    baseline
        The method that it is compared with.
    variant, setting
        Its place in tables and figures; by default the name, and nothing.
    seeds
        Fewer seeds than the experiment has.
    iterations, seconds
        Limits of its own, in place of the experiment's budgets; seconds by the name of the set.
        Sets that neither limits keep the budgets.

    Raises
    ------
    ValueError
        For an unknown name or parameter.
    """

    name: str
    decoder: str | None = None
    peer: str | None = None
    diagnosis: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    heatmaps: tuple[str, ...] | None = None
    sets: tuple[str, ...] | None = None
    baseline: str | None = None
    variant: str = ""
    setting: str = ""
    seeds: int | None = None
    iterations: int | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) > 1:
            raise ValueError(f"{' and '.join(given)} exclude each other; give one")
        if self.seeds is not None:
            require_count("seeds", self.seeds, 1)
        self._check_limits()
        if not given and self.parameters:
            raise ValueError("parameters belong to a decoder, peer or diagnosis; give one")
        object.__setattr__(self, "variant", self.variant or self.name)
        self.method  # noqa: B018 - checks names and parameters

    def _check_limits(self) -> None:
        if self.iterations is not None:
            require_count("iterations", self.iterations, 1)
        for name, limit in self.seconds.items():
            require_number(f"seconds on {name}", limit, 0, above=True)
        # 50 and 50.0 are the same limit, and must name the same task.
        limits = {name: float(limit) for name, limit in self.seconds.items()}
        object.__setattr__(self, "seconds", limits)

    def budgets_on(
        self, set_name: str, budgets: tuple[BudgetEntry, ...]
    ) -> tuple[BudgetEntry, ...]:
        """Return the budgets on a set: its own, under the first name, or else those given."""
        seconds = self.seconds.get(set_name)
        if self.iterations is None and seconds is None:
            return budgets
        return (BudgetEntry(budgets[0].name, self.iterations, seconds),)

    @property
    def default_iterations(self) -> int | None:
        """What a decoder does without a limit; peers go by time."""
        return DECODERS.get(self.decoder or "", HeatACO).default_iterations

    @cached_property
    def method(self) -> Method | None:
        """What runs; None for published figures."""
        for kind in KINDS:
            name = getattr(self, kind)
            if name is not None:
                return build_method(f"method {self.name}", kind, name, self.parameters)
        return None
