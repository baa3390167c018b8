"""What is done to the scores of a heatmap before they are used."""

from dataclasses import dataclass

from heataco._checks import require_known, require_number
from heataco.heatmaps.checks import require_heatmap
from heataco.heatmaps.heatmap import Heatmap
from heataco.heatmaps.kinds import Kind, Symmetrise
from heataco.heatmaps.presets import PRESETS, apply_preset
from heataco.instances import Instance


@dataclass(frozen=True)
class Processing:
    """How the numbers of a heatmap become the scores that a decoder sees.

    Parameters
    ----------
    kind
        What the numbers are: "probability", "logit" or "log-probability"; see `Heatmap`.
    threshold
        Scores at or below it are left out, before the two directions are joined.
    symmetrise
        "none", "mean", "max" or "sum" of the two directions; see `Heatmap.symmetrised`.
    preset
        One of `PRESETS`, applied last; None: none.

    Raises
    ------
    ValueError
        For an unknown name, or a threshold that is negative or not finite.
    """

    kind: str = Kind.PROBABILITY.value
    threshold: float = 0.0
    symmetrise: str = Symmetrise.NONE.value
    preset: str | None = None

    def __post_init__(self) -> None:
        require_known("kind", self.kind, Kind)
        require_number("threshold", self.threshold, 0)
        require_known("symmetrise", self.symmetrise, Symmetrise)
        if self.preset is not None:
            require_known("preset", self.preset, PRESETS)

    @property
    def needs_instance(self) -> bool:
        """Whether the preset reads distances."""
        return self.preset is not None and PRESETS[self.preset].needs_instance

    def apply(self, heatmap: Heatmap, instance: Instance | None = None) -> Heatmap:
        """Process scores, which already are of the kind.

        Raises ValueError for an instance of another size, or as `apply_preset` does.

        Parameters
        ----------
        heatmap
            The scores.
        instance
            What they score; where given, the sizes are compared.
        """
        if instance is not None:
            require_heatmap(heatmap, instance)
        joined = heatmap.above(self.threshold).symmetrised(self.symmetrise)
        return joined if self.preset is None else apply_preset(self.preset, joined, instance)
