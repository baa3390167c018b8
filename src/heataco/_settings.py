"""Dataclasses from what a user writes: a table of values, or texts such as NAME=VALUE."""

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from heataco._checks import require_known, suggestion


class SettingError(ValueError):
    """A setting that cannot be read: an unknown or repeated name, or a value of another type."""


class Setting(NamedTuple):
    """A parameter as a user typed it.

    Parameters
    ----------
    typed
        What was typed, such as "--set ants=16"; error messages begin with it.
    name, text
        The parameter and its value.
    """

    typed: str
    name: str
    text: str


def parameter_names(kind: type[Any]) -> list[str]:
    """Return the names of the fields that a dataclass is made from."""
    return [field.name for field in fields(kind) if field.init]


def split_setting(option: str, text: str) -> Setting:
    """Take NAME=VALUE apart, or raise a SettingError."""
    name, equals, value = text.partition("=")
    if not equals:
        raise SettingError(f"{option} {text}: write NAME=VALUE")
    return Setting(f"{option} {text}", name.strip().replace("-", "_"), value.strip())


def build(kind: type[Any], title: str, table: Mapping[str, Any]) -> Any:
    """Make a dataclass from a table of typed values, such as one of TOML.

    Whole numbers become floats where the field is one, so that 1 and 1.0 are the same value.

    Raises ValueError for a key that the dataclass does not have, one that is missing, a value of
    another type or out of range; the message begins with the title.
    """
    hints = _hints(kind, title)
    known = {field.name: field for field in fields(kind) if field.init}
    values = {}
    for key, value in table.items():
        require_known(f"{title}: key", key, known)
        values[key] = _typed(f"{title}: {key}", value, hints[key])
    for key, field in known.items():
        if key not in values and field.default is MISSING and field.default_factory is MISSING:
            raise ValueError(f"{title}: key {key!r} is missing")
    try:
        return kind(**values)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{title}: {error}") from None


def build_from_text(kind: type[Any], title: str, settings: Sequence[Setting]) -> Any:
    """Make a dataclass from texts; the fields say what these mean.

    Raises SettingError for a name that the dataclass does not have or that comes twice and for a
    value of another type, ValueError for one out of range.
    """
    hints = _hints(kind, title)
    known = parameter_names(kind)
    values: dict[str, Any] = {}
    for typed, name, text in settings:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            hint = suggestion(name, known)
            raise SettingError(f"{typed}: {title} has no parameter {name!r}; {has}{hint}")
        if name in values:
            raise SettingError(f"{typed}: {name} is given twice")
        values[name] = _parsed(typed, text, hints[name])
    try:
        return kind(**values)
    except ValueError as error:
        culprit = next((s for s in settings if str(error).startswith(f"{s.name} ")), None)
        raise error if culprit is None else ValueError(f"{culprit.typed}: {error}") from None
    except TypeError as error:  # from a class outside the package
        raise ValueError(f"{title}: {error}") from None


def _hints(kind: type[Any], title: str) -> dict[str, Any]:
    try:
        return get_type_hints(kind)
    except Exception as error:  # annotations of an outside class may name what does not exist
        raise ValueError(f"{title}: its annotations cannot be read: {error}") from error


def _typed(title: str, value: Any, hint: Any) -> Any:
    """Return a value as the type of its field."""
    allowed = _allowed(hint)
    if value == "none" and types.NoneType in allowed and str not in allowed:
        return None
    if tuple in allowed and isinstance(value, list):
        return tuple(value)
    for kind in allowed:
        if kind is Any or isinstance(value, kind):
            # A boolean is an int to Python, but never meant as one.
            if isinstance(value, bool) and kind is not bool and kind is not Any:
                continue
            return value
    if float in allowed and isinstance(value, int) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise ValueError(f"{title} has too many digits for a number") from None
    raise ValueError(f"{title} is {value!r}; give {_words(allowed)}")


def _parsed(typed: str, text: str, hint: Any) -> Any:
    """Read a text as the first type of the field that takes it."""
    allowed = _allowed(hint)
    if types.NoneType in allowed and text.lower() == "none":
        return None
    for kind in allowed:
        try:
            if kind in _PARSERS:
                return _PARSERS[kind](text)
        except ValueError:
            continue
    raise SettingError(f"{typed}: {text!r} is not {_words(allowed)}")


def _allowed(hint: Any) -> list[Any]:
    """Return the types of a field, without the types of their items."""
    union = get_origin(hint) in (Union, types.UnionType)
    kinds = get_args(hint) if union else (hint,)
    return [str if get_origin(kind) is Literal else get_origin(kind) or kind for kind in kinds]


def _words(allowed: Iterable[Any]) -> str:
    return " or ".join(_WORDS.get(kind, str(getattr(kind, "__name__", kind))) for kind in allowed)


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError
    return text.lower() == "true"


_PARSERS: dict[Any, Callable[[str], Any]] = {int: int, float: float, bool: _boolean, str: str}
_WORDS = {
    bool: "true or false",
    dict: "a table",
    float: "a number",
    int: "a whole number",
    str: "a text",
    tuple: "a list",
    types.NoneType: "'none'",
}
