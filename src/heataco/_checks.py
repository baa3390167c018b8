"""Checks of scalars and names; every refusal names the argument, its value and what would do."""

import difflib
import math
from collections.abc import Iterable, Sequence, Sized
from numbers import Integral, Real
from typing import Any

_LONGEST_REPR = 200  # characters
_MAX_ITEMS = 20
_MAX_LISTED = 5
# What others call the things that have names here.
_OTHER_NAMES = {
    **dict.fromkeys(("haversine", "geodesic", "great_circle", "latlon", "wgs84"), "latlon_km"),
    **dict.fromkeys(("manhattan", "cityblock", "taxicab", "l1"), "MAN_2D"),
    **dict.fromkeys(("chebyshev", "maximum", "linf"), "MAX_2D"),
    **dict.fromkeys(("precomputed", "matrix", "distances"), "EXPLICIT"),
    "l2": "euclidean",
    "lin-kernighan": "lk",
}


def described(value: Any) -> str:
    """Return what a value is, for an error message: the value itself if it is short."""
    kind = type(value).__name__
    if getattr(value, "shape", ()):
        return f"a {kind} of shape {tuple(value.shape)}"
    if isinstance(value, Sized) and not isinstance(value, str | bytes) and len(value) > _MAX_ITEMS:
        return f"a {kind} of {len(value)}"
    text = repr(value)
    return text if len(text) <= _LONGEST_REPR else f"a {kind}"


def listed(items: Sequence[str]) -> str:
    """Join items for an error message; of many only the first ones."""
    more = ["..."] if len(items) > _MAX_LISTED else []
    return ", ".join([*items[:_MAX_LISTED], *more])


def require_count(name: str, value: Any, low: int, high: int | None = None) -> None:
    """Raise a ValueError unless a value is a whole number within the bounds."""
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or value < low or (high is not None and value > high):
        bounds = f"of at least {low}" if high is None else f"from {low} to {high}"
        raise ValueError(f"{name} is {described(value)}; give a whole number {bounds}")


def require_number(
    name: str,
    value: Any,
    low: float,
    high: float = math.inf,
    *,
    above: bool = False,
    infinite: bool = False,
) -> None:
    """Raise a ValueError unless a value is a number within the bounds.

    Parameters
    ----------
    name, value
        The argument.
    low, high
        Its bounds, included.
    above
        Whether the lower bound itself is excluded.
    infinite
        Whether an infinite number will do.
    """
    number = _to_float(value)
    within = low <= number <= high and not (above and number == low)
    if not within or (math.isinf(number) and not infinite):
        bounds = f" {'above' if above else 'of at least'} {low:g}" if low > -math.inf else ""
        if high < math.inf:
            bounds += f"{' and' if bounds else ' of'} at most {high:g}"
        raise ValueError(f"{name} is {described(value)}; give a number{bounds}")


def require_known(what: str, name: object, known: Iterable[str]) -> None:
    """Raise a ValueError for an unknown name, with the known ones and the nearest of them."""
    names = list(known)
    if isinstance(name, str) and name in names:
        return
    hint = suggestion(name, names) if isinstance(name, str) else ""
    listed = f"known are {', '.join(names)}" if names else "there is none to choose from"
    raise ValueError(f"{what} {described(name)} is unknown; {listed}{hint}")


def suggestion(name: object, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown name: the nearest one; nothing if none is."""
    names = {other.lower(): str(other) for other in known}  # a member of an enum by its value
    typed = str(name).lower()
    other = _OTHER_NAMES.get(typed, "").lower()
    near = [other] if other in names else difflib.get_close_matches(typed, names, 1, 0.5)
    return f"; did you mean {names[near[0]]!r}?" if near else ""


def same_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is typed, in upper or lower case; None if there is none."""
    names = list(known)
    if name in names:
        return name
    return next((other for other in names if other.lower() == name.lower()), None)


def require_unique(what: str, names: Iterable[str]) -> None:
    """Raise a ValueError for a name that is given twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{what} {name!r} is given twice; give each a name of its own")
        seen.add(name)


def _to_float(value: Any) -> float:
    """Return a real number as a float, NaN for anything else; booleans are something else."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan
