"""The predictor protocol."""

from typing import ClassVar, Protocol

from heataco.heatmaps import Heatmap
from heataco.instances import Instance


class Predictor(Protocol):
    """A source of heatmaps: a frozen dataclass that holds its parameters."""

    name: ClassVar[str]

    def predict(self, instance: Instance) -> Heatmap:
        """Score the edges of an instance."""
        ...
