"""Names and keys that a user writes: known ones, or an error with the nearest."""

import difflib
import importlib
import types
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Union, get_args, get_origin, get_type_hints


def require_known(what: str, name: object, known: Iterable[str]) -> None:
    """Refuse a name that is not known.

    Raises
    ------
    ValueError
        Saying what it was for, which names are known, and the nearest of them.
    """
    names = list(known)
    if name in names:
        return
    near = difflib.get_close_matches(str(name), names, 1, 0.5)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    listed = f"known are {', '.join(names)}" if names else "there is none to choose from"
    raise ValueError(f"{what} {name!r} is unknown; {listed}{hint}")


def choose(what: str, name: str, known: Mapping[str, type[Any]]) -> type[Any]:
    """Return a class by its name among the known ones, or as "module:Class" from outside.

    Raises
    ------
    ValueError
        For an unknown name, a module that cannot be imported, or one without that class.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        require_known(what, name, known)
        return known[name]
    try:
        found: type[Any] = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{what} {name!r} cannot be imported: {error}") from None
    return found


def require_unique(what: str, names: Iterable[str]) -> None:
    """Refuse a name that is given twice.

    Raises
    ------
    ValueError
        Naming it.
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{what} {name!r} is given twice; give each a name of its own")
        seen.add(name)


def build(kind: type[Any], title: str, table: Mapping[str, Any]) -> Any:
    """Make a dataclass of the keys of a table.

    Whole numbers become floats where the field is one, so that 1 and 1.0 are the same value.

    Raises
    ------
    ValueError
        For a key that the dataclass does not have, one that is missing, a value of another type
        or out of range; the message begins with the title.
    """
    hints = get_type_hints(kind)
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
    except ValueError as error:
        raise ValueError(f"{title}: {error}") from None


def _typed(title: str, value: Any, hint: Any) -> Any:
    """Return a value as the type of its field."""
    allowed = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    plain = [get_origin(kind) or kind for kind in allowed]
    if value == "none" and types.NoneType in plain and str not in plain:
        return None
    if tuple in plain and isinstance(value, list):
        return tuple(value)
    for kind in plain:
        if kind is Any or isinstance(value, kind):
            # A boolean is an int to Python, but never meant as one.
            if isinstance(value, bool) and kind is not bool and kind is not Any:
                continue
            return value
    if float in plain and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    expected = " or ".join(_WORDS.get(kind, kind.__name__) for kind in plain)
    raise ValueError(f"{title} is {value!r}; give {expected}")


_WORDS = {
    bool: "true or false",
    dict: "a table",
    float: "a number",
    int: "a whole number",
    str: "a text",
    tuple: "a list",
    types.NoneType: "'none'",
}
