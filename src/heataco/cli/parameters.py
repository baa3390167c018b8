"""Decoders and predictors from the command line; names, types and defaults are their own."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from heataco._settings import (
    Setting,
    SettingError,
    build_from_text,
    parameter_names,
    split_setting,
)
from heataco.cli.common_options import FILE
from heataco.decoders import DECODERS, Decoder
from heataco.predictors import PREDICTORS, Predictor

weights_option = click.option(
    "--weights",
    type=FILE,
    metavar="F",
    help="Weights of the network: .safetensors, .npz, .pt or .onnx. Default: the package's.",
)

# Arguments of the library whose option has another name, or that are checked late.
_OPTIONS = {
    "a node of fixed_edges": "a node of --fixed-edge",
    "best_known": "--best-known",
    "end": "--end",
    "fixed_edges": "--fixed-edge",
    "iterations": "--iterations",
    "seconds": "--time-limit",
    "seed": "--seed",
    "start": "--start",
    "start and end": "--start and --end",
    "target": "--target",
    "threads": "--threads",
    "threshold": "--threshold",
}
_VERB = re.compile(r"( (?:is|are|joins) )")  # follows the name of an argument


@contextmanager
def naming_options() -> Iterator[None]:
    """Make errors about an argument name the option that the user typed."""
    try:
        yield
    except ValueError as error:
        name, *rest = _VERB.split(str(error), maxsplit=1)
        if rest and name in _OPTIONS:
            raise ValueError("".join((_OPTIONS[name], *rest))) from None
        raise


def build_decoder(name: str, options: dict[str, str | None], settings: Sequence[str]) -> Decoder:
    """Make a decoder from its name, the parameters that have options, and the texts of --set.

    Raises click.UsageError for a bad setting, ValueError for an option that the decoder has no
    parameter for or a value outside its range.

    Parameters
    ----------
    name
        One of `DECODERS`, or `module:Class`.
    options
        Texts by parameter; None where the option is not given.
    settings
        Further ones, NAME=VALUE.
    """
    kind = DECODERS.find("--decoder", name)
    given = []
    for key, text in options.items():
        if text is None:
            continue
        typed = f"--{key.replace('_', '-')} {text}"
        if key not in parameter_names(kind):
            others = [other for other, its in DECODERS.items() if key in parameter_names(its)]
            raise ValueError(
                f"{typed}: decoder {name} has no such parameter; these have: {', '.join(others)}"
            )
        given.append(Setting(typed, key, text))
    decoder: Decoder = _build(kind, f"decoder {name}", given, settings, "--set")
    return decoder


def build_predictor(name: str, settings: Sequence[str], option: str) -> Predictor:
    """Make a predictor from its name and the texts of the option that sets its parameters."""
    kind = PREDICTORS.find("--predictor", name)
    predictor: Predictor = _build(kind, f"predictor {name}", [], settings, option)
    return predictor


def takes_weights(predictor: str | None) -> bool:
    """Tell whether a predictor has weights; a class from outside is asked when it is made."""
    return predictor is not None and (":" in predictor or predictor.lower() in _having_weights())


def _having_weights() -> list[str]:
    return [name for name, kind in PREDICTORS.items() if "weights" in parameter_names(kind)]


def with_weights(
    predictor: str | None, settings: Sequence[str], weights: Path | None
) -> tuple[str, ...]:
    """Return the settings of a predictor with those of --weights among them.

    A usage error if the predictor has no weights.
    """
    if weights is None:
        return tuple(settings)
    if not takes_weights(predictor):
        needed = " or ".join(_having_weights())
        raise click.UsageError(f"--weights {weights} needs --predictor {needed}")
    return (*settings, f"weights={weights}")


def _build(
    kind: type[Any], title: str, given: list[Setting], settings: Sequence[str], option: str
) -> Any:
    """Make a value of a dataclass from settings that have options and texts that name others."""
    try:
        texts = [split_setting(option, setting) for setting in settings]
        return build_from_text(kind, title, [*given, *texts])
    except SettingError as error:
        raise click.UsageError(str(error)) from None
