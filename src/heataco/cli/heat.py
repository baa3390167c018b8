"""Where the heat of a decoding comes from: a file, a predictor, or nowhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from heataco.cli.parameters import AnyDecoder, build_predictor
from heataco.predictors import PREDICTORS, Predictor
from heataco.solving import DEFAULT_PREDICTOR

_NO_HEAT = "none"


@dataclass(frozen=True)
class HeatSource:
    """A heatmap file, or a predictor, or neither."""

    file: Path | None = None
    predictor: Predictor | None = None

    @property
    def guides(self) -> bool:
        """Whether there will be a heatmap."""
        return self.file is not None or self.predictor is not None


def choose_source(
    heatmap: Path | None, predictor: str | None, settings: Sequence[str], decoder: AnyDecoder
) -> HeatSource:
    """Make sense of --heatmap, --predictor and --predictor-set.

    What --predictor names is a predictor, or none, or else a file, as --heatmap would take it.
    Without both options a decoder that reads a heatmap gets that of the default predictor.

    Raises
    ------
    click.UsageError
        If the options do not go together, or a setting is none of the predictor.
    ValueError
        For a name that is neither a predictor nor a file, or a parameter outside its range.
    """
    if heatmap is not None and predictor is not None:
        raise click.UsageError("--heatmap and --predictor exclude each other; give one")
    if heatmap is None and predictor is None and decoder.reads_heatmap:
        predictor = DEFAULT_PREDICTOR.name
    if predictor in PREDICTORS:
        return HeatSource(predictor=build_predictor(predictor, settings, "--predictor-set"))
    if settings:
        raise click.UsageError("--predictor-set needs --predictor NAME")
    if predictor is None or predictor == _NO_HEAT:
        return HeatSource(file=heatmap)
    if Path(predictor).is_file():
        return HeatSource(file=Path(predictor))
    known = ", ".join((*PREDICTORS, _NO_HEAT))
    raise ValueError(f"--predictor is {predictor!r}; it is no file, and known are {known}")
