"""Decoders, predictors and families as the page offers them: from the code and its docstrings."""

import inspect
import re
import types
from collections.abc import Iterator
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from heataco.bench.gallery import PLANAR
from heataco.decoders import DECODERS, Focused
from heataco.decoding import MAX_THREADS, available_threads
from heataco.predictors import PREDICTORS
from heataco.solving import DEFAULT_PREDICTOR

MAX_GENERATED = 100_000  # nodes


@cache
def schema() -> dict[str, Any]:
    """Return all that the page's forms are made from, ready for JSON."""
    return {
        "decoders": [
            {
                **_described(kind),
                "reads_heatmap": kind.reads_heatmap,
                "needs_heatmap": kind.needs_heatmap,
                "iterations": kind.default_iterations,
            }
            for kind in DECODERS.values()
        ],
        "predictors": [_described(kind) for kind in PREDICTORS.values()],
        "decoder": Focused.name,
        "predictor": DEFAULT_PREDICTOR.name,
        "families": [
            {"name": name, "text": _summary(getattr(draw, "func", draw))}
            for name, draw in PLANAR.items()
        ],
        "max_nodes": MAX_GENERATED,
        "threads": available_threads(),
        "max_threads": MAX_THREADS,
    }


def _described(kind: type[Any]) -> dict[str, Any]:
    documented = _documented(kind)
    hints = get_type_hints(kind)
    return {
        "name": kind.name,
        "text": _summary(kind),
        "parameters": [
            {
                "name": field.name,
                "default": None if field.default is MISSING else _text(field.default),
                "choices": _choices(hints[field.name]),
                "whole": hints[field.name] is int,
                "text": documented.get(field.name, ""),
            }
            for field in fields(kind)
            if field.init and not takes_text(hints[field.name])
        ],
    }


def takes_text(hint: Any) -> bool:
    """Tell whether a parameter is any text, such as the name of a file of this machine."""
    return str in _kinds(hint)


def _summary(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0]


def _text(value: Any) -> str:
    return "none" if value is None else str(value)


def _choices(hint: Any) -> list[str]:
    """Return the values that a parameter can have, where they are few."""
    if hint is bool:
        return ["true", "false"]
    kinds = _kinds(hint)
    if any(get_origin(kind) is not Literal for kind in kinds):
        return []
    return [value for kind in kinds for value in get_args(kind)]


def _kinds(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _documented(kind: type[Any]) -> dict[str, str]:
    """Return what the docstrings of a class and its bases say about each parameter."""
    return {
        name: text for base in reversed(kind.__mro__) for name, text in _parameters(base.__doc__)
    }


def _parameters(doc: str | None) -> Iterator[tuple[str, str]]:
    """Yield names and texts of the section `Parameters` of a numpydoc docstring."""
    section = inspect.cleandoc(doc or "").partition("Parameters\n----------\n")[2]
    section = re.split(r"\n\n\w+\n-+\n", section)[0]
    for entry in re.split(r"\n(?=\S)", section):
        names, _, text = entry.partition("\n")
        for name in names.split(","):
            if name.strip().isidentifier():
                yield name.strip(), " ".join(text.replace("`", "").split())
