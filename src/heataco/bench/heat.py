"""The second axis of an experiment: where heatmaps come from."""

from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import Any

from heataco._checks import require_count
from heataco.bench._names import build, choose, require_known
from heataco.heatmaps.csr import require_threshold
from heataco.heatmaps.kinds import Kind, Symmetrise
from heataco.heatmaps.presets import PRESETS
from heataco.predictors import PREDICTORS, Predictor


@dataclass(frozen=True)
class HeatKey:
    """What one heatmap is made from: an item of a file, or a predictor.

    Parameters
    ----------
    predictor
        None for a file.
    file, kind, threshold, symmetrise, preset
        A file, and what is done to its scores.
    """

    predictor: Predictor | None = None
    file: str | None = None
    kind: str | None = None
    symmetrise: str | None = None
    preset: str | None = None
    threshold: float | None = None

    @cached_property
    def content(self) -> dict[str, Any]:
        """The key in plain texts and numbers; computed once for all instances and seeds."""
        content = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        if self.predictor is not None:
            content |= {"predictor": self.predictor.name, "parameters": asdict(self.predictor)}
        return content


@dataclass(frozen=True)
class HeatEntry:
    """Heatmaps under one heading: a predictor, or a file for each set.

    Parameters
    ----------
    name
        The heading.
    predictor, parameters
        One of `PREDICTORS`, or a class as "module:Class"; all sets get it.
    files
        Files by the name of the set; other sets go without.
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
        self.value  # noqa: B018 - checks names and parameters
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

    @cached_property
    def value(self) -> Predictor | None:
        """The predictor; None for files."""
        if self.predictor is None:
            return None
        kind = choose("predictor", self.predictor, PREDICTORS)
        predictor: Predictor = build(kind, f"predictor {self.predictor}", self.parameters)
        return predictor

    def key(self, set_name: str) -> HeatKey | None:
        """Return what the heatmaps of a set are made from; None where there are none."""
        if self.sets is not None and set_name not in self.sets:
            return None
        if self.value is not None:
            return HeatKey(predictor=self.value)
        if set_name not in self.files:
            return None
        return HeatKey(
            file=self.files[set_name],
            kind=self.kind,
            threshold=self.threshold,
            symmetrise=self.symmetrise,
            preset=self.preset,
        )
