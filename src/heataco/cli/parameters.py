"""Decoders and predictors from the command line; names, types and defaults are their own."""

import types
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Union, get_args, get_origin, get_type_hints

import click

from heataco.decoders import DECODERS, MCTS, MMAS, Focused, Greedy, HeatACO
from heataco.predictors import PREDICTORS, Predictor

AnyDecoder = Greedy | MCTS | MMAS | HeatACO | Focused

_WORDS = {int: "a whole number", float: "a number", str: "a word", types.NoneType: "none"}


def build_decoder(name: str, options: dict[str, str | None], settings: Sequence[str]) -> AnyDecoder:
    """Make a decoder from its name, the parameters that have options, and the texts of --set.

    Parameters
    ----------
    name
        One of `DECODERS`.
    options
        Texts by parameter; None where the option is not given.
    settings
        Further ones, NAME=VALUE.

    Raises
    ------
    click.UsageError
        For a setting that is not NAME=VALUE, an unknown or repeated name, or a value of another
        type.
    ValueError
        For an option that the decoder has no parameter for, or a value outside its range.
    """
    kind = DECODERS[name]
    hints = get_type_hints(kind)
    given = {}
    for key, text in options.items():
        if text is None:
            continue
        option = f"--{key.replace('_', '-')}"
        if key not in _names(kind):
            others = ", ".join(other for other in DECODERS if key in _names(DECODERS[other]))
            raise ValueError(
                f"{option} {text}: decoder {name} has no {key}; known with one: {others}"
            )
        given[key] = _parse(f"{option} {text}", text, hints[key])
    decoder: AnyDecoder = _build(kind, f"decoder {name}", given, settings, "--set")
    return decoder


def build_predictor(name: str, settings: Sequence[str], option: str) -> Predictor:
    """Make a predictor from its name and the texts of the option that sets its parameters.

    Raises
    ------
    click.UsageError
        As `build_decoder` does.
    ValueError
        For an unknown name, or a value outside its range.
    """
    if name not in PREDICTORS:
        raise ValueError(f"--predictor is {name!r}; known are {', '.join(PREDICTORS)}")
    predictor: Predictor = _build(PREDICTORS[name], f"predictor {name}", {}, settings, option)
    return predictor


def _build(
    kind: type[Any], title: str, given: dict[str, Any], settings: Sequence[str], option: str
) -> Any:
    """Make a value of a dataclass from parameters that are given and texts that name others."""
    hints = get_type_hints(kind)
    known = _names(kind)
    parameters = dict(given)
    for setting in settings:
        key, equals, text = setting.partition("=")
        key = key.strip().replace("-", "_")
        if not equals:
            raise click.UsageError(f"{option} {setting}: write NAME=VALUE")
        if key not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise click.UsageError(f"{option} {setting}: {title} has no parameter {key!r}; {has}")
        if key in parameters:
            raise click.UsageError(f"{option} {setting}: {key} is given twice")
        parameters[key] = _parse(f"{option} {setting}", text.strip(), hints[key])
    return kind(**parameters)


def _names(kind: type[Any]) -> list[str]:
    return [field.name for field in fields(kind)]


def _parse(setting: str, text: str, hint: Any) -> Any:
    """Read a text as the first type of the hint that takes it."""
    allowed = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    if types.NoneType in allowed and text.lower() == "none":
        return None
    for kind in allowed:
        try:
            if kind is not types.NoneType:
                return kind(text)
        except ValueError:
            continue
    expected = " or ".join(_WORDS[kind] for kind in allowed)
    raise click.UsageError(f"{setting}: {text!r} is not {expected}")
