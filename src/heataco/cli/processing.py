"""The options that say how the scores of a heatmap file are processed."""

import click

from heataco.cli.names import Name
from heataco.cli.option_groups import grouped
from heataco.heatmaps import PRESETS, Kind, Processing, Symmetrise

_DEFAULTS = Processing()

# A command gets them as `processing`.
processing_options = grouped(
    "processing",
    Processing,
    click.option(
        "--kind",
        type=Name(Kind),
        default=_DEFAULTS.kind,
        show_default=True,
        help="What the numbers of the heatmap file are.",
    ),
    click.option(
        "--threshold",
        type=float,
        default=_DEFAULTS.threshold,
        show_default=True,
        metavar="S",
        help="Drop scores at or below S.",
    ),
    click.option(
        "--symmetrise",
        type=Name(Symmetrise),
        default=_DEFAULTS.symmetrise,
        show_default=True,
        help="How the scores of the two directions of an edge are combined.",
    ),
    click.option(
        "--preset",
        type=Name(PRESETS),
        help="Process the scores as a published pipeline does.",
    ),
)
