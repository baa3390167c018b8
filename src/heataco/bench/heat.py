"""The second axis of an experiment: where heatmaps come from."""

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from heataco._checks import require_count
from heataco._settings import build
from heataco.bench.content import plain_parameters
from heataco.heatmaps import Processing
from heataco.predictors import PREDICTORS, Predictor
from heataco.predictors.base import WeightedPredictor


@dataclass(frozen=True)
class HeatKey:
    """What one heatmap is made from: an item of a file, or a predictor.

    Parameters
    ----------
    predictor
        None for a file.
    file, processing
        A file, and what is done to its scores.
    """

    predictor: Predictor | None = None
    file: str | None = None
    processing: Processing = field(default_factory=Processing)

    @cached_property
    def content(self) -> dict[str, Any]:
        """The key in plain texts and numbers; computed once for all instances and seeds."""
        if self.predictor is not None:
            return {
                "predictor": self.predictor.name,
                "parameters": plain_parameters(self.predictor),
            }
        # No threshold is left out, so that results from before thresholds are found again.
        processing = asdict(self.processing) | {"threshold": self.processing.threshold or None}
        return {"file": self.file, **processing}


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
    weights
        In place of one network for all: files of weights by the name of the set, for a predictor
        that reads them, such as network; other sets go without.
    sets
        The sets that the predictor is for; by default all.
    instances
        How many instances of a set the files hold, where these are fewer.
    kind, threshold, symmetrise, preset
        What is done to the scores of a file, as in `Processing`.
    optional, origin
        As for `InstanceSet`.
    value
        The predictor; None for files.

    Raises
    ------
    ValueError
        If it is neither a predictor nor files, or a name is unknown.
    """

    name: str
    predictor: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    weights: dict[str, str] = field(default_factory=dict)
    sets: tuple[str, ...] | None = None
    instances: int | None = None
    kind: str = Processing.kind
    threshold: float = Processing.threshold
    symmetrise: str = Processing.symmetrise
    preset: str | None = Processing.preset
    optional: bool = False
    origin: str = ""
    value: Predictor | None = field(init=False)

    def __post_init__(self) -> None:
        if (self.predictor is None) == (not self.files):
            raise ValueError("give a predictor or files, and not both")
        for key, files in (("files", self.files), ("weights", self.weights)):
            for name, file in files.items():
                if not isinstance(file, str):
                    raise ValueError(f"{key}: {name} is {file!r}; give the name of a file")
        object.__setattr__(self, "value", self._built())
        if self.weights and not isinstance(self.value, WeightedPredictor):
            raise ValueError("weights need a predictor that reads them, such as network")
        processing = self.processing  # checks its values
        if self.predictor is not None and processing != Processing():
            raise ValueError(
                "kind, threshold, symmetrise and preset are for files, not for predictors"
            )
        if self.instances is not None:
            require_count("instances", self.instances, 1)

    @property
    def processing(self) -> Processing:
        """What is done to the scores of a file."""
        return Processing(self.kind, self.threshold, self.symmetrise, self.preset)

    def _built(self) -> Predictor | None:
        if self.predictor is None:
            return None
        kind = PREDICTORS.find("predictor", self.predictor)
        predictor: Predictor = build(kind, f"predictor {self.predictor}", self.parameters)
        plain_parameters(predictor)  # the id of a task must be able to hold them
        return predictor

    def weights_on(self, set_name: str) -> str | None:
        """Return the file of weights of a network on a set; None where none is named."""
        own = self.value.weights if isinstance(self.value, WeightedPredictor) else None
        return self.weights.get(set_name, own)

    def key(self, set_name: str) -> HeatKey | None:
        """Return what the heatmaps of a set are made from; None where there are none."""
        if self.sets is not None and set_name not in self.sets:
            return None
        if self.value is not None:
            if self.weights and set_name not in self.weights:
                return None
            return HeatKey(predictor=self._predictor_on(set_name))
        if set_name not in self.files:
            return None
        return HeatKey(file=self.files[set_name], processing=self.processing)

    def _predictor_on(self, set_name: str) -> Predictor | None:
        weights = self.weights_on(set_name)
        if weights is None or not isinstance(self.value, WeightedPredictor):
            return self.value
        return self.value.with_weights(weights)
