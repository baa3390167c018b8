"""Where the heat of a decoding comes from: a file, a predictor, or nowhere."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from heataco.cli.parameters import build_predictor
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors import PREDICTORS, Predictor

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


@dataclass(frozen=True)
class Prediction:
    """A predicted heatmap and the time that it took."""

    heatmap: Heatmap
    seconds: float
    cpu_seconds: float


def choose_source(
    heatmap: Path | None, predictor: str | None, settings: Sequence[str]
) -> HeatSource:
    """Make sense of --heatmap, --predictor and --predictor-set.

    What --predictor names is a predictor, or none, or else a file, as --heatmap would take it.

    Raises
    ------
    click.UsageError
        If the options do not go together, or a setting is none of the predictor.
    ValueError
        For a name that is neither a predictor nor a file, or a parameter outside its range.
    """
    if heatmap is not None and predictor is not None:
        raise click.UsageError("--heatmap and --predictor exclude each other; give one")
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


def predict_timed(predictor: Predictor, instance: Instance) -> Prediction:
    """Predict, and measure wall-clock time and the CPU time of all threads."""
    start, cpu_start = time.perf_counter(), time.process_time()
    heatmap = predictor.predict(instance)
    return Prediction(heatmap, time.perf_counter() - start, time.process_time() - cpu_start)
