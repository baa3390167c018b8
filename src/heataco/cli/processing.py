"""What is done to the scores of a heatmap file before they are used."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from heataco.heatmaps import Heatmap
from heataco.heatmaps.kinds import Kind, Symmetrise
from heataco.heatmaps.presets import PRESETS, apply_preset
from heataco.instances import Instance


@dataclass(frozen=True)
class Processing:
    """What the numbers are, which count, how to join the two directions, then a preset or None."""

    kind: str = Kind.PROBABILITY.value
    threshold: float = 0.0
    symmetrise: str = Symmetrise.NONE.value
    preset: str | None = None

    @property
    def reading(self) -> dict[str, Any]:
        """What the readers of heatmap files take."""
        return {
            "kind": self.kind,
            "threshold": self.threshold,
            "symmetrise": self.symmetrise,
        }

    @property
    def needs_instance(self) -> bool:
        """Whether the preset looks at distances."""
        return self.preset is not None and PRESETS[self.preset].needs_instance

    def finish(self, heatmap: Heatmap, instance: Instance | None) -> Heatmap:
        """Apply the preset, if there is one, to scores that are read and symmetrised.

        Raises
        ------
        ValueError
            As `apply_preset` does.
        """
        return heatmap if self.preset is None else apply_preset(self.preset, heatmap, instance)


def processing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of `Processing`, which it gets as `processing`."""

    @functools.wraps(command)
    def with_processing(
        *args: Any, kind: str, threshold: float, symmetrise: str, preset: str | None, **given: Any
    ) -> Any:
        processing = Processing(kind, threshold, symmetrise, preset)
        return command(*args, processing=processing, **given)

    defaults = Processing()
    options = (
        click.option(
            "--kind",
            type=click.Choice([kind.value for kind in Kind]),
            default=defaults.kind,
            show_default=True,
            help="What the numbers of the heatmap file are.",
        ),
        click.option(
            "--threshold",
            type=float,
            default=defaults.threshold,
            show_default=True,
            metavar="S",
            help="Leave out scores at or below it.",
        ),
        click.option(
            "--symmetrise",
            type=click.Choice([way.value for way in Symmetrise]),
            default=defaults.symmetrise,
            show_default=True,
            help="What the two directions of an edge get as score.",
        ),
        click.option(
            "--preset",
            type=click.Choice(list(PRESETS)),
            help="Process the scores as a published pipeline does; by default not at all.",
        ),
    )
    return functools.reduce(lambda made, option: option(made), reversed(options), with_processing)
