"""Decoders from the command line; names, types and defaults come from their dataclasses."""

import types
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Union, get_args, get_origin, get_type_hints

import click

from heataco.decoders import DECODERS, MMAS, Greedy, HeatACO

AnyDecoder = Greedy | MMAS | HeatACO

_WORDS = {int: "a whole number", float: "a number", str: "a word", types.NoneType: "none"}


def build_decoder(name: str, local_search: str | None, settings: Sequence[str]) -> AnyDecoder:
    """Make a decoder from its name, --local-search and the texts of --set.

    Raises
    ------
    click.UsageError
        For a setting that is not NAME=VALUE, an unknown or repeated name, or a value of another
        type.
    ValueError
        For a value outside its range.
    """
    kind = DECODERS[name]
    hints = get_type_hints(kind)
    parameters: dict[str, Any] = {}
    if local_search is not None:
        parameters["local_search"] = local_search
    for setting in settings:
        key, equals, text = setting.partition("=")
        key = key.strip().replace("-", "_")
        if not equals:
            raise click.UsageError(f"--set {setting}: write NAME=VALUE, such as --set ants=16")
        known = [field.name for field in fields(kind)]
        if key not in known:
            raise click.UsageError(
                f"--set {setting}: decoder {name} has no parameter {key!r}; it has "
                f"{', '.join(known)}"
            )
        if key in parameters:
            raise click.UsageError(f"--set {setting}: {key} is given twice")
        parameters[key] = _parse(setting, text.strip(), hints[key])
    return kind(**parameters)


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
    raise click.UsageError(f"--set {setting}: {text!r} is not {expected}")
