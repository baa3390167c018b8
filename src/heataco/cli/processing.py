"""The options that say how the scores of a heatmap file are processed."""

import functools
from collections.abc import Callable
from typing import Any

import click

from heataco.cli.names import Name
from heataco.cli.parameters import naming_options
from heataco.heatmaps import PRESETS, Kind, Processing, Symmetrise


def processing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of `Processing`, which it gets as `processing`."""

    @functools.wraps(command)
    def with_processing(
        *args: Any, kind: str, threshold: float, symmetrise: str, preset: str | None, **given: Any
    ) -> Any:
        with naming_options():
            processing = Processing(kind, threshold, symmetrise, preset)
        return command(*args, processing=processing, **given)

    defaults = Processing()
    options = (
        click.option(
            "--kind",
            type=Name(Kind),
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
            help="Leave out scores at or below S.",
        ),
        click.option(
            "--symmetrise",
            type=Name(Symmetrise),
            default=defaults.symmetrise,
            show_default=True,
            help="How the scores of the two directions of an edge are joined.",
        ),
        click.option(
            "--preset",
            type=Name(PRESETS),
            help="Process the scores as a published pipeline does.",
        ),
    )
    return functools.reduce(lambda made, option: option(made), reversed(options), with_processing)
